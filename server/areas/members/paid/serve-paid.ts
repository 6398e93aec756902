import { sql } from 'kysely';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import {
  type BookedMembership,
  membershipBought,
  membershipEnded,
  membershipRefunded,
} from '#contract/areas/members/member-events.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { moveUp, termOf } from './terms.ts';

/** Plans, and memberships that are bought by hand, given back with a second person, or over (domain.md §4.22, decision 0112). */
export function servePaid(kit: Kit): void {
  serveEntity(kit, paidPlan);
  const { events } = kit.registry;
  serveDocument(kit, paidMembership, {
    derive: (context, values) => buy(context, values),
    after: async (context, id, values) =>
      await events.emit(context, membershipBought, bookedOf(context, { ...values, id } as never)),
    transitions: {
      refund: {
        guard: async ({ document }) => refuseTooMuch(document),
        effect: async ({ context, document }) => {
          await moveUp(context, document);
          await events.emit(context, membershipRefunded, {
            ...bookedOf(context, document),
            refund_amount: Number(document.refund_amount),
          });
          return {};
        },
      },
      revoke: {
        effect: async ({ context, document }) => {
          await moveUp(context, document);
          return { refund_amount: document.amount };
        },
      },
      expire: {
        effect: async ({ context, document }: Step<typeof paidMembership>) => {
          if (document.order_id === null) await events.emit(context, membershipEnded, bookedOf(context, document));
          return {};
        },
      },
    },
  });
}

/** The terms of the plan as they are today, for its price, behind what the member has already. */
async function buy(
  context: WriteContext,
  { user_id, plan_id }: SavedValues<typeof paidMembership>,
): Promise<Record<string, unknown>> {
  const { rows: members } = await sql<{ status: number; user_no: string }>`
    select status, user_no from member_user where id = ${user_id} for no key update`.execute(context.db);
  const [member] = members;
  if (member && member.status !== userStatus.live)
    throw new Refusal('invalid', `会员 ${member.user_no} 已冻结或注销`, 'user_id');
  const { rows } = await sql<{
    price: number;
    days: number;
    discount_x10: number | null;
    rebate_rate_bp: number;
    tax_rate_bp: number;
    status: number;
    name: string;
  }>`
    select price, days, discount_x10, rebate_rate_bp, tax_rate_bp, status, name from paid_plan where id = ${plan_id} for share`.execute(
    context.db,
  );
  const [plan] = rows;
  // Neither is there: the references of the save say so themselves.
  if (!plan || !member) return {};
  if (plan.status !== 1) throw new Refusal('invalid', `方案“${plan.name}”已停用`, 'plan_id');
  const { price: amount, discount_x10, rebate_rate_bp, tax_rate_bp } = plan;
  const term = await termOf(context, { userId: Number(user_id), days: plan.days });
  return { amount, discount_x10, rebate_rate_bp, tax_rate_bp, ...term };
}

function refuseTooMuch({ order_id, order_no, amount, refund_amount }: LockedDocument<typeof paidMembership>): void {
  if (order_id !== null)
    throw new Refusal('illegalTransition', `由订单 ${String(order_no)} 购买，请在订单退款，退款后自动退订`);
  if (Number(refund_amount) > Number(amount))
    throw new Refusal('invalid', `实付 ${printYuan(Number(amount))}，退款不能超过实付`, 'refund_amount');
}

const bookedOf = (
  { now }: WriteContext,
  {
    id,
    membership_no,
    user_id,
    shop_id,
    pay_type,
    amount,
    tax_rate_bp,
  }: Pick<
    LockedDocument<typeof paidMembership>,
    'id' | 'membership_no' | 'user_id' | 'shop_id' | 'pay_type' | 'amount' | 'tax_rate_bp'
  >,
): BookedMembership => ({
  membership_id: id,
  membership_no,
  user_id,
  shop_id: shop_id ?? null,
  pay_type: pay_type as number,
  amount: amount as number,
  tax_rate_bp: tax_rate_bp as number,
  business_date: businessDay(now),
});
