import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { pushedOrder } from '#contract/areas/orders/order-push.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';

export type Pushed = z.output<typeof pushedOrder>;

/** The records that a push names, by their ids. */
export interface Resolved {
  readonly shop_id: number | null;
  readonly warehouse_id: number;
  readonly user_id: number | null;
  readonly cashier_id: number | null;
  readonly sales_id: number | null;
  /** Of the items, in their order. */
  readonly goods: readonly { readonly id: number; readonly tag_price: number }[];
}

interface Found {
  shop_id: number | null;
  shop_warehouse_id: number | null;
  warehouse_id: number | null;
  user_id: number | null;
  cashier_id: number | null;
  sales_id: number | null;
}

/**
 * Finds what a push names. Refuses by field what nobody knows: without its shop, warehouse or goods a sale cannot be booked. People who are
 * not known are left out: what was sold was sold.
 */
export async function resolve(db: Kysely<unknown>, pushed: Pushed): Promise<Resolved> {
  const { rows } = await sql<Found>`
    select s.id as shop_id, s.warehouse_id as shop_warehouse_id,
      (select id from warehouse where warehouse_no = ${pushed.warehouse_no ?? null}::text) as warehouse_id,
      (select id from member_user where user_no = ${pushed.user_no ?? null}::text) as user_id,
      (select id from admin where username = ${pushed.cashier ?? null}::text) as cashier_id,
      (select id from admin where username = ${pushed.sales ?? null}::text) as sales_id
    from (select 1) one left join shop s on s.shop_no = ${pushed.shop_no ?? null}::text`.execute(db);
  const [found] = rows;
  if (pushed.shop_no && !found?.shop_id) throw unknown('shop_no', `没有编号为 ${pushed.shop_no} 的门店`);
  if (pushed.warehouse_no && !found?.warehouse_id)
    throw unknown('warehouse_no', `没有编号为 ${pushed.warehouse_no} 的仓库`);
  const warehouse = found?.warehouse_id ?? found?.shop_warehouse_id;
  if (!warehouse) throw unknown('warehouse_no', '门店没有对应的仓库，须指明发货仓');
  if (pushed.user_no && !found?.user_id) throw unknown('user_no', `没有编号为 ${pushed.user_no} 的会员`);
  return {
    shop_id: found?.shop_id ?? null,
    warehouse_id: warehouse,
    user_id: found?.user_id ?? null,
    cashier_id: found?.cashier_id ?? null,
    sales_id: found?.sales_id ?? null,
    goods: await goodsOf(db, pushed),
  };
}

async function goodsOf(db: Kysely<unknown>, { items }: Pushed): Promise<Resolved['goods']> {
  const { rows } = await sql<{ place: number; id: number | null; tag_price: number }>`
    select a.place::int, k.id, k.tag_price from unnest(${arrayOf(
      'text',
      items.map(({ sku_no }) => sku_no),
    )}) with ordinality as a (no, place)
    left join sku k on k.sku_no = a.no order by a.place`.execute(db);
  return rows.map(({ place, id, tag_price }) => {
    const item = items[place - 1];
    if (id === null) throw unknown(`items.${place - 1}.sku_no`, `第 ${place} 行没有编号为 ${item?.sku_no} 的货品`);
    return { id, tag_price };
  });
}

const unknown = (field: string, words: string) => new Refusal('invalid', words, field);
