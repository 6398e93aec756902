import { sql } from 'kysely';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { balancesOf } from '../suppliers.ts';

/**
 * Writes what each line of a statement is worth and what the whole comes to: goods by their bills, the rest item by item, tax as it stands
 * in them (domain.md §3.10, amendments G7). Refuses to set off more than was paid ahead, or than there is to pay.
 */
export async function sumUpStatement({ db }: WriteContext, id: number): Promise<void> {
  await sql`
    update statement_line l set item_type = i.item_type, amount = coalesce(b.total_amount, i.amount), tax_amount = coalesce(b.tax_amount, i.tax_amount)
    from statement_line m left join check_bill b on b.id = m.check_bill_id left join settle_item i on i.id = m.settle_item_id
    where m.id = l.id and l.statement_id = ${id}`.execute(db);
  const of = (type: number) => sql`coalesce(sum(l.amount) filter (where l.item_type = ${type}), 0)`;
  const { rows } = await sql<{ supplier_id: number; total_amount: number; prepay_offset_amount: number }>`
    update statement s set goods_amount = t.goods, check_adjust_amount = t.checked, fine_amount = t.fine, expense_amount = t.expense, adjust_amount = t.adjust,
      carried_amount = t.carried, total_amount = t.total, tax_amount = t.tax, payable_amount = t.total - s.prepay_offset_amount,
      unpaid_amount = t.total - s.prepay_offset_amount - s.paid_amount, period_from = t.first, period_to = t.last, purchaser_id = p.purchaser_id
    from supplier p, (
      select coalesce(sum(b.total_amount - b.adjust_amount), 0) as goods, coalesce(sum(b.adjust_amount), 0) as checked, ${of(settleItemType.fine)} as fine,
        ${of(settleItemType.expense)} as expense, ${of(settleItemType.costAdjust)} as adjust, ${of(settleItemType.carried)} as carried,
        coalesce(sum(l.amount), 0) as total, coalesce(sum(l.tax_amount), 0) as tax, min(coalesce(b.period_from, i.occur_date)) as first,
        max(coalesce(b.period_to, i.occur_date)) as last
      from statement_line l left join check_bill b on b.id = l.check_bill_id left join settle_item i on i.id = l.settle_item_id where l.statement_id = ${id}
    ) t where s.id = ${id} and p.id = s.supplier_id returning s.supplier_id, s.total_amount, s.prepay_offset_amount`.execute(
    db,
  );
  const [summed] = rows;
  if (!summed) throw new Refusal('notFound');
  const { supplier_id, total_amount: total, prepay_offset_amount: offset } = summed;
  if (offset === 0) return;
  if (offset > Math.max(0, total))
    throw new Refusal(
      'invalid',
      `预付冲抵 ${printYuan(offset)} 超过结算金额 ${printYuan(total)}`,
      'prepay_offset_amount',
    );
  const { prepaid_free: free } = await balancesOf(db, supplier_id, id);
  if (offset > free)
    throw new Refusal(
      'invalid',
      `预付冲抵 ${printYuan(offset)} 超过可用预付 ${printYuan(free)}`,
      'prepay_offset_amount',
    );
}
