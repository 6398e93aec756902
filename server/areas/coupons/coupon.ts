import { sql } from 'kysely';
import type { coupon } from '#contract/areas/coupons/coupon.ts';
import { userCouponStatus } from '#contract/areas/coupons/coupon-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';

const refusePast = async ({ context, document }: Step<typeof coupon>): Promise<void> => {
  const until = document.valid_to as Date | string | null;
  if (until !== null && new Date(until).getTime() <= context.now.getTime())
    throw new Refusal('invalid', '有效结束已过，请修改后再提交', 'valid_to');
};

/** Kinds of coupons: two audits, over when their dates are, and void with all that nobody has used yet (domain.md §4.20). */
export const couponHooks: DocumentHooks<typeof coupon> = {
  transitions: {
    submit: { guard: refusePast },
    financeAudit: {
      async guard(step) {
        if (!step.rejects) await refusePast(step);
      },
    },
    expire: {
      async effect({ context, document }) {
        await leave(context, document.id, userCouponStatus.expired);
        return {};
      },
    },
    cancel: {
      async effect({ context, document }) {
        await leave(context, document.id, userCouponStatus.voided);
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from user_coupon where coupon_id = ${document.id} and status <> ${userCouponStatus.voided}`.execute(
          context.db,
        );
        return { sent_qty: rows[0]?.count ?? 0 };
      },
    },
  },
};

/** Nobody uses what members still have of it; what an order holds stays its own. The coupon is locked. */
async function leave({ db }: WriteContext, id: number, status: number): Promise<void> {
  await sql`update user_coupon set status = ${status} where coupon_id = ${id} and status = ${userCouponStatus.free}`.execute(
    db,
  );
}
