import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { serveAccess } from './areas/access/access.ts';
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
import { serveShop } from './areas/partners/shop.ts';
import { serveWarehouse } from './areas/partners/warehouse.ts';
import { serveStock } from './areas/warehouse/stock.ts';
import { serveStockAdjustment } from './areas/warehouse/stock-adjustment.ts';
import { serveStocktaking } from './areas/warehouse/stocktaking/serve.ts';
import { mountCalls } from './kit/frame.ts';
import { Numbers } from './kit/numbering.ts';
import { Registry } from './kit/registry.ts';
import type { Kit } from './kit/serve-entity.ts';

/** Everything the server serves. An area that is not named here does not exist. */
export function serveEverything(numbers: Numbers): Kit {
  const kit: Kit = { registry: new Registry(), numbers };
  for (const serve of areas) serve(kit);
  return kit;
}

/** Brings built-in roles and the menu into step with this version's calls and screens. */
export async function syncAccess(db: Kysely<unknown>): Promise<void> {
  const { registry } = serveEverything(new Numbers(db));
  await syncRoles(db, permissionKeys(registry));
  await syncMenu(db);
}

/** Mounts every call of the house on an HTTP frame. */
export function mountEverything(app: FastifyInstance, frame: SignInFrame): void {
  mountSignIn(app, frame);
  mountCalls(app, serveEverything(new Numbers(frame.db)).registry, frame);
}

const areas: readonly ((kit: Kit) => void)[] = [
  serveAccess,
  serveBrand,
  serveUnit,
  serveCategory,
  serveAttribute,
  serveSize,
  serveSpu,
  serveSku,
  serveWarehouse,
  serveShop,
  serveStock,
  serveStockAdjustment,
  serveStocktaking,
];
