import { sql } from 'kysely';
import type { CountedCheck } from '#server/kit/closing-check.ts';

/** What of the tills, channels and shops is in the way of closing a month (domain.md §7.1, the first three). */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'cashier',
    url: ({ start, end }) =>
      `/finance/cashreconList?status=[1,2,3,5]&business_date_from=${start}&business_date_to=${end}`,
    count: ({ start, end }) => sql`
      select count(*)::bigint as count from cashier_bill where status in (1, 2, 3, 5) and business_date between ${start}::date and ${end}::date`,
  },
  {
    // Days on which money came through a channel, by the kinds of payment of `match-lines.ts`, and whatever bill of a channel was begun.
    check: 'channels',
    url: '/finance/reconciliaList?status=[1,2]',
    count: ({ start, end }) => sql`
      select count(*)::bigint as count from (
        select distinct case when o.source = 4 and p.pay_type in (1, 2, 4, 8) then 4 when p.pay_type = 1 then 1 when p.pay_type = 2 then 2 when p.pay_type = 4 then 3 else 5 end as channel,
          (p.paid_at at time zone 'Asia/Shanghai')::date as day
        from order_payment p join sale_order o on o.id = p.order_id
        where p.paid_at >= (${start}::date::timestamp at time zone 'Asia/Shanghai') and p.paid_at < ((${end}::date + 1)::timestamp at time zone 'Asia/Shanghai')
          and (p.pay_type in (1, 2, 4, 6) or (o.source = 4 and p.pay_type = 8))
        union
        select channel, recon_date from channel_recon where recon_date between ${start}::date and ${end}::date
      ) due where not exists (select 1 from channel_recon r where r.channel = due.channel and r.recon_date = due.day and r.status = 3)`,
  },
  {
    // Of shops that are open and took something: settled, or at least audited where they are our own.
    check: 'shopBills',
    url: '/finance/shopreconList',
    count: ({ period, start, end }) => sql`
      select count(*)::bigint as count from shop s where s.status = 1
        and exists (select 1 from cashier_bill c where c.shop_id = s.id and c.business_date between ${start}::date and ${end}::date)
        and not exists (select 1 from shop_bill b where b.shop_id = s.id and b.period_type = 2 and b.period = ${period} and (b.status = 4 or (s.type = 1 and b.status = 3)))`,
  },
];
