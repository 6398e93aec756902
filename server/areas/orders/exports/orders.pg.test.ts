import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { orderSource, payType } from '#contract/areas/enums.ts';
import { shoppingBags } from '#contract/areas/orders/exports.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderStates } from '#contract/areas/orders/order-enums.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import { labelsOf } from '#contract/kit/states.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { addMember, addOrder } from '#tests/factories/orders.ts';
import { addShop } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

// Every filter of the payload against a filter over the rows themselves: what the sheet holds, and nothing else.

const { db } = await testDatabase();

interface Row {
  no: string;
  sku: Piece;
  [field: string]: unknown;
}

let rows: Row[];
let shops: number[];
let warehouses: number[];
let staff: Actor[];
let suppliers: number[];
let goods: Piece[];
let members: { id: number; no: string; mobile: string }[];

const items = 1;
const day = 86_400_000;
const firstOf2026 = Date.parse('2026-01-01T00:00:00Z');
const at = (n: number): string => new Date(firstOf2026 + n * day).toISOString();
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

beforeAll(async () => {
  const groups = [await pieces(db, 2), await pieces(db, 2), await pieces(db, 1)];
  const [coats = [], jackets = [], bags = []] = groups;
  goods = groups.flat();
  await sql`update category set parent_id = ${coats[0]?.category_id}, path = ${`${coats[0]?.category_id}/${jackets[0]?.category_id}`} where id = ${jackets[0]?.category_id}`.execute(
    db,
  );
  await sql`update category set code = 'PKG' where id = ${bags[0]?.category_id}`.execute(db);
  warehouses = [(await shelf(db)).id, (await shelf(db)).id];
  shops = [];
  for (const [n, id] of warehouses.entries()) shops.push(await addShop(db, { warehouse_id: id, name: `门店${n}` }));
  staff = [await person(db), await person(db), await person(db)];
  suppliers = [await seller(db), await seller(db)];
  members = [];
  for (const n of [0, 1, 2]) {
    const [no, mobile] = [`VIP${n}`, `1380000000${n}`];
    members.push({ id: await addMember(db, { user_no: no, mobile }), no, mobile });
  }
  rows = [];
  for (let n = 0; n < 42; n += 1) {
    const given = {
      order_no: `SO-${n}`,
      status: pick([1, 2, 3, 4, 5, 6, 7], n),
      source: pick([1, 2, 3, 4, 5], n),
      sale_channel_type: pick(['shop', 'mall', 'platform', 'agent'], n),
      sale_channel_value: pick(['甲店', '乙店', null, '丙店', '甲店'], n),
      ordered_at: at(n),
      paid_at: at(n),
      shipped_at: n % 3 === 0 ? null : at(n + 2),
      warehouse_id: pick(warehouses, n),
      shop_id: pick([...shops, null], n),
      user_id: pick([...members.map(({ id }) => id), null], n),
      receiver_mobile: pick(['13911112222', '13933334444', null], n),
      pay_type: pick([1, 2, 3, 4, null], n),
      sales_id: pick([staff[0]?.id ?? 0, staff[1]?.id ?? 0, null], n),
      cashier_id: pick([staff[1]?.id ?? 0, staff[2]?.id ?? 0], n),
    };
    const lines = [pick(goods, n), pick(goods, n + 3)].map((sku, place) => ({
      sku_id: sku.id,
      qty: 1 + place,
      supplier_id: pick([...suppliers, null], n + place),
    }));
    await addOrder(db, { ...given, items: lines });
    rows.push(...lines.map((line, place) => ({ ...given, ...line, no: `SO-${n}`, sku: pick(goods, n + 3 * place) })));
  }
});

const sheet = async (payload: Record<string, unknown>, actor = reader()): Promise<Sheet> =>
  await sheetOf(db, { type: taskType.orders, payload: { export_type: items, ...payload }, actor });
const lineOf = (row: Sheet[number]): string => `${row.订单号} ${row.SKU编码}`;
const lines = (wanted: readonly Row[]): string[] => wanted.map(({ no, sku }) => `${no} ${sku.sku_no}`);

/** A filter proves something only where it keeps some rows and drops others. */
async function expectKept(
  payload: Record<string, unknown>,
  keeps: (row: Row) => boolean,
  actor?: Actor,
): Promise<void> {
  const wanted = rows.filter(keeps);
  expect([wanted.length > 0, wanted.length < rows.length]).toEqual([true, true]);
  expect((await sheet(payload, actor)).map(lineOf)).toEqual(lines(wanted));
}

