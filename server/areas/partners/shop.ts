import { sql } from 'kysely';
import { shop } from '#contract/areas/partners/shop.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Shops: each stands in a district and on a warehouse that can be sold from (domain.md §3.4, §4.27). */
export function serveShop(kit: Kit): void {
  serveEntity(kit, shop, hooks);
}

const hooks: EntityHooks<typeof shop> = {
  async derive(context, values, before) {
    if (!before || before.district_id !== values.district_id) await refuseNoDistrict(context, values.district_id);
    if (!before || before.warehouse_id !== values.warehouse_id) await refuseWarehouse(context, values);
    return {};
  },
  async guardStatus(context, records, status) {
    if (status === open)
      await refuseClosedWarehouse(
        context,
        records.map((record) => record.warehouse_id),
      );
  },
};

/** 营业, of shop_status (domain.md §2). */
const open = 1;

/** Types of warehouse that a shop sells from: its own, or one for online orders. */
const sellingTypes = [2, 3];

const district = 3;

async function refuseNoDistrict(context: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{
    type: number;
    status: number;
  }>`select type, status from organize where id = ${id}`.execute(context.db);
  if (rows[0]?.type !== district || rows[0].status !== 1)
    throw new Refusal('invalid', '请选择启用的区域组织', 'district_id');
}

async function refuseWarehouse(context: WriteContext, values: Values): Promise<void> {
  const { rows } = await sql<{
    name: string;
    type: number;
    status: number;
  }>`select name, type, status from warehouse where id = ${values.warehouse_id} for share`.execute(context.db);
  const [found] = rows;
  if (!found) return;
  if (!sellingTypes.includes(found.type))
    throw new Refusal('invalid', `“${found.name}”不是门店仓或电商仓`, 'warehouse_id');
  if (found.status !== 1) throw new Refusal('invalid', `“${found.name}”已停用`, 'warehouse_id');
}

// Locks all of them, not only those that are off: whoever switches one off meanwhile waits, then finds the open shop.
async function refuseClosedWarehouse(context: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ name: string; status: number }>`
    select name, status from warehouse where id = any(${ids}) order by id for share`.execute(context.db);
  const closed = rows.find((row) => row.status !== 1);
  if (closed) throw new Refusal('illegalTransition', `门店仓“${closed.name}”已停用，不能营业`);
}
