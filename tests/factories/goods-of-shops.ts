import type { Kysely } from 'kysely';
import { next } from './goods.ts';
import { insert } from './insert.ts';

/** What is known of goods in shops, each straight into its table; its id. */
export const goodsOfShops = (db: Kysely<unknown>) => ({
  grouped: async (spu_id: number): Promise<number> => {
    const n = next();
    const tag_id = await insert(db, 'spu_tag', { name: `分组${n}`, code: `G${n}`, spu_count: 1 });
    return await insert(db, 'spu_tag_style', { tag_id, spu_id });
  },
  labelled: async ({ shop_id, spu_id }: { shop_id: number; spu_id: number }): Promise<number> => {
    const label_id = await insert(db, 'goods_label', { name: `标识${next()}` });
    return await insert(db, 'goods_label_bind', { label_id, shop_id, spu_id });
  },
  shelved: async (given: { shop_id: number; sku_id: number }): Promise<number> => {
    const online = { is_online: true, online_shelf_status: 1 };
    return await insert(db, 'shop_goods', { goods_no: `SG${next()}`, shelf_status: 1, ...online, ...given });
  },
  pushed: async (given: { shop_id: number; spu_id: number }): Promise<number> => {
    const goods_push_id = await insert(db, 'goods_push', {
      push_no: `TS${next()}`,
      shop_ids: [given.shop_id],
      status: 1,
    });
    return await insert(db, 'goods_push_result', { goods_push_id, ...given });
  },
  bought: async (given: { shop_id: number; warehouse_id: number; user_id: number }): Promise<number> => {
    const when = '2026-03-01T00:00:00Z';
    const order = { order_no: `SO${next()}`, source: 1, sale_channel_type: 'shop', ordered_at: when, status: 5 };
    return await insert(db, 'sale_order', { ...order, ...given });
  },
});
