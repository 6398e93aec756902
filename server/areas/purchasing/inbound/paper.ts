import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { InboundPaper } from '#contract/areas/purchasing/inbound-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';

/** Counts a print of a batch and answers what stands on it. */
export async function printBatch(context: WriteContext, { id }: { id: number }): Promise<InboundPaper> {
  const { db, actor } = context;
  const [found] = await lockRecords(context, seenBy(inWareBatch, actor), [id]);
  if (!found) throw new Refusal('notFound');
  const { rows } = await sql<Omit<InboundPaper, 'lines' | 'is_again_print'>>`
    with printed as (update in_ware_batch set print_count = print_count + 1 where id = ${id} returning *)
    select p.print_count, p.batch_no, p.in_stock_no, a.arrival_no, o.purchase_no, s.name as supplier_name, w.name as warehouse_name, p.into_time
    from printed p join warehouse w on w.id = p.warehouse_id left join supplier s on s.id = p.supplier_id
      left join arrival_order a on a.id = p.arrival_id left join purchase_order o on o.id = p.purchase_id`.execute(db);
  const [head] = rows;
  if (!head) throw new Refusal('notFound');
  const { rows: lines } = await sql<InboundPaper['lines'][number]>`
    select k.sku_no, k.name, d.imperfect_type, d.plan_qty, d.count_qty, d.in_qty, d.expire_at
    from in_ware_batch_detail d join sku k on k.id = d.sku_id where d.in_ware_batch_id = ${id}
    order by coalesce(d.split_of_id, d.id), d.id`.execute(db);
  return { ...head, is_again_print: head.print_count > 1 ? 1 : 0, lines };
}
