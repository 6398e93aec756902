import { sql } from 'kysely';
import { taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import type { Tx } from '#server/database/transaction.ts';

/** Money of a line of an order that goes back. Fen. */
export interface LineBack {
  readonly item_id: number;
  readonly amount: number;
}

/**
 * The tax within what goes back of lines: of the tax that each line was sold with, by what went back of it before, so that a line that goes back
 * whole, in however many parts, leaves no tax (amendments H1). The order is held.
 */
export async function taxBack<Line extends LineBack>(
  db: Tx,
  lines: readonly Line[],
): Promise<(Line & { tax_amount: number })[]> {
  const { rows } = await sql<{ id: number; sold: number; covered: number; tax: number; back: number; rate: number }>`
    select i.id, case when i.qty = 0 then 0 else div(i.final_amount::numeric * i.shipped_qty, i.qty) end::bigint as sold,
      coalesce(b.final, 0)::bigint as covered, coalesce(b.tax, 0)::bigint as tax, (i.refund_amount + x.exchanged)::bigint as back, coalesce(p.tax_rate_bp, 0) as rate
    from sale_order_item i join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id
    left join lateral (select sum(final_amount) as final, sum(tax_amount) as tax from order_item_batch where order_item_id = i.id) b on true
    cross join lateral (
      select coalesce(sum(l.refund_amount), 0) as exchanged from order_service_line l join order_service v on v.id = l.order_service_id
      where l.order_item_id = i.id and v.new_order_id is not null) x
    where i.id = any(${lines.map(({ item_id }) => item_id)}::bigint[])`.execute(db);
  const sold = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => {
    const of = sold.get(line.item_id);
    if (!of) return { ...line, tax_amount: 0 };
    // Pieces that left below nothing have no batch yet, and history has none at all: what they were sold for is the rest.
    const tax = of.tax + taxWithin(Math.max(of.sold - of.covered, 0), of.rate);
    const upTo = (amount: number) => roundedShare(tax, amount, of.sold);
    return { ...line, tax_amount: upTo(of.back + line.amount) - upTo(of.back) };
  });
}

/** Rounded half up to the fen. */
const roundedShare = (amount: number, part: number, whole: number): number =>
  whole <= 0 ? 0 : Number((BigInt(amount) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
