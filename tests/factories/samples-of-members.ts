import { type Kysely, sql } from 'kysely';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import type { Make, Special } from './samples.ts';
import { unpaidOrder } from './samples-of-orders.ts';

/** What the guards of paid memberships ask of samples: how they were paid, and where. */
export const samplesOfMembers = (make: () => Make): Special => ({
  paidMembership: async () => ({ pay_type: 3, shop_id: await make()(shop) }),
});

/** Records of members that no call makes, by the name of their definition. */
export const membersByHand = (
  db: Kysely<unknown>,
  make: () => Make,
): Readonly<Record<string, () => Promise<number>>> => ({
  rebate: async () => {
    const membership_id = await make()(paidMembership);
    const { rows } = await sql<{ user_id: number }>`
      select user_id from paid_membership where id = ${membership_id}`.execute(db);
    const order_id = await unpaidOrder(db, make());
    const { rows: orders } = await sql<{
      shop_id: number;
    }>`select shop_id from sale_order where id = ${order_id}`.execute(db);
    return await insert(db, 'rebate', {
      rebate_no: `FL260101${String(next()).padStart(5, '0')}`,
      user_id: rows[0]?.user_id,
      membership_id,
      order_id,
      order_no: `SO${order_id}`,
      shop_id: orders[0]?.shop_id,
      base_amount: 10_000,
      rate_bp: 200,
      amount: 200,
      due_at: '2026-01-31T02:00:00Z',
      status: 1,
    });
  },
});
