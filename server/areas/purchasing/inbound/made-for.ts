import { type Kysely, sql } from 'kysely';
import { codeSource } from '#contract/areas/codes/code-enums.ts';
import type { MadeFor } from '#server/ledger/coming-codes.ts';

/** What codes of the goods of a batch were made for: its appointment, and the orders that it brings goods of. */
export async function madeFor(
  db: Kysely<unknown>,
  { id, arrival_id }: { readonly id: number; readonly arrival_id?: unknown },
): Promise<MadeFor[]> {
  const { rows } = await sql<MadeFor>`
    select ${codeSource.arrivalOrder}::int as type, arrival_no as no, 0 as place from arrival_order where id = ${arrival_id}
    union all
    select ${codeSource.purchaseOrder}::int, o.purchase_no, 1 from purchase_order o where o.id in (
      select l.purchase_order_id from in_ware_batch_detail d join purchase_order_line l on l.id = d.purchase_line_id where d.in_ware_batch_id = ${id})
    order by place, no`.execute(db);
  return rows.map(({ type, no }) => ({ type, no }));
}
