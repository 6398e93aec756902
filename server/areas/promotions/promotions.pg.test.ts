// One chain of work by hand, from the gift on its shelf to the order that took it: its steps share their set-up.
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { goodsSold, type OrderNamed, orderCancelled, orderPlaced } from '#contract/areas/orders/order-events.ts';
import { giftReserveCall, giftStock } from '#contract/areas/promotions/gift-stock.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { contextIn } from '#tests/factories/context.ts';
import { insert } from '#tests/factories/insert.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { activities, addGift, campaign, marketers } from '#tests/factories/promotions.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, stockPeople } from '#tests/factories/stock.ts';

let house: House;
let people: Awaited<ReturnType<typeof marketers>>;
let goods: number[];
let place: { warehouse: number; shop: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await marketers(house);
  goods = (await pieces(house.db, 4)).map(({ id }) => id);
  const warehouse = (await shelf(house.db)).id;
  const district = await insert(house.db, 'organize', { name: '华东', code: 'D1', type: 3 });
  const shop = await insert(house.db, 'shop', {
    shop_no: 'T001',
    name: '一店',
    type: 1,
    status: 1,
    warehouse_id: warehouse,
    district_id: district,
    area_code: '310000',
    address: '某路',
  });
  place = { warehouse, shop };
  await adjust(house, {
    people: await stockPeople(house),
    warehouse,
    type: adjustType.opening,
    lines: goods.map((sku_id) => ({ sku_id, qty: 20 })),
  });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const times = { start_time: '2026-03-03T00:00:00.000Z', end_time: '2026-03-10T00:00:00.000Z' };
const draft = (more: object = {}) =>
  house.ask(people.maker, campaign.add, {
    name: '春季折扣',
    promotion_type: 2,
    discount_x10: 80,
    bear_side: 1,
    ...times,
    lines: [{ sku_id: goods[0] }],
    ...more,
  } as never);
const move = (who: keyof typeof people, call: typeof campaign.submit, input: object) =>
  house.ask(people[who], call, input as never);
const read = async (id: number) => (await house.ask(people.maker, campaign.detail, { id })) as unknown as Row;
type Row = Record<string, unknown>;

/** What orders would tell, in a transaction of its own. */
async function tell<P>(kind: EventKind<P>, payload: P): Promise<void> {
  await inTransaction(house.db, async (db) => {
    await house.kit.registry.events.emit(contextIn(house, db, people.maker), kind, payload);
  });
}

const named = (order_id: number): OrderNamed => ({
  order_id,
  order_no: `SO${order_id}`,
  source: 1,
  sale_channel_type: 'shop',
  shop_id: place.shop,
  warehouse_id: place.warehouse,
  user_id: null,
  cashier_id: null,
  sales_id: null,
  shift: null,
  at: house.clock.now().toISOString(),
  business_date: '2026-03-04',
});

describe('a promotion', () => {
  it('is refused where its rule, its times or its lines do not fit, by field', async () => {
    for (const [more, field] of [
      [{ end_time: times.start_time }, 'end_time'],
      [{ promotion_type: 1, discount_x10: null, lines: [{ sku_id: goods[0], promo_price: 0 }] }, 'lines.0.promo_price'],
      [{ promotion_type: 1, discount_x10: null }, 'lines.0.promo_price'],
      [{ promotion_type: 1, discount_x10: null, cut_amount: 100, lines: [] }, 'lines'],
      [{ lines: [{ is_exclude: false }] }, 'lines.0.sku_id'],
      [{ promotion_type: 3, discount_x10: null }, 'step_amount_1'],
      [{ promotion_type: 3, discount_x10: null, step_amount_1: 100, step_cut_1: 200 }, 'step_cut_1'],
      [
        {
          promotion_type: 3,
          discount_x10: null,
          step_amount_1: 900,
          step_cut_1: 200,
          step_amount_2: 800,
          step_cut_2: 300,
        },
        'step_amount_2',
      ],
      [{ nth: 2 }, 'nth'],
      [{ bear_side: 3, supplier_rate_bp: 0 }, 'supplier_rate_bp'],
      [{ shop_ids: [999_999] }, 'shop_ids'],
    ] as const)
      await expect(draft(more)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('is verified twice by others, begins and ends by the clock, and stands in the way of its like', async () => {
    const { id, version } = await draft({ shop_ids: [place.shop] });
    expect(await read(id)).toMatchObject({ status: 0, goods_count: 1, concerned_shop_ids: [place.shop] });
    await move('maker', campaign.submit, { id, version });
    await expect(move('maker', campaign.department, { id, result: 1 })).rejects.toThrow('您是制单人，不能部门审核');
    await move('manager', campaign.department, { id, result: 1 });
    await expect(move('manager', campaign.finance, { id, result: 1 })).rejects.toThrow('不能财务审核');
    const rival = await draft({ lines: [] });
    await expect(move('maker', campaign.submit, { id: rival.id })).rejects.toThrow(/CX\d+（春季折扣，待财务审核）/);
    await house.ask(people.maker, campaign.edit, { id: rival.id, version: rival.version, priority: 1 } as never);
    await move('maker', campaign.submit, { id: rival.id });
    await move('manager', campaign.department, { id: rival.id, result: 2, remark: '力度过大' });
    await move('head', campaign.finance, { id, result: 1 });
    await house.takeDue();
    expect(await read(id)).toMatchObject({ status: 3 });
    house.clock.set('2026-03-03T00:00:01.000Z');
    await house.takeDue();
    expect(await read(id)).toMatchObject({ status: 4 });
    await move('maker', campaign.stop, { id, reason: '库存不足' });
    expect(await read(id)).toMatchObject({ status: 5, end_time: '2026-03-03T00:00:01.000Z', stop_reason: '库存不足' });
    await move('maker', campaign.cancel, { id: rival.id, reason: '不再需要' });
  });

  it('sums up what orders sold by it, and takes cancelled ones back', async () => {
    const { id } = await draft({ name: '合计' });
    const { id: order, items } = await addOrder(house.db, {
      warehouse_id: place.warehouse,
      items: [{ sku_id: goods[0] ?? 0 }, { sku_id: goods[1] ?? 0 }],
    });
    const item = (at: number, promotion_id: number | null) => ({
      item_id: items[at] ?? 0,
      sku_id: goods[at] ?? 0,
      qty: 1,
      final_amount: 3960,
      promotion_id,
      promotion_amount: 990,
      coupon_amount: 0,
      is_gift: false,
      gift_activity_id: null,
    });
    const placed = { ...named(order), coupon_codes: [], payable_amount: 7920, items: [item(0, id), item(1, 999_999)] };
    await tell(orderPlaced, placed);
    await tell(orderPlaced, placed);
    expect(await read(id)).toMatchObject({ order_count: 1, sale_amount: 3960, discount_amount: 990 });
    expect(
      await brokenBy(house.db, [sql`update promotion set sale_amount = sale_amount + 1 where id = ${id}`]),
    ).toEqual(['k150']);
    await tell(orderCancelled, { ...named(order), reason: '不要了', whole: true });
    expect(await read(id)).toMatchObject({ order_count: 0, sale_amount: 0, discount_amount: 0 });
  });

  it('is tried on the orders of the last days, and explained on a basket', async () => {
    const [one = 0, two = 0] = goods;
    await addOrder(house.db, {
      warehouse_id: place.warehouse,
      ordered_at: '2026-03-01T02:00:00Z',
      items: [{ sku_id: one, qty: 2, sale_price: 4950, final_amount: 9900 }, { sku_id: two }],
    });
    const { id } = await draft({ name: '试算' });
    const found = await house.ask(people.maker, campaign.simulate, { id, days: 5 });
    expect(found).toMatchObject({ affected_count: 1, goods_amount: 14_850, discount_amount: 1980, losing: [] });
    expect(found.top.map(({ sku_id, discount_amount }) => [sku_id, discount_amount])).toEqual([[one, 1980]]);
    const told = await house.ask(people.maker, campaign.explain, {
      promotion_id: id,
      shop_id: place.shop,
      lines: [{ sku_id: one, qty: 1 }],
    });
    expect(told).toMatchObject({ goods_amount: 9900, discount_amount: 1980 });
    expect(told.steps.find(({ promotion_id }) => promotion_id === id)).toMatchObject({
      applied: true,
      words: '按折扣计算',
    });
    for (const input of [
      { id: 999_999, days: 5 },
      { id, days: 91 },
    ])
      await expect(house.ask(people.maker, campaign.simulate, input)).rejects.toThrow();
    await expect(
      house.ask(people.maker, campaign.explain, { lines: [{ sku_id: 999_999, qty: 1 }] }),
    ).rejects.toMatchObject({ field: 'lines.0.sku_id' });
  });
});

describe('gifts', () => {
  const stockOf = async (gift_id: number) =>
    (await house.ask(people.maker, callsOf(giftStock).list, { gift_id: [gift_id] })).list[0] as unknown as Row;
  const reserve = (gift_id: number, qty: number) =>
    house.ask(people.maker, giftReserveCall, { gift_id, warehouse_id: place.warehouse, qty });

  it('are kept in a warehouse, never more than is there, and let go', async () => {
    const id = await addGift(house.db, goods[2] ?? 0);
    await expect(reserve(id, 21)).rejects.toMatchObject({ kind: 'stockShort', field: 'qty' });
    await expect(reserve(id, 0)).rejects.toMatchObject({ field: 'qty' });
    await expect(reserve(id, -1)).rejects.toMatchObject({ field: 'qty' });
    await reserve(id, 12);
    await expect(reserve(id, 9)).rejects.toMatchObject({ field: 'qty' });
    expect(await reserve(id, -4)).toMatchObject({ reserved_qty: 8 });
    expect(await stockOf(id)).toMatchObject({ qty_on_hand: 20, qty_available: 12, reserved_qty: 8, remain_qty: 8 });
    expect(await brokenBy(house.db, [sql`update gift_reserve set reserved_qty = 7 where gift_id = ${id}`])).toEqual([
      'i55',
    ]);
  });

  it('are given within what is kept; what orders took beyond it is counted beside, and goes back with them', async () => {
    const sku = goods[3] ?? 0;
    const gift_id = await addGift(house.db, sku);
    const { id } = await house.ask(people.maker, activities.add, {
      name: '满额赠',
      trigger_type: 1,
      threshold_amount: 10_000,
      start_time: '2026-03-03T00:00:00.000Z',
      end_time: '2026-03-20T00:00:00.000Z',
      shop_ids: [place.shop],
      lines: [{ gift_id, qty: 1, limit_qty: 3 }],
    } as never);
    await reserve(gift_id, 2);
    await expect(house.ask(people.maker, activities.submit, { id })).rejects.toMatchObject({
      field: 'lines.0.limit_qty',
    });
    await reserve(gift_id, 1);
    await house.ask(people.maker, activities.submit, { id });
    await expect(house.ask(people.maker, activities.audit, { id, result: 1 })).rejects.toThrow('您是制单人，不能审核');
    await house.ask(people.manager, activities.audit, { id, result: 1 });
    house.clock.set('2026-03-04T02:00:00.000Z');
    await house.takeDue();
    const shown = async () =>
      (await house.ask(people.maker, activities.detail, { id })) as unknown as Row & { lines: Row[] };
    expect(await shown()).toMatchObject({ status: 3 });

    const give = async (qty: number) => {
      const made = await addOrder(house.db, {
        warehouse_id: place.warehouse,
        items: [{ sku_id: sku, qty, final_amount: 0, is_gift: true }],
      });
      const item_id = made.items[0] ?? 0;
      const item = {
        item_id,
        sku_id: sku,
        qty,
        final_amount: 0,
        promotion_id: null,
        promotion_amount: 0,
        coupon_amount: 0,
      };
      await tell(orderPlaced, {
        ...named(made.id),
        coupon_codes: [],
        payable_amount: 0,
        items: [{ ...item, is_gift: true, gift_activity_id: id }],
      });
      return { order: made.id, item_id };
    };
    const first = await give(1);
    expect(await stockOf(gift_id)).toMatchObject({ reserved_qty: 3, promised_qty: 1, remain_qty: 2 });
    await expect(reserve(gift_id, -3)).rejects.toThrow('只能释放 2 件');
    const piece = { imperfect_type: 0, in_ware_detail_id: null, supplier_id: null, co_model: null, cost_amount: 0 };
    await tell(goodsSold, {
      ...named(first.order),
      out_id: null,
      out_no: null,
      delivered: false,
      freight_amount: 0,
      pieces: [
        {
          ...piece,
          item_id: first.item_id,
          sku_id: sku,
          is_gift: true,
          qty: 1,
          final_amount: 0,
          tax_amount: 0,
          borne_amount: 0,
        },
      ],
    });
    expect(await stockOf(gift_id)).toMatchObject({ reserved_qty: 2, promised_qty: 0, given_qty: 1, remain_qty: 2 });
    const second = await give(4);
    expect(await shown()).toMatchObject({ status: 4, given_qty: 5, lines: [{ given_qty: 3, over_qty: 2 }] });
    expect(
      await brokenBy(house.db, [sql`update gift_activity_line set over_qty = 0 where gift_activity_id = ${id}`]),
    ).toEqual(['i55']);
    await tell(orderCancelled, { ...named(second.order), reason: '不要了', whole: true });
    await tell(orderCancelled, { ...named(first.order), reason: '不要了', whole: false });
    expect(await shown()).toMatchObject({ status: 4, given_qty: 1, lines: [{ given_qty: 1, over_qty: 0 }] });
    await reserve(gift_id, -2);
  });
});