describe('lines of orders', () => {
  it('are all there without a filter, in order, and with every filter that means all', async () => {
    const all = {
      order_status: [0],
      source: [0],
      pay_type: [],
      admin_ids: [],
      category_ids: [],
      brand_ids: [],
      shop_ids: [],
      supplier_ids: [],
      product_type: 4,
      product_value: [],
    };
    expect((await sheet({})).map(lineOf)).toEqual(lines(rows));
    expect((await sheet(all)).map(lineOf)).toEqual(lines(rows));
  });

  it.each<[string, () => Record<string, unknown>, (row: Row) => boolean]>([
    ['order_status', () => ({ order_status: [2, 5] }), ({ status }) => status === 2 || status === 5],
    ['source', () => ({ source: [1, 4] }), ({ source }) => source === 1 || source === 4],
    ['pay_type', () => ({ pay_type: [3] }), ({ pay_type }) => pay_type === 3],
    [
      'start_time and end_time, both included',
      () => ({ start_time: at(5), end_time: at(9) }),
      ({ ordered_at }) => String(ordered_at) >= at(5) && String(ordered_at) <= at(9),
    ],
    [
      'deliver_goods_start_time and deliver_goods_end_time',
      () => ({ deliver_goods_start_time: at(12), deliver_goods_end_time: at(30) }),
      ({ shipped_at }) => shipped_at !== null && String(shipped_at) >= at(12) && String(shipped_at) <= at(30),
    ],
    ['sale_channel_type alone', () => ({ sale_channel_type: 'agent' }), (row) => row.sale_channel_type === 'agent'],
    [
      'sale_channel_type with its value',
      () => ({ sale_channel_type: 'shop', sale_channel_value: '甲店' }),
      (row) => row.sale_channel_type === 'shop' && row.sale_channel_value === '甲店',
    ],
    ['a mobile', () => ({ user_type: 1, user_value: '13800000001' }), (row) => row.user_id === members[1]?.id],
    ['a member’s number', () => ({ user_type: 2, user_value: 'VIP2' }), (row) => row.user_id === members[2]?.id],
    [
      'who receives',
      () => ({ user_type: 3, user_value: '13933334444' }),
      (row) => row.receiver_mobile === '13933334444',
    ],
    [
      'admin_ids, selling or at the till',
      () => ({ admin_ids: [staff[0]?.id, staff[2]?.id] }),
      (row) => row.sales_id === staff[0]?.id || row.cashier_id === staff[2]?.id,
    ],
    ['shop_ids', () => ({ shop_ids: [shops[1]] }), (row) => row.shop_id === shops[1]],
    ['supplier_ids', () => ({ supplier_ids: [suppliers[0]] }), (row) => row.supplier_id === suppliers[0]],
    ['brand_ids', () => ({ brand_ids: [goods[0]?.brand_id] }), ({ sku }) => sku.brand_id === goods[0]?.brand_id],
    [
      'category_ids with all below them',
      () => ({ category_ids: [goods[0]?.category_id] }),
      ({ sku }) => [goods[0]?.category_id, goods[2]?.category_id].includes(sku.category_id),
    ],
    [
      'category_ids of a leaf',
      () => ({ category_ids: [goods[2]?.category_id] }),
      ({ sku }) => sku.category_id === goods[2]?.category_id,
    ],
    [
      'product_value as SKU',
      () => ({ product_type: 1, product_value: [goods[1]?.sku_no, '没有'] }),
      ({ sku }) => sku.id === goods[1]?.id,
    ],
    [
      'product_value as barcode',
      () => ({ product_type: 3, product_value: [goods[3]?.barcode] }),
      ({ sku }) => sku.id === goods[3]?.id,
    ],
    [
      'product_value as SPU',
      () => ({ product_type: 2, product_value: [goods[0]?.sku_no.replace(/^S(-.*)-.*/, 'P$1')] }),
      ({ sku }) => sku.brand_id === goods[0]?.brand_id,
    ],
  ])('are filtered by %s', async (_field, payload, keeps) => {
    await expectKept(payload(), keeps);
  });

  it('meet all filters at once', async () => {
    await expectKept({ order_status: [1, 2, 3, 4], pay_type: [1, 2], brand_ids: [goods[0]?.brand_id] }, (row) => {
      return (
        Number(row.status) <= 4 && [1, 2].includes(Number(row.pay_type)) && row.sku.brand_id === goods[0]?.brand_id
      );
    });
  });

  it('stand under the headings, in words, yuan and the time of Shanghai', async () => {
    await sql`update sale_order set source_order_no = 'T-1', paid_at = '2026-01-01T17:30:00Z' where order_no = 'SO-1'`.execute(
      db,
    );
    await sql`update sale_order_item set promotion_amount = 105, coupon_amount = 7, point_amount = 1 where id = (select min(i.id) from sale_order_item i join sale_order o on o.id = i.sale_order_id where o.order_no = 'SO-1')`.execute(
      db,
    );
    const row = (await sheet({})).find(({ 订单号, 数量 }) => 订单号 === 'SO-1' && 数量 === 1);
    const piece = pick(goods, 1);
    expect(row).toEqual({
      订单号: 'SO-1',
      外部订单号: 'T-1',
      来源: orderSource[2],
      渠道: '自营商城 乙店',
      门店: '门店1',
      会员编号: 'VIP1',
      下单时间: '2026-01-02 08:00',
      支付时间: '2026-01-02 01:30',
      发货时间: '2026-01-04 08:00',
      状态: labelsOf(orderStates)[2],
      SKU编码: piece.sku_no,
      商品名称: piece.sku_no.replace(/^S-(.*)-.*/, '商品 $1'),
      颜色: '黑',
      尺码: '2',
      数量: 1,
      吊牌价: '99.00',
      售价: '49.50',
      促销优惠: '1.05',
      券抵扣: '0.07',
      积分抵扣: '0.01',
      成交金额: '49.50',
      支付方式: payType[2],
      导购: staff[1]?.nickname,
      供应商: (await sql<{ name: string }>`select name from supplier where id = ${suppliers[1]}`.execute(db)).rows[0]
        ?.name,
    });
  });

  it('give every state the words of the definition', async () => {
    const words = new Set((await sheet({})).map((row) => row.状态));
    expect(words).toEqual(new Set(Object.values(order.states ?? {}).map(([label]) => label)));
  });
});

