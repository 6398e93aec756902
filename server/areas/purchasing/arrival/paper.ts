import { sql } from 'kysely';
import type { ArrivalPaper } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';

type Printed = Omit<ArrivalPaper, 'lines' | 'is_again_print'>;

/** Counts a print of an appointment and answers what stands on it. */
export async function printArrival(context: WriteContext, { id }: { id: number }): Promise<ArrivalPaper> {
  const { db } = context;
  const [found] = await lockRecords(context, arrivalOrder, [id]);
  if (!found) throw new Refusal('notFound');
  const { rows } = await sql<Printed>`
    update arrival_order a set print_count = a.print_count + 1 from supplier s, warehouse w
    where a.id = ${id} and s.id = a.supplier_id and w.id = a.warehouse_id
    returning a.print_count, a.arrival_no, s.name as supplier_name, w.name as warehouse_name, a.appoint_date, a.appoint_slot, a.waybill_no, a.truck_no, a.carton_qty`.execute(
    db,
  );
  const [head] = rows;
  if (!head) throw new Refusal('notFound');
  const { rows: lines } = await sql<ArrivalPaper['lines'][number]>`
    select o.purchase_no, k.sku_no, k.name, v.plan_qty
    from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id join sku k on k.id = l.sku_id
    where v.arrival_order_id = ${id} order by v.id`.execute(db);
  return { ...head, is_again_print: head.print_count > 1 ? 1 : 0, lines };
}
