import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractEnded } from '#contract/areas/contracts/contract-events.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseApproved } from '#contract/areas/purchasing/purchase-events.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingOffice, setConfig } from '#tests/factories/buying.ts';
import { addPurchasePrice, newAgreement } from '#tests/factories/contracts.ts';
import { addInbound } from '#tests/factories/purchasing.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { receive } from '../receive.ts';

// Purchase orders (domain.md §4.5, amendments G5): what they refuse, what they cost, and how they end and begin again.

const calls = callsOf(purchaseOrder);
let house: House;
let office: BuyingOffice;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  office = await buyingOffice(house);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const add = (input: object) => house.ask(office.buyer, calls.add, input as never);
const submit = (id: number) => office.take(purchaseOrder, 'submit', office.buyer, { id });
const detail = async (id: number) => (await house.ask(office.buyer, calls.detail, { id })) as never as Shown;

interface Shown {
  status: number;
  department_id: number | null;
  total_qty: number;
  total_amount: number;
  over_book_bp: number;
  lines: { id: number; purchase_price: number; price_state: number; tax_rate_bp: number; amount: number }[];
}

describe('an order is refused', () => {
  it.each<[string, (by: Awaited<ReturnType<BuyingOffice['agree']>>) => Promise<object>, string]>([
    [
      'by a contract that is not in force',
      async ({ contract_id }) => {
        await sql`update contract set status = 5 where id = ${contract_id}`.execute(house.db);
        return {};
      },
      'contract_id',
    ],
    [
      'by another supplier’s contract',
      async () => ({ contract_id: (await office.agree()).contract_id }),
      'contract_id',
    ],
    ['in another model than its contract', async () => ({ co_model: 2 }), 'co_model'],
    [
      'for a brand that the contract does not name',
      async ({ goods }) => {
        const [stranger] = await pieces(house.db);
        return { lines: [...goods, stranger].map((one) => ({ sku_id: one?.id, qty: 1 })) };
      },
      'lines.1.sku_id',
    ],
    [
      'for goods that are switched off',
      async ({ goods }) => {
        await sql`update sku set status = 2 where id = ${goods[0]?.id}`.execute(house.db);
        return {};
      },
      'lines.0.sku_id',
    ],
    [
      'from a supplier who is switched off',
      async ({ supplier_id }) => {
        await sql`update supplier set status = 0 where id = ${supplier_id}`.execute(house.db);
        return {};
      },
      'supplier_id',
    ],
    [
      'at a price that somebody types',
      async ({ goods }) => ({ lines: [{ sku_id: goods[0]?.id, qty: 1, purchase_price: 1 }] }),
      'lines.0.purchase_price',
    ],
    ['with no quantity', async ({ goods }) => ({ lines: [{ sku_id: goods[0]?.id, qty: 0 }] }), 'lines.0.qty'],
    [
      'with goods twice',
      async ({ goods }) => ({ lines: [...goods, ...goods].map(({ id }) => ({ sku_id: id, qty: 1 })) }),
      'lines.1.sku_id',
    ],
  ])('%s', async (_name, change, field) => {
    const by = await office.agree();
    const input = { ...office.orderOf(by), ...(await change(by)) };
    await expect(add(input)).rejects.toMatchObject({ kind: 'invalid', field });
    const { rows } = await sql`select 1 from purchase_order where warehouse_id = ${by.warehouse_id}`.execute(house.db);
    expect(rows).toEqual([]);
    await sql`update contract set status = 4 where id = ${by.contract_id}`.execute(house.db);
  });

  it('without a price, where the installation does not estimate', async () => {
    await setConfig(house, 'allow_estimate_price', 0);
    const by = await office.agree();
    await expect(add(office.orderOf(by))).rejects.toMatchObject({ field: 'lines.0.sku_id' });
    await setConfig(house, 'allow_estimate_price', 1);
  });

  it('beyond what its contract may be ordered by, also where several are submitted at once', async () => {
    const by = await office.agree();
    await addPurchasePrice(house.db, { ...named(by), price: 1000 });
    await sql`update contract set amount_limit = 15000 where id = ${by.contract_id}`.execute(house.db);
    const [one, two] = [await add(office.orderOf(by)), await add(office.orderOf(by))];
    const together = office.take(purchaseOrder, 'submit', office.buyer, { ids: [one.id, two.id] });
    await expect(together).rejects.toMatchObject({ field: 'contract_id', message: expect.stringContaining('200.00') });
    await submit(one.id);
    await expect(submit(two.id)).rejects.toMatchObject({ field: 'contract_id' });
  });

  it('by who wrote it, and on a day that is over', async () => {
    const by = await office.agree();
    const { id } = await add(office.orderOf(by));
    await submit(id);
    await expect(office.take(purchaseOrder, 'audit', office.buyer, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('制单人'),
    });
    const late = await add({ ...office.orderOf(by), expect_date: '2026-03-01' });
    await expect(submit(late.id)).rejects.toMatchObject({ field: 'expect_date' });
  });
});

