// One story of orders by hand, from the push to the vouchers: its steps share their set-up, and read in one piece.
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outCouponsReconciled } from '#contract/areas/cashier/cashier-events.ts';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { consign } from '#tests/factories/consign.ts';
import { contextIn } from '#tests/factories/context.ts';
import { insert } from '#tests/factories/insert.ts';
import { addMember } from '#tests/factories/members.ts';
import {
  openOut,
  orderClerk,
  orderSteps,
  outs,
  payOrder,
  placeOnlineOrder,
  placeTillOrder,
  pushOf,
  shipOrder,
  shopAt,
} from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { shelf } from '#tests/factories/shelf.ts';

// What tills and channels push, what becomes of it, and what it leaves in stock, in the books and with suppliers (domain.md §4.21, §6.3, §7.2).

let house: House;
let clerk: Actor;
let judge: Actor;
let cashier: Actor;
let goods: Supplied;
let shop: { id: number; shop_no: string };
let people: Awaited<ReturnType<typeof everybody>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  clerk = await orderClerk(house);
  cashier = await house.person('收银员', [
    'order:changePriceAdd',
    'order:changePriceView',
    'order:view',
    'OrderOutCoupon:verify',
    'OrderOutCoupon:view',
  ]);
  judge = await house.person('店长', ['order:changePriceAudit', 'order:changePriceView', 'order:view']);
});
beforeEach(async () => {
  goods = await supplied(house, people, [
    [3, 4000],
    [2, 5000],
  ]);
  await sql`update spu set tax_rate_bp = 1300 where id = (select spu_id from sku where id = ${goods.sku})`.execute(
    house.db,
  );
  shop = await shopAt(house, goods.warehouse);
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const one = (qty: number, more = {}) => ({ sku_no: goods.skuNo, qty, ...more });
const placed = (qty: number, more = {}) => ({ by: clerk, shop: shop.shop_no, items: [one(qty, more)] });
async function orderNow(id: number) {
  const { rows } = await sql<Record<string, unknown>>`select * from sale_order where id = ${id}`.execute(house.db);
  return rows[0] ?? {};
}
async function stockNow() {
  const { rows } = await sql`
    select on_hand, locked, open_negative from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
    house.db,
  );
  return rows[0];
}
async function booked(id: number): Promise<[number, string, number, number][]> {
  const { rows } = await sql<{ biz_type: number; code: string; debit: number; credit: number }>`
    select v.biz_type, s.code, sum(e.debit)::bigint as debit, sum(e.credit)::bigint as credit
    from voucher v join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id
    where v.source_type = 'order' and v.source_id = ${id} group by v.id, 1, 2, e.debit > 0 order by v.id, 2, 3 desc`.execute(
    house.db,
  );
  return rows.map(({ biz_type, code, debit, credit }) => [biz_type, code, debit, credit]);
}
const pieces = async (id: number) =>
  (
    await sql`
      select b.qty, b.cost_amount, b.final_amount, b.tax_amount from order_item_batch b join sale_order_item i on i.id = b.order_item_id
      where i.sale_order_id = ${id} order by b.id`.execute(house.db)
  ).rows;

describe('a push', () => {
  it('is refused with the field that is wrong, and leaves nothing', async () => {
    const refused = async (change: object) =>
      await house
        .ask(clerk, orderSteps.push, {
          ...pushOf({ shop: shop.shop_no, items: [one(1)] }, house.clock.now().toISOString()),
          payments: [{ pay_type: 3, amount: 10_000 }],
          ...change,
        } as never)
        .then(
          () => 'taken',
          ({ kind, field }) => `${kind} ${field}`,
        );
    expect(await refused({ shop_no: 'NIX' })).toBe('invalid shop_no');
    expect(await refused({ items: [{ ...one(1), sale_price: 10_000, final_amount: 10_000, sku_no: 'NIX' }] })).toBe(
      'invalid items.0.sku_no',
    );
    expect(await refused({ payments: [{ pay_type: 7, amount: 10_000 }] })).toBe('invalid payments.0.pay_type');
    expect(await refused({ payments: [] })).toBe('invalid payments');
    expect(await refused({ colour: 'red' })).toMatch(/^invalid/);
    await expect(house.ask(judge, orderSteps.push, {} as never)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await stockNow()).toMatchObject({ on_hand: 5 });
  });

  it('counts once, however often and by however many it is told; another body under the number is refused', async () => {
    const push = {
      ...pushOf({ shop: shop.shop_no, items: [one(1)] }, house.clock.now().toISOString()),
      payments: [{ pay_type: 3, amount: 10_000 }],
    };
    const answers = await Promise.all(Array.from({ length: 60 }, () => house.ask(clerk, orderSteps.push, push)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await stockNow()).toMatchObject({ on_hand: 4 });
    await expect(house.ask(clerk, orderSteps.push, { ...push, freight_amount: 100 })).rejects.toMatchObject({
      field: 'source_order_no',
    });
  });

  it('whose sums are wrong is taken in with a label', async () => {
    const { id, abnormal } = await placeTillOrder(house, { ...placed(1), more: { goods_amount: 9999 } });
    expect(abnormal).toEqual(['商品金额 9999，按明细应为 10000']);
    expect(await orderNow(id)).toMatchObject({ price_abnormal: true, status: 5 });
    expect((await orderNow(id)).label_ids).toHaveLength(1);
  });
});

describe('a sale of a till', () => {
  it('takes its batches with exact shares, and is booked', async () => {
    const user_no = `HYT${Date.now()}`;
    const user = await addMember(house.db, { user_no });
    // 4 pieces for 100.01: 3 of the batch at 40.00, 1 of that at 50.00.
    const { id } = await placeTillOrder(house, {
      ...placed(4, { sale_price: 2500, final_amount: 10_000 }),
      more: { user_no },
    });
    expect(await pieces(id)).toEqual([
      { qty: 3, cost_amount: 12_000, final_amount: 7500, tax_amount: 863 },
      { qty: 1, cost_amount: 5000, final_amount: 2500, tax_amount: 288 },
    ]);
    expect(await booked(id)).toEqual([
      [4, '1001', 10_000, 0],
      [4, '6001', 0, 10_000],
      [4, '2221.03', 0, 1151],
      [4, '6001', 1151, 0],
      [5, '1405', 0, 17_000],
      [5, '6401.01', 17_000, 0],
    ]);
    const { rows } =
      await sql`select point_balance, growth_value, order_count from member_user where id = ${user}`.execute(house.db);
    expect(rows).toEqual([{ point_balance: 100, growth_value: 100, order_count: 1 }]);
  });

  it('is never refused for stock: what is missing is negative and gets its batch later', async () => {
    const { id } = await placeTillOrder(house, placed(7));
    expect(await stockNow()).toEqual({ on_hand: -2, locked: 0, open_negative: 2 });
    expect(await pieces(id)).toHaveLength(2);
    await goods.bring(2, 6000);
    expect(await stockNow()).toEqual({ on_hand: 0, locked: 0, open_negative: 0 });
    expect(await pieces(id)).toEqual([
      { qty: 3, cost_amount: 12_000, final_amount: 30_000, tax_amount: 3451 },
      { qty: 2, cost_amount: 10_000, final_amount: 20_000, tax_amount: 2301 },
      { qty: 2, cost_amount: 12_000, final_amount: 20_000, tax_amount: 2301 },
    ]);
  });
});

describe('an online order', () => {
  it('holds its goods, is paid, sent in part, and the rest given up', async () => {
    await expect(placeOnlineOrder(house, placed(6))).rejects.toMatchObject({ kind: 'stockShort' });
    const { id, order_no } = await placeOnlineOrder(house, {
      ...placed(3, { sale_price: 3334, final_amount: 10_000 }),
      more: { freight_amount: 1000, payable_amount: 11_000 },
    });
    expect(await stockNow()).toEqual({ on_hand: 5, locked: 3, open_negative: 0 });
    await expect(payOrder(house, clerk, order_no, [{ pay_type: 1, amount: 1 }])).rejects.toMatchObject({
      field: 'payments',
    });
    const whole = [{ pay_type: 1, amount: 11_000, trade_no: 'WX-1' }];
    await payOrder(house, clerk, order_no, whole);
    await payOrder(house, clerk, order_no, whole);
    expect(await orderNow(id)).toMatchObject({ status: 2, paid_amount: 11_000 });
    const out = await openOut(house, id);
    await expect(
      house.ask(clerk, outs.pick, { id: out.id, lines: [{ line_id: out.lines[0]?.id ?? 0, pick_qty: 4 }] }),
    ).rejects.toMatchObject({ field: 'lines.0.pick_qty' });
    await expect(house.ask(clerk, outs.ship, { id: out.id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    // Picked in part and nobody says that no more will be found: it is picked on.
    await house.ask(clerk, outs.pick, { id: out.id, lines: [{ line_id: out.lines[0]?.id ?? 0, pick_qty: 1 }] });
    await expect(house.ask(clerk, outs.ship, { id: out.id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await shipOrder(house, clerk, id, [2]);
    expect(await orderNow(id)).toMatchObject({ status: 3, shipped_qty: 2 });
    expect(await stockNow()).toEqual({ on_hand: 3, locked: 1, open_negative: 0 });
    await house.ask(clerk, orderSteps.cancelRest, { id, reason: '仓库缺货' });
    expect(await orderNow(id)).toMatchObject({ status: 4, cancelled_qty: 1 });
    expect(await stockNow()).toEqual({ on_hand: 3, locked: 0, open_negative: 0 });
    const { rows } = await sql`select amount, status from order_refund where order_id = ${id}`.execute(house.db);
    // A third of 100.00 is 33.33, and what is left of three pieces of which two were sent is 33.34.
    expect(rows).toEqual([{ amount: 3334, status: 2 }]);
    expect(await booked(id)).toEqual([
      [4, '1012.01', 11_000, 0],
      [4, '2203', 0, 11_000],
      [4, '2203', 7666, 0],
      [4, '2221.03', 0, 882],
      [4, '6001', 0, 6784],
      [5, '1405', 0, 8000],
      [5, '6401.01', 8000, 0],
    ]);
    house.clock.advance(8 * 86_400_000);
    await house.takeDue();
    expect(await orderNow(id)).toMatchObject({ status: 5 });
  });

  it('is cancelled unpaid by a person or the clock, and paid with its money on the way back', async () => {
    const first = await placeOnlineOrder(house, placed(2));
    await house.ask(clerk, orderSteps.cancel, { id: first.id, reason: '客户不要了' });
    expect(await orderNow(first.id)).toMatchObject({ status: 6 });
    const second = await placeOnlineOrder(house, placed(2));
    house.clock.advance(31 * 60_000);
    await house.takeDue();
    expect(await orderNow(second.id)).toMatchObject({ status: 6 });
    await expect(payOrder(house, clerk, second.order_no)).rejects.toMatchObject({ kind: 'illegalTransition' });
    const third = await placeOnlineOrder(house, placed(2));
    await payOrder(house, clerk, third.order_no);
    await house.ask(clerk, orderSteps.cancel, { id: third.id, reason: '客户不要了' });
    expect(await stockNow()).toEqual({ on_hand: 5, locked: 0, open_negative: 0 });
    const { rows } = await sql`select amount, status from order_refund where order_id = ${third.id}`.execute(house.db);
    expect(rows).toEqual([{ amount: 20_000, status: 2 }]);
  });

  it('is sent from another warehouse where the first cannot', async () => {
    const { id, order_no } = await placeOnlineOrder(house, placed(2));
    await payOrder(house, clerk, order_no);
    const out = await openOut(house, id);
    await house.ask(clerk, outs.cancel, { id: out.id, reason: '仓库盘点', warehouse_id: goods.warehouse });
    await shipOrder(house, clerk, id);
    expect(await orderNow(id)).toMatchObject({ status: 4 });
    await house.ask(clerk, orderSteps.receive, { id });
    expect(await orderNow(id)).toMatchObject({ status: 5 });
  });
});

describe('a price', () => {
  const changes = { ...callsOf(changePrice), audit: transitionCall(changePrice, 'audit') };
  it('is lowered by two people, and shared to the fen', async () => {
    const { id } = await placeOnlineOrder(house, {
      by: clerk,
      shop: shop.shop_no,
      items: [one(1, { sale_price: 3333 }), one(1, { sale_price: 3333 }), one(1, { sale_price: 3334 })],
    });
    const ask = (new_amount: number) =>
      house.ask(cashier, changes.add, { order_id: id, new_amount, reason: '样品有瑕疵' } as never);
    await expect(ask(10_000)).rejects.toMatchObject({ field: 'new_amount' });
    const large = await ask(5000);
    await expect(ask(9000)).rejects.toMatchObject({ kind: 'duplicate' });
    await expect(house.ask(judge, changes.audit, { id: large.id, result: 1 })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await house.ask(judge, changes.audit, { id: large.id, result: 2, remark: '幅度过大' });
    const small = await ask(9000);
    await house.ask(judge, changes.audit, { id: small.id, result: 1 });
    expect(await orderNow(id)).toMatchObject({ payable_amount: 9000, change_amount: 1000 });
    const { rows } = await sql<{
      final_amount: number;
    }>`select final_amount from sale_order_item where sale_order_id = ${id} order by id`.execute(house.db);
    expect(rows.map(({ final_amount }) => final_amount)).toEqual([3000, 3000, 3000]);
  });
});

describe('a coupon of another platform', () => {
  const coupons = { ...callsOf(orderOutCoupon), revoke: transitionCall(orderOutCoupon, 'revoke') };
  it('is a payment while it is verified, once', async () => {
    const { id, order_no } = await placeOnlineOrder(house, placed(1));
    const verify = (face_amount: number) =>
      house.ask(cashier, coupons.add, {
        order_id: id,
        platform: '某点评',
        coupon_code: 'C-1',
        face_amount,
        settle_amount: 2800,
      } as never);
    await expect(verify(10_001)).rejects.toMatchObject({ field: 'face_amount' });
    const first = await verify(3000);
    await expect(verify(3000)).rejects.toMatchObject({ field: 'coupon_code' });
    await house.ask(cashier, coupons.revoke, { id: first.id, reason: '客户改用现金' });
    expect(await orderNow(id)).toMatchObject({ paid_amount: 0 });
    await verify(3000);
    await payOrder(house, clerk, order_no);
    expect(await orderNow(id)).toMatchObject({ status: 2, paid_amount: 10_000, pay_type: 8 });
  });

  it('is reconciled by the bill of its platform, and of no other', async () => {
    const paidBy = async (platform: string) => {
      const { id } = await placeOnlineOrder(house, placed(1));
      const given = { platform, coupon_code: 'C-2', face_amount: 10_000, settle_amount: 9800 };
      return { order: id, coupon: await house.ask(cashier, coupons.add, { order_id: id, ...given } as never) };
    };
    const [billed, other] = [await paidBy('某点评'), await paidBy('某团')];
    await inTransaction(house.db, async (tx) => {
      const recon = { recon_no: 'QD-C2', channel: 5, recon_date: '2026-03-01', status: 3 };
      const recon_id = await insert(tx, 'channel_recon', recon);
      const { rows } = await sql<{ id: number }>`select id from order_payment where order_id = ${billed.order}`.execute(
        tx,
      );
      const line = { trade_no: 'C-2', channel_amount: 10_000, system_amount: 10_000, match_state: 1 };
      await insert(tx, 'channel_recon_line', { recon_id, payment_id: rows[0]?.id, ...line });
      const told = { recon_id, recon_no: recon.recon_no, coupon_codes: ['C-2'] };
      await house.kit.registry.events.emit(contextIn(house, tx, clerk), outCouponsReconciled, told);
      // Bills are another area's: only what was told is looked at here.
      await sql`delete from channel_recon_line where recon_id = ${recon_id}`.execute(tx);
      await sql`delete from channel_recon where id = ${recon_id}`.execute(tx);
    });
    const { list } = await house.ask(cashier, coupons.list, { coupon_code: 'C-2' } as never);
    expect(list).toMatchObject([
      { id: other.coupon.id, status: 1 },
      { id: billed.coupon.id, status: 3 },
    ]);
    await expect(
      house.ask(cashier, coupons.revoke, { id: billed.coupon.id, reason: '客户改用现金' }),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
  });
});

it('is of consigned goods owed to their supplier, by price or by share, exact to the fen', async () => {
  const { rows: batches } = await sql<{ id: number; batch: number }>`
    select d.id, d.in_ware_batch_id as batch from in_ware_batch_detail d join stock_batch b on b.in_ware_detail_id = d.id
    where b.warehouse_id = ${goods.warehouse} and b.sku_id = ${goods.sku} order by d.id`.execute(house.db);
  // The first batch is sold for its supplier at 45.20, the other in a joint venture of 30 %, of 30.00 that the company bore.
  for (const [place, model] of [2, 3].entries()) {
    const { id = 0, batch = 0 } = batches[place] ?? {};
    await sql`update in_ware_batch set supplier_id = ${goods.supplier}, co_model = ${model} where id = ${batch}`.execute(
      house.db,
    );
    await sql`update in_ware_batch_detail set purchase_price = 4520, tax_rate_bp = 1300, price_state = 1 where id = ${id}`.execute(
      house.db,
    );
    await consign(house.db, [id], { model, supplier: goods.supplier });
  }
  await sql`update supplier set take_rate_bp = 3000 where id = ${goods.supplier}`.execute(house.db);
  const { id } = await placeTillOrder(house, placed(5, { sale_price: 10_000, promotion_amount: 5000 }));
  const { rows } = await sql`
    select co_model, qty, amount, tax_amount, status from settle_item where source_type = 'order' and source_id = ${id} order by co_model`.execute(
    house.db,
  );
  // 450.00 for five pieces: 270.00 and 180.00, of 50.00 of discount 30.00 and 20.00; (180.00 + 20.00) × 70 % = 140.00.
  expect(rows).toEqual([
    { co_model: 2, qty: 3, amount: 13_560, tax_amount: 1560, status: 1 },
    { co_model: 3, qty: 2, amount: 14_000, tax_amount: 1611, status: 1 },
  ]);
  expect((await booked(id)).filter(([biz]) => biz !== 4)).toEqual([
    [3, '2202.02', 0, 24_389],
    [3, '6401.02', 24_389, 0],
  ]);
});

it('is seen, counted and labelled within the data scope: by those whose shop it is of', async () => {
  const { id } = await placeOnlineOrder(house, placed(1));
  const keys = ['order:view', 'orderLabel:bind', 'orderLabel:add'];
  const elsewhere = await shopAt(house, (await shelf(house.db)).id);
  const [own, other] = [
    await house.person('本店', keys, [{ shop: [shop.id] }]),
    await house.person('外店', keys, [{ shop: [elsewhere.id] }]),
  ];
  const { statusStat } = documentCalls(order) ?? {};
  if (!statusStat) throw new Error('orders are not counted by state');
  expect((await house.ask(own, statusStat, {})).list).toEqual([{ status: 1, count: 1 }]);
  expect((await house.ask(other, statusStat, {})).list).toEqual([]);
  const label = await house.ask(own, callsOf(orderLabel).add, { name: `加急${id}` } as never);
  const bind = { order_ids: [id], label_ids: [label.id], op: 'add' as const };
  await expect(house.ask(other, orderSteps.bindLabels, bind)).rejects.toMatchObject({ kind: 'notFound' });
  await house.ask(own, orderSteps.bindLabels, bind);
  expect((await orderNow(id)).label_ids).toEqual([label.id]);
  await house.ask(own, orderSteps.bindLabels, { ...bind, op: 'remove' });
  expect((await orderNow(id)).label_ids).toEqual([]);
});

it('keeps what is broken from staying unseen', async () => {
  const { id } = await placeTillOrder(house, placed(1));
  const brokenBy = async (statement: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
    await statement.execute(house.db);
    const names = (await brokenInvariants(house.db)).map(({ name }) => name);
    await undo.execute(house.db);
    return names;
  };
  const set = (change: string) => sql`update sale_order set ${sql.raw(change)} where id = ${id}`;
  expect(
    await brokenBy(set('payable_amount = payable_amount + 1'), set('payable_amount = payable_amount - 1')),
  ).toContain('i45-order-comes-to-what-its-lines-say');
  expect(await brokenBy(set('paid_amount = paid_amount + 1'), set('paid_amount = paid_amount - 1'))).toContain(
    'i46-order-is-paid-by-its-payments',
  );
  expect(await brokenBy(set('shipped_qty = 0'), set('shipped_qty = 1'))).toContain(
    'k121-delivery-sent-what-was-picked',
  );
  const line = (change: string) =>
    sql`update order_item_batch set ${sql.raw(change)} where order_item_id in (select id from sale_order_item where sale_order_id = ${id})`;
  const found = await brokenBy(line('qty = qty + 1'), line('qty = qty - 1'));
  expect(found).toContain('i47-line-left-by-its-batches');
  expect(found).toContain('k122-batches-of-a-line-are-its-postings');
  const waiting = await placeOnlineOrder(house, placed(1));
  const released = (qty: number) =>
    sql`update stock_lock set qty_released = ${qty} where doc_type = 'order' and doc_id = ${waiting.id}`;
  expect(await brokenBy(released(1), released(0))).toContain('k120-order-holds-what-it-is-to-send');
  const coupon = await house.ask(cashier, callsOf(orderOutCoupon).add, {
    order_id: waiting.id,
    platform: '某点评',
    coupon_code: 'C-9',
    face_amount: 3000,
    settle_amount: 2800,
  } as never);
  const face = (change: number) =>
    sql`update order_out_coupon set face_amount = face_amount + ${change} where id = ${coupon.id}`;
  expect(await brokenBy(face(1), face(-1))).toContain('k123-verified-coupon-is-a-payment');
});