describe('data scope', () => {
  const limited = (...scope: ScopeRule[]): Actor => reader({ scope });

  it('leaves nothing to who sees nothing', async () => {
    expect(await sheet({}, limited())).toEqual([]);
    expect(await sheet({}, limited({ warehouse: [999] }))).toEqual([]);
  });

  it.each<[string, () => ScopeRule[], (row: Row) => boolean]>([
    ['a warehouse', () => [{ warehouse: [warehouses[0] ?? 0] }], (row) => row.warehouse_id === warehouses[0]],
    ['a shop', () => [{ shop: [shops[1] ?? 0] }], (row) => row.shop_id === shops[1]],
    ['a brand', () => [{ brand: [goods[2]?.brand_id ?? 0] }], ({ sku }) => sku.brand_id === goods[2]?.brand_id],
    [
      'a category',
      () => [{ category: [goods[2]?.category_id ?? 0] }],
      ({ sku }) => sku.category_id === goods[2]?.category_id,
    ],
    ['a supplier', () => [{ supplier: [suppliers[0] ?? 0] }], (row) => row.supplier_id === suppliers[0]],
    [
      'two rules, each as a whole',
      () => [
        { warehouse: [warehouses[0] ?? 0], brand: [goods[0]?.brand_id ?? 0] },
        { warehouse: [warehouses[1] ?? 0], brand: [goods[2]?.brand_id ?? 0] },
      ],
      (row) => row.sku.brand_id === (row.warehouse_id === warehouses[0] ? goods[0] : goods[2])?.brand_id,
    ],
  ])('limits the lines by %s', async (_what, scope, keeps) => {
    await expectKept({}, keeps, limited(...scope()));
  });

  it('leaves names out that the person may not see, and keeps the row', async () => {
    const rule = { warehouse: warehouses, supplier: suppliers, shop: [shops[0] ?? 0] };
    const other = { warehouse: [warehouses[1] ?? 0] };
    const shown = await sheet({ shop_ids: [shops[1]] }, limited(rule, other));
    expect(shown.length).toBeGreaterThan(0);
    const names = new Set(shown.map((row) => row.门店));
    expect([...names]).toEqual(['门店1']);
    const hidden = await sheet(
      { shop_ids: [shops[1]] },
      limited({ brand: [goods[0]?.brand_id ?? 0], organize: [999] }),
    );
    expect(new Set(hidden.map((row) => row.门店))).toEqual(new Set([null]));
  });
});

describe('shopping bags', () => {
  it('are the lines whose category is PKG, and nothing else', async () => {
    const shown = await sheet({ export_type: shoppingBags });
    expect(shown.map((row) => `${row.订单号} ${row.购物袋SKU}`)).toEqual(
      lines(rows.filter(({ sku }) => sku === goods[4])),
    );
    expect(Object.keys(shown[0] ?? {})).toEqual([
      '订单号',
      '门店',
      '下单时间',
      '购物袋SKU',
      '购物袋名称',
      '数量',
      '金额',
      '收银员',
    ]);
  });

  it('are filtered by what their form asks', async () => {
    const asked = { export_type: shoppingBags, admin_ids: [staff[2]?.id], start_time: at(10), end_time: at(40) };
    const wanted = rows.filter(
      (row) =>
        row.sku === goods[4] &&
        row.cashier_id === staff[2]?.id &&
        String(row.ordered_at) >= at(10) &&
        String(row.ordered_at) <= at(40),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect((await sheet(asked)).map((row) => row.订单号)).toEqual(wanted.map(({ no }) => no));
  });
});

describe('imported history', () => {
  const imported = async (given: Record<string, unknown>): Promise<unknown> =>
    await addOrder(db, { warehouse_id: warehouses[0] ?? 0, imported: true, items: [], ...given });

  it('keeps a number that no other imported order has; an order of ours may have it too', async () => {
    await imported({ source_order_no: '536365' });
    await expect(imported({ source_order_no: '536365' })).rejects.toThrow(/sale_order_imported_key/);
    await expect(imported({ source_order_no: null })).rejects.toThrow(/sale_order_imported_check/);
    await imported({ source_order_no: '536365', imported: false });
  });
});
