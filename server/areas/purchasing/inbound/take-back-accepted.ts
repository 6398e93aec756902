import { sql } from 'kysely';
import type { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import { moveOrders } from '../order/moving.ts';
import { sumOrders } from '../order/order-lines.ts';
import { holdOrders } from '../order/quantities.ts';
import type { Detail } from './batch-lines.ts';

/**
 * Takes out of the order what the posting of a batch had added to it (`orderAccepted`), once what came in of it is taken back: nobody
 * expects these pieces. What others have booked, received or closed of such a line by now stays ordered; a line of which nothing is left is gone.
 */
export async function takeBackAccepted(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { batch, lines }: { batch: LockedDocument<typeof inWareBatch>; lines: readonly Detail[] },
): Promise<void> {
  const added = lines.filter(({ added_qty }) => added_qty > 0);
  if (added.length === 0) return;
  const { db } = context;
  const lineIds = added.flatMap(({ purchase_line_id }) => purchase_line_id ?? []);
  await holdOrders(db, lineIds);
  const { rows: orders } = await sql<{ id: number; purchase_no: string }>`
    update purchase_order set version = version + 1
    where id in (select purchase_order_id from purchase_order_line where id = any(${lineIds}::bigint[])) returning id, purchase_no`.execute(
    db,
  );
  const orderIds = orders.map(({ id }) => id);
  await sql`
    with e as (select * from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as e (purchase_line_id bigint, added_qty bigint)),
      less as (
        select l.id, greatest(l.qty - sum(e.added_qty), l.booked_qty + l.in_qty + l.closed_qty) as qty
        from e join purchase_order_line l on l.id = e.purchase_line_id group by l.id, l.qty, l.booked_qty, l.in_qty, l.closed_qty)
    update purchase_order_line l set qty = less.qty, amount = less.qty * l.purchase_price from less where l.id = less.id`.execute(
    db,
  );
  const { rows: empty } = await sql<{ id: number }>`
    select l.id from purchase_order_line l where l.id = any(${lineIds}::bigint[]) and l.qty = 0
      and not exists (select 1 from arrival_order_line v where v.purchase_line_id = l.id)
      and not exists (select 1 from in_ware_batch_detail d where d.purchase_line_id = l.id and d.in_ware_batch_id <> ${batch.id})`.execute(
    db,
  );
  const gone = empty.map(({ id }) => id);
  await sql`update in_ware_batch_detail set purchase_line_id = null where purchase_line_id = any(${gone}::bigint[])`.execute(
    db,
  );
  await sql`delete from purchase_order_line where id = any(${gone}::bigint[])`.execute(db);
  await sumOrders(db, orderIds);
  const { rows: left } = await sql<{ id: number }>`
    select id from purchase_order_line where purchase_order_id = any(${orderIds}::bigint[])`.execute(db);
  await moveOrders({ registry }, context, { lineIds: left.map(({ id }) => id) });
  await writeAudit(
    context,
    orders.map(({ id, purchase_no }) => ({
      docType: purchaseOrder.name,
      docId: id,
      docNo: purchase_no,
      action: 'takeBackReceived',
      label: '收回多到货品',
      remark: `入库批次 ${String(batch.batch_no)} 红冲：${added.length} 个货品`,
    })),
  );
}
