import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';

/** Brings what members say of their orders into step with the orders, for those whom this import touched. */
export async function renewMembers(tx: Tx): Promise<void> {
  await sql`
    update member_user u set order_count = s.orders, total_amount = s.amount, last_order_at = s.last_at
    from (
      select o.user_id, count(*) as orders, sum(o.paid_amount - o.refund_amount) as amount, max(o.ordered_at) as last_at
      from sale_order o where o.status in (3, 4, 5, 7)
        and o.user_id in (select u2.id from member_user u2 join (select distinct customer from import_judged where refusal is null and not there) c on c.customer = u2.user_no)
      group by o.user_id
    ) s where u.id = s.user_id`.execute(tx);
}
