import { sql } from 'kysely';
import { memberErased } from '#contract/areas/members/member-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/**
 * Where goods went says who somebody is, and goes with a member who is forgotten; what was bought and paid says it not, and stays. Refuses
 * while goods or money are still on their way to the member.
 */
export function forgetReceivers({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(memberErased, async ({ db }, { user_id: id }) => {
    const { rows } = await sql<{ order_no: string; count: number }>`
      select min(order_no) as order_no, count(*) as count from sale_order where user_id = ${id} and status in (1, 2, 3, 4)`.execute(
      db,
    );
    const [open] = rows;
    if (open && open.count > 0)
      throw new Refusal(
        'illegalTransition',
        `会员还有 ${open.count} 个未完成的订单（${open.order_no} 等），完成或取消后再注销`,
      );
    await sql`
      update sale_order set receiver = null, receiver_mobile = null, receiver_address = null
      where user_id = ${id} and coalesce(receiver, receiver_mobile, receiver_address) is not null`.execute(db);
  });
}