const named = ({ supplier_id, goods }: { supplier_id: number; goods: readonly { id: number }[] }) => ({
  supplier_id,
  sku_id: goods[0]?.id ?? 0,
});

describe('what an order costs', () => {
  it('is the price of the day, and nothing and estimated where there is none; the head says what the lines say', async () => {
    const by = await office.agree(2);
    const priced = await addPurchasePrice(house.db, { ...named(by), price: 2500, tax_rate_bp: 900 });
    const { id } = await add(office.orderOf(by, 4));
    const shown = await detail(id);
    expect(shown).toMatchObject({
      total_qty: 8,
      total_amount: 10_000,
      lines: [
        { purchase_price: 2500, tax_rate_bp: 900, price_state: 1, amount: 10_000 },
        { purchase_price: 0, tax_rate_bp: 1300, price_state: 2, amount: 0 },
      ],
    });
    expect(shown.department_id).not.toBeNull();
    expect(priced).toBeGreaterThan(0);
    // Beside it while it is written: what the goods are sold at, by the tag where no price holds.
    const view = { contract_id: by.contract_id, sku_ids: by.goods.map((one) => one.id) };
    await sql`update sku set tag_price = 19900 where id = any(${view.sku_ids})`.execute(house.db);
    const { lines } = await house.ask(office.buyer, purchaseCalls.addView, view);
    expect(lines).toMatchObject([
      { price: 2500, tag_price: 19_900, sale_price: 19_900 },
      { price: null, tag_price: 19_900, sale_price: 19_900 },
    ]);
  });

  it('is that of the day on which it is submitted', async () => {
    const by = await office.agree();
    const { id } = await add(office.orderOf(by, 3));
    await addPurchasePrice(house.db, { ...named(by), price: 700 });
    await submit(id);
    expect(await detail(id)).toMatchObject({ total_amount: 2100, lines: [{ purchase_price: 700, price_state: 1 }] });
  });

  it('is hidden from who may not see it', async () => {
    const { id } = await office.order();
    const porter = await house.person('仓管员', ['purchaseOrder:view']);
    const shown = JSON.stringify(await house.ask(porter, calls.detail, { id }));
    expect(shown).not.toMatch(/purchase_price|total_amount|"amount"/);
    const view = await house.ask(porter, purchaseCalls.addView, {
      contract_id: (await office.agree()).contract_id,
      sku_ids: [],
    });
    expect(view.terms).not.toHaveProperty('amount_limit');
  });
});

it('settles the tolerance as it is passed, and tells that it was', async () => {
  await setConfig(house, 'over_book_bp', 500);
  const told: unknown[] = [];
  house.kit.registry.events.on(purchaseApproved, async (_context, payload) => void told.push(payload));
  const order = await office.order(20);
  await setConfig(house, 'over_book_bp', 0);
  expect(await detail(order.id)).toMatchObject({ status: orderState.toArrive, over_book_bp: 500 });
  expect(told).toMatchObject([{ purchase_id: order.id, lines: [{ sku_id: order.goods[0]?.id, qty: 20 }] }]);
  // One piece over twenty is within 5 %.
  await office.appoint(order, 21);
  await expect(office.appoint(order, 1)).rejects.toMatchObject({ message: expect.stringContaining('只剩 0 件') });
});

