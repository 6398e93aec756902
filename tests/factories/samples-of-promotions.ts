import type { Kysely } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { gift } from '#contract/areas/promotions/gift.ts';
import { insert } from './insert.ts';
import { addGift } from './promotions.ts';
import type { Make, Special } from './samples.ts';
import { stocked } from './stocked.ts';

const span = { start_time: '2099-03-01T00:00:00.000Z', end_time: '2099-03-08T00:00:00.000Z' };

/** What the rules and guards of promotions ask of a sample besides: something taken off something, and a time to come. */
export const promotionSamples = (_db: Kysely<unknown>, make: Make): Special => ({
  promotion: async () => ({
    ...span,
    promotion_type: 2,
    discount_x10: 90,
    bear_side: 1,
    shop_ids: [await make(shop)],
    lines: [],
  }),
  // A piece is one gift only.
  gift: async () => ({ sku_id: await make(sku) }),
  giftActivity: async () => ({
    ...span,
    trigger_type: 2,
    threshold_qty: 2,
    shop_ids: [await make(shop)],
    lines: [{ gift_id: await make(gift), qty: 1, limit_qty: 5 }],
  }),
});

/** Records that no call of their own makes. */
export const promotionRecords = (db: Kysely<unknown>): Readonly<Record<string, () => Promise<number>>> => ({
  giftReserve: async () => (await kept(db)).id,
  giftStock: async () => {
    const { gift_id, warehouse_id } = await kept(db);
    return gift_id * 1_000_000 + warehouse_id;
  },
});

async function kept(db: Kysely<unknown>): Promise<{ id: number; gift_id: number; warehouse_id: number }> {
  const { warehouse_id, sku_id } = await stocked(db);
  const gift_id = await addGift(db, sku_id);
  const id = await insert(db, 'gift_reserve', {
    reserve_no: `ZY${String(gift_id).padStart(8, '0')}`,
    gift_id,
    warehouse_id,
    status: 1,
  });
  return { id, gift_id, warehouse_id };
}
