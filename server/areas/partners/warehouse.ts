import { sql } from 'kysely';
import { z } from 'zod';
import { shop } from '#contract/areas/partners/shop.ts';
import {
  type WarehouseZone,
  warehouse,
  warehousesClosing,
  warehouseZones,
} from '#contract/areas/partners/warehouse.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible, scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Warehouses and their zones. Their locations in the ledger come with them, by the database itself. */
export function serveWarehouse(kit: Kit): void {
  serveEntity(kit, warehouse, hooksOf(kit));
  kit.registry.read(warehouseZones, z.strictObject({ warehouse_id: z.int().min(1) }), zonesOf);
}

const hooksOf = ({ registry }: Kit): EntityHooks<typeof warehouse> => ({
  async guardStatus(context, records, status) {
    if (status !== 0) return;
    const ids = records.map((record) => record.id);
    // Before the stock: a document that is posted in between has left its goods there.
    await registry.events.emit(context, warehousesClosing, { warehouse_ids: ids });
    await refuseHolding(context, ids);
    await refuseServing(context, ids);
  },
});

/** Stock, locks and what is on its way must all be zero (domain.md §4.27). */
async function refuseHolding(context: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ name: string; on_hand: number; locked: number; transit: number }>`
    select w.name, coalesce(sum(b.on_hand) filter (where l.kind = 'warehouse'), 0)::bigint as on_hand, coalesce(sum(b.locked), 0)::bigint as locked,
      coalesce(sum(b.on_hand) filter (where l.kind = 'transit'), 0)::bigint as transit
    from stock_balance b join location l on l.id = b.location_id join warehouse w on w.id = l.warehouse_id
    where l.warehouse_id = any(${ids}) and (b.on_hand <> 0 or b.locked <> 0) group by w.id, w.name order by w.id limit 1`.execute(
    context.db,
  );
  const [held] = rows;
  if (held)
    throw new Refusal(
      'illegalTransition',
      `“${held.name}”库存 ${held.on_hand} 件、锁定 ${held.locked} 件、在途 ${held.transit} 件，均为零时才能停用`,
    );
}

/** A shop that is open sells from its warehouse; it is closed first. */
async function refuseServing(context: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ called: string }>`
    select case when ${isVisible(shop, context.actor, 's')} then '“' || s.name || '”' else '' end as called
    from shop s where s.warehouse_id = any(${ids}) and s.status = 1 order by s.id limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('illegalTransition', `门店${rows[0].called}正在营业，其门店仓不能停用`);
}

async function zonesOf(
  context: ReadContext,
  { warehouse_id: id }: { warehouse_id: number },
): Promise<{ list: WarehouseZone[] }> {
  const scoped = scopeCondition(warehouse, context.actor, 'r');
  const { rows: visible } =
    await sql`select 1 from warehouse r${whereClause([sql<boolean>`r.id = ${id}`, ...(scoped ? [scoped] : [])])}`.execute(
      context.db,
    );
  if (visible.length === 0) throw new Refusal('notFound');
  const { rows } =
    await sql<WarehouseZone>`select id, code, name, "order" from warehouse_zone where warehouse_id = ${id} order by "order", code`.execute(
      context.db,
    );
  return { list: rows };
}