describe('an order ends', () => {
  it('not by a cancellation once something is booked, nor by closing it while goods are on their way', async () => {
    const order = await office.order();
    const draft = await office.appoint(order, 4);
    const cancel = () => office.take(purchaseOrder, 'cancel', office.buyer, { id: order.id, reason: '不要了' });
    await expect(cancel()).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('4 件'),
    });
    await office.take(arrivalOrder, 'submit', office.dock, { id: draft });
    const close = () => office.take(purchaseOrder, 'close', office.buyer, { id: order.id, reason: '余量不补' });
    await expect(close()).rejects.toMatchObject({ kind: 'illegalTransition' });
    await office.take(arrivalOrder, 'cancel', office.dock, { id: draft, reason: '车坏了' });
    await cancel();
    expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.cancelled);
  });

  it('closed: what has not come is closed, drafts lose what they held and are not submitted; opened again it waits', async () => {
    const order = await office.order();
    const [line = 0] = order.lines;
    const draft = await office.appoint(order, 4);
    await office.take(purchaseOrder, 'close', office.buyer, { id: order.id, reason: '余量不补' });
    expect(await office.lineOf(line)).toEqual({ qty: 10, booked_qty: 0, in_qty: 0, closed_qty: 10 });
    await expect(office.take(arrivalOrder, 'submit', office.dock, { id: draft })).rejects.toMatchObject({
      field: 'lines.0.purchase_line_id',
    });
    await expect(office.appoint(order, 1)).rejects.toMatchObject({ message: expect.stringContaining('不在待到货') });
    await office.take(purchaseOrder, 'reopen', office.manager, { id: order.id, reason: '供应商补货' });
    expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.toArrive);
    // Saved again, the draft holds its pieces again.
    await house.ask(office.dock, callsOf(arrivalOrder).edit, { id: draft, version: 1, truck_no: '浙F1' } as never);
    expect(await office.lineOf(line)).toMatchObject({ booked_qty: 4, closed_qty: 0 });
    await office.take(arrivalOrder, 'submit', office.dock, { id: draft });
  });

  it('opened again as partly arrived where something came in, and not by a contract that is over', async () => {
    const order = await office.order();
    const [line = 0] = order.lines;
    await office.inside((context) =>
      receive(house.kit, context, [{ purchase_line_id: line, arrival_line_id: null, qty: 6 }]),
    );
    const brought = { sku_id: order.goods[0]?.id ?? 0, purchase_line_id: line, in_qty: 6 };
    await addInbound(house.db, { warehouse_id: order.warehouse_id, lines: [brought] });
    await office.take(purchaseOrder, 'close', office.buyer, { id: order.id, reason: '余量不补' });
    const reopen = () => office.take(purchaseOrder, 'reopen', office.manager, { id: order.id, reason: '供应商补货' });
    await sql`update contract set status = 6 where id = ${order.contract_id}`.execute(house.db);
    await expect(reopen()).rejects.toMatchObject({ field: 'contract_id' });
    await sql`update contract set status = 4 where id = ${order.contract_id}`.execute(house.db);
    await reopen();
    expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.partly);
    expect(await office.lineOf(line)).toEqual({ qty: 10, booked_qty: 0, in_qty: 6, closed_qty: 0 });
  });

  it('with its contract, where whoever ends that closes its orders', async () => {
    const order = await office.order();
    const kept = await office.order();
    const over = ({ contract_id }: typeof order, close_orders: boolean) =>
      office.inside((context) =>
        house.kit.registry.events.emit(context, contractEnded, {
          contract_id,
          contract_no: 'HT1',
          supplier_id: order.supplier_id,
          why: 'terminated',
          date: '2026-03-02',
          close_orders,
        }),
      );
    await over(order, true);
    await over(kept, false);
    expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.closed);
    expect(await office.statusOf('purchase_order', kept.id)).toBe(orderState.toArrive);
  });
});

it('reads the rows of a file, and answers every one of them', async () => {
  const { goods } = await newAgreement(house.db, { count: 2 });
  const [one, two] = goods;
  const { lines, errors } = await house.ask(office.buyer, purchaseCalls.import, {
    rows: [
      { code: one?.sku_no ?? '', qty: '12' },
      { code: two?.barcode ?? '', qty: '1,000' },
      { code: one?.barcode ?? '', qty: '3' },
      { code: '', qty: '3' },
      { code: '无此货', qty: '3' },
      { code: two?.sku_no ?? '', qty: '1.5' },
    ],
  });
  expect(lines).toMatchObject([
    { row: 1, sku_id: one?.id, qty: 12 },
    { row: 2, sku_id: two?.id, qty: 1000 },
  ]);
  expect(errors.map(({ row, words }) => `${row} ${words}`)).toEqual([
    '3 与第 1 行是同一货品',
    '4 缺少货品编码',
    '5 找不到货品 无此货',
    '6 数量“1.5”不正确，应为 1 到 999999 的整数',
  ]);
});

describe('what was submitted is taken back', () => {
  const withdraw = (by: typeof office.buyer, id: number) => office.take(purchaseOrder, 'withdraw', by, { id });

  it('by nobody but who submitted it, and only until somebody judges', async () => {
    const by = await office.agree();
    const { id } = await add(office.orderOf(by));
    await submit(id);
    const other = { ...office.manager };
    await expect(withdraw(other, id)).rejects.toThrow('只有提交人能撤回');
    const shown = (await house.ask(other, calls.detail, { id })) as never as { allowed: { transitions: string[] } };
    expect(shown.allowed.transitions).not.toContain('withdraw');
    await withdraw(office.buyer, id);
    expect((await detail(id)).status).toBe(0);
    await submit(id);
    await office.take(purchaseOrder, 'audit', office.manager, { id, result: 1 });
    await expect(withdraw(office.buyer, id)).rejects.toMatchObject({ kind: 'illegalTransition' });
  });
});
