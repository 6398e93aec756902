import { sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import type { LineArrival } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** By which appointments each line of an order comes, in the order of their days; those that came to nothing included. */
export async function readProgress(
  { db, actor }: ReadContext,
  { id }: { id: number },
): Promise<{ list: LineArrival[] }> {
  const { rows: seen } = await sql`
    select 1 from purchase_order o where o.id = ${id} and ${isVisible(purchaseOrder, actor, 'o')}`.execute(db);
  if (seen.length === 0) throw new Refusal('notFound');
  const { rows } = await sql<LineArrival>`
    select v.purchase_line_id, a.id as arrival_id, a.arrival_no, a.status, a.appoint_date, a.appoint_slot, v.plan_qty, v.booked_qty, v.in_qty
    from purchase_order_line l join arrival_order_line v on v.purchase_line_id = l.id join arrival_order a on a.id = v.arrival_order_id
    where l.purchase_order_id = ${id} and ${isVisible(arrivalOrder, actor, 'a')}
    order by v.purchase_line_id, a.appoint_date, a.id`.execute(db);
  return { list: rows };
}
