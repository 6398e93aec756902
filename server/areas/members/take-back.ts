import { sql } from 'kysely';
import { adjustKind } from '#contract/areas/members/member-adjust.ts';
import { bizOf } from '#contract/areas/members/member-enums.ts';
import { exchangeCredited, orderRefunded } from '#contract/areas/orders/order-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { writeMove } from './member-ledger.ts';

/** Money of an order that went back, or became the credit of an exchange. */
interface Back {
  readonly userId: number | null;
  readonly orderId: number;
  readonly orderNo: string;
  /** What went back now, and the document that says so: it does not count itself yet. */
  readonly amount: number;
  readonly refundId: number | null;
  readonly serviceId: number | null;
  readonly no: string;
}

/**
 * What a member earned by an order goes with the money that goes back (domain.md §4.22): an order is worth a point and a point of growth for
 * each whole yuan that stays. What goods are exchanged for is an order that earns by itself, so the old one earns that much less.
 */
export function takeBackEarned({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(orderRefunded, async (context, { user_id, order_id, order_no, amount, refund_id, refund_no }) => {
    await takeBack(context, {
      userId: user_id,
      orderId: order_id,
      orderNo: order_no,
      amount,
      refundId: refund_id,
      serviceId: null,
      no: refund_no,
    });
  });
  events.on(exchangeCredited, async (context, { user_id, order_id, order_no, amount, service_id, service_no }) => {
    await takeBack(context, {
      userId: user_id,
      orderId: order_id,
      orderNo: order_no,
      amount,
      refundId: null,
      serviceId: service_id,
      no: service_no,
    });
  });
}

async function takeBack(context: WriteContext, back: Back): Promise<void> {
  const { db } = context;
  const { userId, orderId, orderNo, refundId, serviceId, amount, no } = back;
  if (userId === null) return;
  const { rows } = await sql<{ stays: number; counted: boolean; points: number; growth: number }>`
    select (o.paid_amount - ${amount}
        - coalesce((select sum(r.amount) from order_refund r where r.order_id = o.id and r.status = 4 and r.id is distinct from ${refundId}::bigint), 0)
        - coalesce((select sum(v.deal_amount) from order_service v
          where v.order_id = o.id and v.new_order_id is not null and v.id is distinct from ${serviceId}::bigint), 0))::bigint as stays,
      o.finished_at is not null and (${refundId}::bigint is null or exists (
        select 1 from order_refund r where r.id = ${refundId} and r.created_at >= o.finished_at)) as counted,
      (select coalesce(sum(change_value), 0) from member_point where user_id = ${userId} and source_no = o.order_no and biz_type in (1, 2))::bigint as points,
      (select coalesce(sum(change_value), 0) from member_growth where user_id = ${userId} and source_no = o.order_no and biz_type in (1, 2))::bigint as growth
    from sale_order o where o.id = ${orderId}`.execute(db);
  const [found] = rows;
  if (!found) return;
  // What was asked back before the order was finished had been left out of what the member spent.
  if (found.counted)
    await sql`update member_user set total_amount = greatest(total_amount - ${amount}, 0) where id = ${userId}`.execute(
      db,
    );
  const worth = Math.floor(Math.max(found.stays, 0) / 100);
  const shared = { userId, sourceNo: orderNo, reason: `退款 ${no}` };
  for (const [kind, earned] of [
    [adjustKind.points, found.points],
    [adjustKind.growth, found.growth],
  ] as const)
    if (earned > worth) await writeMove(context, { ...shared, kind, biz: bizOf.takenBack, change: worth - earned });
}
