import { query } from '../../kit/call.ts';

/** To whom a send would go. */
export interface Targeting {
  target_type: number;
  label_ids?: number[] | undefined;
  user_ids?: number[] | undefined;
  /** Numbers of members, or whole mobiles. */
  names?: string[] | undefined;
}

/** A coupon in figures: how many there are of each sort now, and what happened on each of the last days. */
export interface CouponFigures {
  total_qty: number;
  sent_qty: number;
  free: number;
  locked: number;
  used: number;
  expired: number;
  voided: number;
  days: { day: string; sent: number; used: number }[];
}

const erp = { service: 'erp' } as const;

/** Calls of coupons that no definition spells. */
export const couponCalls = {
  /** How many members a send would reach now, and which names nobody has. */
  targets: query<Targeting, { user_count: number; unknown: string[] }>({
    ...erp,
    path: '/v1/coupon/sendTargets',
    access: 'coupon:sendAdd',
  }),
  figures: query<{ id: number }, CouponFigures>({ ...erp, path: '/v1/coupon/figures', access: 'coupon:view' }),
};
