import { sql } from 'kysely';
import { adjustKind } from '#contract/areas/members/member-adjust.ts';
import { bizOf, userStatus } from '#contract/areas/members/member-enums.ts';
import { orderFinished } from '#contract/areas/orders/order-events.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { moveMember } from './member-ledger.ts';

/**
 * What a member earns by an order that is finished: a point and a point of growth for each whole yuan (domain.md §13.8). Who is frozen or
 * erased earns nothing, and the sale stands all the same.
 */
export function earnByOrders({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(orderFinished, async (context, { user_id: userId, paid_amount: paid, order_no: sourceNo, at }) => {
    if (userId === null) return;
    const { rows } = await sql<{ status: number }>`
      update member_user set order_count = order_count + 1, total_amount = total_amount + ${paid}, last_order_at = greatest(last_order_at, ${at}::timestamptz)
      where id = ${userId} returning status`.execute(context.db);
    const change = Math.floor(paid / 100);
    if (rows[0]?.status !== userStatus.live || change === 0) return;
    for (const kind of [adjustKind.points, adjustKind.growth])
      await moveMember(context, { kind, userId, biz: bizOf.earned, change, sourceNo, reason: '订单完成' });
  });
}
