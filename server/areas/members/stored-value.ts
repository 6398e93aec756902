import { sql } from 'kysely';
import { storedBizOf } from '#contract/areas/members/member-enums.ts';
import { orderPaid, orderRefunded } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** 储值卡 of pay_type. */
const stored = 5;

interface Move {
  readonly userId: number;
  readonly biz: number;
  readonly change: number;
  readonly sourceNo: string;
}

/** Stored value goes with what is paid by it and comes back with what is refunded as it (amendments G15). */
export function followStoredValue({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(orderRefunded, async (context, { user_id: userId, refund_no: sourceNo, parts }) => {
    const change = amountOf(parts);
    if (userId !== null && change > 0)
      await moveStored(context, { userId, biz: storedBizOf.refunded, change, sourceNo });
  });
  events.on(orderPaid, async (context, { user_id: userId, order_no: sourceNo, payments }) => {
    const change = -amountOf(payments);
    if (change < 0 && userId === null) throw new Refusal('invalid', '储值支付须有会员', 'user_no');
    if (userId !== null && change < 0) await moveStored(context, { userId, biz: storedBizOf.paid, change, sourceNo });
  });
}

const amountOf = (parts: readonly { pay_type: number; amount: number }[]): number =>
  parts.reduce((sum, { pay_type: type, amount }) => sum + (type === stored ? amount : 0), 0);

/** Moves the stored value of a member under the member's lock by a row of the log; the database adds it to the balance, which nothing else changes. */
export async function moveStored({ db, actor, now }: WriteContext, move: Move): Promise<void> {
  const { rows } = await sql<{ stored_balance: number; user_no: string }>`
    select stored_balance, user_no from member_user where id = ${move.userId} for no key update`.execute(db);
  const [member] = rows;
  if (!member) throw new Refusal('notFound', '会员不存在');
  // Below nothing by what a rebate takes back alone (amendments G19).
  if (move.biz === storedBizOf.paid && member.stored_balance + move.change < 0)
    throw new Refusal(
      'invalid',
      `会员 ${member.user_no} 的储值余额为 ${printYuan(member.stored_balance)}，不够支付`,
      'payments',
    );
  await sql`
    insert into member_stored (user_id, biz_type, change_value, source_no, at, admin_id)
    values (${move.userId}, ${move.biz}, ${move.change}, ${move.sourceNo}, ${now.toISOString()}, ${actor.id})`.execute(
    db,
  );
}
