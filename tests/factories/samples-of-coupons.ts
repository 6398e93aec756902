import { type Kysely, sql } from 'kysely';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { insert } from './insert.ts';
import { addMember } from './members.ts';
import { addOrder } from './orders.ts';
import type { Make, Special } from './samples.ts';

/** What coupons and sends ask of a sample besides. */
export const specialOfCoupons = (db: Kysely<unknown>, make: () => Make): Special => ({
  coupon: async () => couponSample,
  couponSend: async () => {
    const coupon_id = await make()(coupon);
    await sql`update coupon set status = 3, total_qty = 1000, per_user_limit = 100 where id = ${coupon_id}`.execute(db);
    return { coupon_id, target_type: 2, user_ids: [await addMember(db)], qty_per_user: 1, label_ids: undefined };
  },
});

const couponSample = {
  coupon_type: 1,
  threshold_amount: 20_000,
  discount_amount: 3000,
  valid_type: 2,
  valid_days: 30,
  total_qty: 1000,
  per_user_limit: 2,
  bear_side: 1,
};

/** Rows of what sends and orders write, straight into the tables. */
export const rowsOfCoupons = (db: Kysely<unknown>, make: () => Make) => ({
  couponSendLine: async () =>
    await insert(db, 'coupon_send_line', { send_id: await make()(couponSend), user_id: await addMember(db) }),
  userCoupon: async () =>
    await insert(db, 'user_coupon', {
      coupon_id: await make()(coupon),
      user_id: await addMember(db),
      got_at: '2026-05-01T00:00:00Z',
      valid_from: '2026-05-01T00:00:00Z',
      valid_to: '2026-06-01T00:00:00Z',
    }),
  couponNote: async () => {
    const { id } = await addOrder(db, { warehouse_id: await make()(warehouse), items: [] });
    return await insert(db, 'coupon_note', {
      order_id: id,
      order_no: `SO${id}`,
      code: `N${id}`,
      reason: '券码不存在',
      at: '2026-05-01T00:00:00Z',
    });
  },
});
