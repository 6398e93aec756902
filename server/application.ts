import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { serveAccess } from './areas/access/access.ts';
import { waitingGrants } from './areas/access/grants/todo.ts';
import { syncMenu } from './areas/access/menu.ts';
import { mountSignIn, type SignInFrame } from './areas/access/mount-sign-in.ts';
import { permissionKeys, syncRoles } from './areas/access/sync-roles.ts';
import { serveAttribute } from './areas/goods/attribute.ts';
import { serveBrand } from './areas/goods/brand.ts';
import { serveCategory } from './areas/goods/category.ts';
import { serveSize } from './areas/goods/size.ts';
import { serveSku } from './areas/goods/sku.ts';
import { serveSpu } from './areas/goods/spu.ts';
import { serveUnit } from './areas/goods/unit.ts';
import { serveMe } from './areas/me/serve.ts';
import { mountApiDocument } from './areas/ops/api-document.ts';
import { mountProbes } from './areas/ops/probes.ts';
import { serveOps } from './areas/ops/serve.ts';
import { servePurchaser } from './areas/partners/purchaser.ts';
import { servePrices } from './areas/price/serve-prices.ts';
import { serveShop } from './areas/partners/shop.ts';
import { serveSupplier } from './areas/partners/supplier.ts';
import { serveWarehouse } from './areas/partners/warehouse.ts';
import { serveCommonData } from './areas/shell/common-data.ts';
import { serveConfig } from './areas/shell/config.ts';
import { serveDashboard } from './areas/shell/dashboard.ts';
import { serveExpiring } from './areas/shell/expiring.ts';
import { serveNotice } from './areas/shell/notice.ts';
import { serveSearch } from './areas/shell/search.ts';
import { serveStock } from './areas/warehouse/stock.ts';
import { serveStockAdjustment } from './areas/warehouse/stock-adjustment.ts';
import { serveStocktaking } from './areas/warehouse/stocktaking/serve.ts';
import { Passwords } from './identity/passwords.ts';
import { serveImports } from './import/tasks/serve-imports.ts';
import { mountTemplates, serveTemplates } from './import/tasks/serve-templates.ts';
import { mountCalls } from './kit/frame.ts';
import { serveKeptLists } from './kit/kept-lists.ts';
import { Numbers } from './kit/numbering.ts';
import { Registry } from './kit/registry.ts';
import type { Kit } from './kit/serve-entity.ts';
import type { SecondEntry } from './platform/config.ts';
import { serveTicket } from './push/serve-ticket.ts';
import { stockPolicies } from './stock-policies.ts';
import { serveTasks } from './tasks/serve-tasks.ts';

/** Everything the server serves. An area that is not named here does not exist. */
export function serveEverything(numbers: Numbers, passwords: Passwords = new Passwords()): Kit {
  const kit: Kit = { registry: new Registry(), numbers, policies: stockPolicies };
  serveAccess(kit, passwords);
  for (const serve of areas) serve(kit);
  serveKeptLists(kit.registry);
  return kit;
}

/** Brings built-in roles and the menu into step with this version's calls and screens. */
export async function syncAccess(db: Kysely<unknown>, second: readonly SecondEntry[] = []): Promise<void> {
  const { registry } = serveEverything(new Numbers(db));
  await syncRoles(db, permissionKeys(registry));
  await syncMenu(db, second);
}

/** Mounts every call of the house on an HTTP frame; answers what it has mounted. */
export function mountEverything(app: FastifyInstance, frame: SignInFrame): Registry {
  mountProbes(app, frame);
  mountSignIn(app, frame);
  mountTemplates(app, frame);
  const { registry } = serveEverything(new Numbers(frame.db), frame.passwords);
  mountApiDocument(app, registry, frame);
  mountCalls(app, registry, frame);
  return registry;
}

const areas: readonly ((kit: Kit) => void)[] = [
  serveBrand,
  serveUnit,
  serveCategory,
  serveAttribute,
  serveSize,
  serveSpu,
  serveSku,
  serveWarehouse,
  serveShop,
  servePurchaser,
  serveSupplier,
  servePrices,
  serveCommonData,
  serveStock,
  serveStockAdjustment,
  serveStocktaking,
  serveMe,
  serveOps,
  serveConfig,
  serveExpiring,
  serveNotice,
  serveTicket,
  serveSearch,
  (kit) => serveDashboard(kit, [waitingGrants]),
  serveTasks,
  serveImports,
  serveTemplates,
];
