import {
  type BookedMembership,
  type BookedRebate,
  membershipBought,
  membershipEnded,
  membershipRefunded,
  rebateSettled,
  rebateTakenBack,
} from '#contract/areas/members/member-events.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import { type Booking, booking, type Part } from './booking.ts';

const membershipNamed = ({ membership_id: id, membership_no: no }: BookedMembership) => ({
  source: { definition: paidMembership, id, no },
});

const auxOf = ({ shop_id }: BookedMembership) => ({ debit: { shop_id }, credit: { shop_id } });

/** What is earned of a membership: its tax is due with it. */
function earnedParts(of: BookedMembership, amount: number): readonly Part[] {
  const tax = taxWithin(amount, of.tax_rate_bp);
  return [
    { part: 'earned', amount: amount - tax, ...auxOf(of) },
    { part: 'tax', amount: tax, ...auxOf(of) },
  ];
}

const bookedRebate = (of: BookedRebate, words: string, amount: number) => ({
  source: { definition: rebate, id: of.rebate_id, no: of.rebate_no },
  day: of.business_date,
  summary: `${words} ${of.rebate_no}`,
  parts: [{ part: 'rebate', amount, debit: { shop_id: of.shop_id }, credit: { shop_id: of.shop_id } }],
});

/** Paid memberships that were bought by hand (decision 0112): owed to the member until their time is over, then earned; and their rebates (decision 0113). */
export const memberBookings: readonly Booking[] = [
  booking({
    kind: membershipBought,
    biz: 20,
    read: async (_context, of) => ({
      ...membershipNamed(of),
      day: of.business_date,
      summary: `付费会员开通 ${of.membership_no}`,
      parts: [{ part: `bought${of.pay_type}`, amount: of.amount, ...auxOf(of) }],
    }),
  }),
  booking({
    kind: membershipEnded,
    biz: 20,
    read: async (_context, of) => ({
      ...membershipNamed(of),
      day: of.business_date,
      summary: `付费会员到期 ${of.membership_no}`,
      parts: earnedParts(of, of.amount),
    }),
  }),
  booking({
    kind: membershipRefunded,
    biz: 20,
    read: async (_context, of) => ({
      ...membershipNamed(of),
      day: of.business_date,
      summary: `付费会员退订 ${of.membership_no}`,
      parts: [
        { part: `refunded${of.pay_type}`, amount: of.refund_amount, ...auxOf(of) },
        ...earnedParts(of, of.amount - of.refund_amount),
      ],
    }),
  }),
  booking({
    kind: rebateSettled,
    biz: 21,
    read: async (_context, of) => bookedRebate(of, '会员返利发放', of.amount),
  }),
  booking({
    kind: rebateTakenBack,
    biz: 21,
    read: async (_context, of) => bookedRebate(of, '会员返利扣回', -of.amount),
  }),
];
