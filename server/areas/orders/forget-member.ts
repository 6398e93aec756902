import { sql } from 'kysely';
import { memberForgotten } from '#contract/areas/members/member-events.ts';
import { orderState } from '#contract/areas/orders/order-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

const open: readonly number[] = [orderState.toPay, orderState.toShip, orderState.partlyShipped, orderState.shipped];

/**
 * Where goods went says who somebody is: with a member who is forgotten it goes from their orders, and from what was pushed of them and refused.
 * Whoever still waits for goods is still to be found, and is not forgotten yet.
 */
export function forgetReceivers({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(memberForgotten, async ({ db }, { user_id: id, user_no: no }) => {
    const { rows } = await sql<{ order_no: string; count: number }>`
      select min(order_no) as order_no, count(*) as count from sale_order where user_id = ${id} and status = any(${[...open]}::smallint[])`.execute(
      db,
    );
    const [found] = rows;
    if (found && found.count > 0)
      throw new Refusal(
        'illegalTransition',
        `会员还有 ${found.count} 个未完成的订单（${found.order_no} 等），完成或取消后再注销`,
      );
    await sql`
      update sale_order set receiver = null, receiver_mobile = null, receiver_address = null
      where user_id = ${id} and coalesce(receiver, receiver_mobile, receiver_address) is not null`.execute(db);
    await sql`
      update push_refusal_body set body = body - array['receiver', 'receiver_mobile', 'receiver_address', 'buyer_remark']
      where body ->> 'user_no' = ${no}`.execute(db);
  });
}
