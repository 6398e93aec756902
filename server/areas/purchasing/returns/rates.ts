import { sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import type { ReturnRate } from '#contract/areas/purchasing/back-order-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { keptTerms, shareOf } from '#server/terms/kept-terms.ts';

/** The contracts of which more goes back by this return than was agreed on, whatever its state: it warns, and refuses nothing. */
export async function readRates({ db, actor }: ReadContext, { id }: { id: number }): Promise<{ list: ReturnRate[] }> {
  const record = await readRecord(db, backOrder, { actor, id });
  if (!record) throw new Refusal('notFound');
  const { rows } = await sql<{ contract_id: number; counted: boolean; amount: number }>`
    select o.contract_id, r.status in (1, 2, 3, 4, 5) as counted,
      sum((case when r.status in (4, 5) then l.out_qty else l.qty end) * d.purchase_price)::bigint as amount
    from back_order r join back_order_line l on l.back_order_id = r.id join stock_batch s on s.id = l.stock_batch_id
      join in_ware_batch_detail d on d.id = s.in_ware_detail_id join in_ware_batch b on b.id = d.in_ware_batch_id
      join purchase_order o on o.id = b.purchase_id
    where r.id = ${id} and r.status <> -1 group by 1, 2`.execute(db);
  const own = new Map(rows.map((row) => [row.contract_id, row]));
  const list = (await keptTerms(db, { backId: id })).flatMap((one): ReturnRate[] => {
    const mine = own.get(one.contract_id);
    if (one.return_rate_bp === null || !mine) return [];
    const all = one.back_amount + one.leaving_amount;
    const others = mine.counted ? all - mine.amount : all;
    const returned = shareOf(others + mine.amount, one.in_amount);
    return returned > one.return_rate_bp
      ? [
          {
            contract_no: one.contract_no,
            return_rate_bp: one.return_rate_bp,
            others_bp: shareOf(others, one.in_amount),
            returned_bp: returned,
          },
        ]
      : [];
  });
  return { list };
}
