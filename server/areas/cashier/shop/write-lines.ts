import { sql } from 'kysely';
import { payType } from '#contract/areas/enums.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** A shop and the bill that was made for it. */
export interface BilledShop {
  readonly billId: number;
  readonly shopId: number;
}

/** What bills are made of, and the same cut by shop, person and account: each way comes to what was received (I52). */
export async function writeLines(
  { db }: WriteContext,
  billed: readonly BilledShop[],
  cashiers: readonly { readonly id: number; readonly shop_id: number }[],
): Promise<void> {
  const bills = new Map(billed.map(({ billId, shopId }) => [shopId, billId]));
  await sql`
    insert into shop_bill_cashier (bill_id, cashier_bill_id) select bill_id, id from ${rowsOf('c', {
      bill_id: ['bigint', cashiers.map(({ shop_id }) => bills.get(shop_id))],
      id: ['bigint', cashiers.map(({ id }) => id)],
    })} order by place`.execute(db);
  const ids = billed.map(({ billId }) => billId);
  const kinds = Object.entries(payType);
  const figures = sql`
    count(distinct r.order_id) filter (where r.kind = 1), coalesce(sum(r.amount) filter (where r.kind = 1), 0)::bigint,
    coalesce(sum(r.amount) filter (where r.kind = 2), 0)::bigint, coalesce(sum(case r.kind when 1 then r.amount else -r.amount end), 0)::bigint`;
  await sql`
    with r as (
      select c.bill_id, b.shop_id, s.name as shop, b.cashier_id, a.nickname as cashier, b.business_date, r.kind, r.order_id, r.amount, r.pay_type,
        coalesce(nullif(r.payee_account, ''), k.name) as account
      from shop_bill_cashier c join cashier_bill b on b.id = c.cashier_bill_id join cashier_bill_receipt r on r.cashier_bill_id = b.id
      join shop s on s.id = b.shop_id join admin a on a.id = b.cashier_id
      left join ${rowsOf('k', {
        code: ['smallint', kinds.map(([code]) => Number(code))],
        name: ['text', kinds.map(([, name]) => name)],
      })} on k.code = r.pay_type
      where c.bill_id = any(${ids})
    )
    insert into shop_bill_line (bill_id, dimension, key_id, key_name, business_date, pay_type, order_count, sale_amount, refund_amount, receive_amount)
    select bill_id, 'store', shop_id, max(shop), business_date, null::smallint, ${figures} from r group by bill_id, shop_id, business_date
    union all
    select bill_id, 'people', cashier_id, coalesce(max(cashier), ''), business_date, null, ${figures} from r group by bill_id, cashier_id, business_date
    union all
    select bill_id, 'account', null, coalesce(account, ''), business_date, pay_type, ${figures} from r group by bill_id, account, business_date, pay_type
    order by 1, 2, 5`.execute(db);
}
