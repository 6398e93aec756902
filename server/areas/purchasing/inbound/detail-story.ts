import { sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import {
  type DetailBatch,
  type DetailMovement,
  type DetailStory,
  movementsTold,
} from '#contract/areas/purchasing/inbound-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';

/**
 * One line of a batch: what it is, where its pieces stand now and how they moved, of warehouses that the caller sees. Costs for those who
 * may see them. Pieces on their way are told to whoever sees the warehouse they go to.
 */
export async function readDetailStory(context: ReadContext, { id }: { id: number }): Promise<DetailStory> {
  const { db, actor } = context;
  const detail = await readRecord(db, seenBy(inWareDetail, actor), { actor, id });
  if (!detail) throw new Refusal('notFound');
  const costs = actor.permissions.has('stock:costView');
  const seen = isVisible(warehouse, actor, 'w');
  const { rows: batches } = await sql<DetailBatch>`
    select b.serial_no, w.name as warehouse_name, l.kind = 'transit' as in_transit, b.imperfect_type, b.qty_remain, b.qty_locked
      ${costs ? sql`, b.cost_amount` : sql``}
    from stock_batch b join location l on l.id = b.location_id join warehouse w on w.id = l.warehouse_id
    where b.in_ware_detail_id = ${id} and ${seen} order by b.qty_remain = 0, b.location_id, b.imperfect_type`.execute(db);
  const moved = sql`
    from stock_ledger r join location l on l.id = r.location_id join warehouse w on w.id = l.warehouse_id
    where r.in_ware_detail_id = ${id} and l.kind = 'warehouse' and ${seen}`;
  const { rows: movements } = await sql<DetailMovement>`
    select r.id, r.happened_at, r.posted_at, w.name as warehouse_name, r.imperfect_type, r.biz_type, r.delta, r.doc_type, r.doc_id, r.doc_no,
      (select a.nickname from admin a where a.id = r.admin_id) as admin_name ${costs ? sql`, r.cost_amount` : sql``}
    ${moved} order by r.id limit ${movementsTold}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count ${moved}`.execute(db);
  return { detail, batches, movements, movement_count: counted[0]?.count ?? 0 };
}
