import { sql } from 'kysely';
import { sharingShops } from '#contract/areas/cashier/cashier-enums.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { expensesOfShops } from '#server/terms/shop-expenses.ts';
import type { Span } from './period.ts';

interface Billing {
  readonly shops: readonly { readonly id: number; readonly type: number; readonly share_rate_bp: number | null }[];
  /** The cashiers' bills that count, with their shops. */
  readonly cashiers: readonly { readonly id: number; readonly shop_id: number }[];
  readonly span: Span;
  readonly periodType: number;
}

/**
 * What shops took and what they are to have of it, by shop. A share is the shop's rate of what came in less fees, rounded half up to the fen;
 * what is settled is that less the shop's expenses and with what its cashiers had too much or too little (amendments G16). A channel may tell its fee
 * once the payment has been billed: what the bills of a shop that shares have not taken yet of all that is known goes on the next one.
 */
export async function figuresOf(
  { db }: WriteContext,
  { shops, cashiers, span, periodType }: Billing,
): Promise<ReadonlyMap<number, Values>> {
  const expenses = await expensesOfShops(db, { shopIds: shops.map(({ id }) => id), ...span });
  const { rows } = await sql<Values & { shop_id: number }>`
    with of_shop as (
      select s.id as shop_id, s.expense, s.rate, s.shares = 1 as shares from ${rowsOf('s', {
        id: ['bigint', shops.map(({ id }) => id)],
        expense: ['bigint', shops.map(({ id }) => expenses.get(id) ?? 0)],
        rate: [
          'bigint',
          shops.map(({ type, share_rate_bp }) => (sharingShops.includes(type) ? (share_rate_bp ?? 0) : 0)),
        ],
        shares: ['smallint', shops.map(({ type }) => (sharingShops.includes(type) ? 1 : 0))],
      })}
    ), counted as (
      select id from ${rowsOf('c', { id: ['bigint', cashiers.map(({ id }) => id)] })}
    ), bills as (
      select b.shop_id, count(*) as bills, sum(b.diff_amount) as diff from cashier_bill b join counted c on c.id = b.id group by b.shop_id
    ), receipts as (
      select b.shop_id, r.kind, r.order_id, r.amount, case when r.kind = 1 then p.fee_amount else 0 end as fee
      from cashier_bill_receipt r join counted c on c.id = r.cashier_bill_id join cashier_bill b on b.id = r.cashier_bill_id
      left join order_payment p on p.id = r.payment_id
    ), taken as (
      select shop_id, sum(amount) filter (where kind = 1) as sold, sum(amount) filter (where kind = 2) as refunded, sum(fee) as fee from receipts group by shop_id
    ), live as (
      select b.id, b.shop_id, b.fee_amount from shop_bill b join of_shop s on s.shop_id = b.shop_id and s.shares
      where b.period_type = ${periodType} and b.status <> -1
    ), known as (
      select l.shop_id, sum(p.fee_amount) as fee from live l join shop_bill_cashier c on c.bill_id = l.id
      join cashier_bill_receipt r on r.cashier_bill_id = c.cashier_bill_id and r.kind = 1 join order_payment p on p.id = r.payment_id group by l.shop_id
    ), late as (
      select l.shop_id, coalesce(k.fee, 0) - l.fee as fee from (select shop_id, sum(fee_amount) as fee from live group by shop_id) l
      left join known k on k.shop_id = l.shop_id
    ), orders as (
      select t.shop_id, count(*) as orders, sum(o.promotion_amount + o.coupon_amount + o.point_amount + o.change_amount) as discount
      from (select distinct shop_id, order_id from receipts where kind = 1) t join sale_order o on o.id = t.order_id group by t.shop_id
    ), summed as (
      select s.*, coalesce(b.bills, 0) as bills, coalesce(b.diff, 0) as diff, coalesce(t.sold, 0) as sold, coalesce(t.refunded, 0) as refunded,
        greatest(coalesce(t.fee, 0) + coalesce(f.fee, 0), 0) as fee, coalesce(o.orders, 0) as orders, coalesce(o.discount, 0) as discount
      from of_shop s left join bills b on b.shop_id = s.shop_id left join taken t on t.shop_id = s.shop_id left join orders o on o.shop_id = s.shop_id
        left join late f on f.shop_id = s.shop_id
    ), shared as (
      select u.*, round((u.sold - u.refunded - u.fee)::numeric * u.rate / 10000) as share from summed u
    )
    select shop_id, bills::bigint as cashier_bill_count, orders::bigint as order_count, sold::bigint as sale_amount, refunded::bigint as refund_amount,
      discount::bigint as discount_amount, (sold - refunded)::bigint as receive_amount, fee::bigint as fee_amount, diff::bigint as cash_diff_amount,
      expense::bigint as expense_amount, rate::bigint as share_rate_bp, share::bigint as share_amount,
      (case when shares then share - expense + diff else 0 end)::bigint as settle_amount
    from shared`.execute(db);
  return new Map(rows.map((row) => [row.shop_id, { ...row }]));
}
