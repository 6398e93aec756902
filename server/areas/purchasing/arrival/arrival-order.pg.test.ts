import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingOffice, type Ordered, setConfig, slot, tomorrow } from '#tests/factories/buying.ts';
import { addPurchasePrice } from '#tests/factories/contracts.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Appointments (domain.md §4.6, amendments G4): what they refuse, what they hold, and what becomes of who comes late or not at all.

const start = '2026-03-02T02:00:00.000Z';
const calls = callsOf(arrivalOrder);
let house: House;
let office: BuyingOffice;
let order: Ordered;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db, start);
  office = await buyingOffice(house);
});
beforeEach(async () => {
  house.clock.set(start);
  order = await office.order();
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const line = (): number => order.lines[0] ?? 0;
const booked = async (): Promise<number> => (await office.lineOf(line())).booked_qty;
const take = (name: string, input: { id: number; [asked: string]: unknown }, by = office.dock) =>
  office.take(arrivalOrder, name, by, input);

describe('an appointment is refused', () => {
  it.each<[string, () => Promise<Readonly<Record<string, unknown>>>, string]>([
    [
      'for more than is open',
      async () => ({ lines: [{ purchase_line_id: line(), plan_qty: 11 }] }),
      'lines.0.plan_qty',
    ],
    [
      'for another supplier’s order',
      async () => ({ lines: [{ purchase_line_id: (await office.order()).lines[0], plan_qty: 1 }] }),
      'lines.0.purchase_line_id',
    ],
    ['at another warehouse', async () => ({ warehouse_id: (await shelf(house.db)).id }), 'lines.0.purchase_line_id'],
    ['in a slot that there is not', async () => ({ appoint_slot: '08:00-09:00' }), 'appoint_slot'],
    ['in what is no slot', async () => ({ appoint_slot: '早上' }), 'appoint_slot'],
    ['in a slot that is over', async () => ({ appoint_date: '2026-03-01' }), 'appoint_slot'],
    [
      'with a line twice',
      async () => ({ lines: [1, 2].map((plan_qty) => ({ purchase_line_id: line(), plan_qty })) }),
      'lines.1.purchase_line_id',
    ],
    [
      'with goods that somebody names',
      async () => ({ lines: [{ purchase_line_id: line(), sku_id: 1, plan_qty: 1 }] }),
      'lines.0.sku_id',
    ],
  ])('%s, and nothing is booked', async (_name, change, field) => {
    await expect(office.appoint(order, 3, 'draft', await change())).rejects.toMatchObject({ kind: 'invalid', field });
    expect(await booked()).toBe(0);
  });

  it('beyond what the dock takes in a slot, at the latest when it is passed', async () => {
    await sql`update warehouse set slot_capacity_qty = 6 where id = ${order.warehouse_id}`.execute(house.db);
    await expect(office.appoint(order, 7)).rejects.toMatchObject({
      field: 'appoint_slot',
      message: expect.stringContaining('只剩 6 件'),
    });
    const [one, two] = [await office.appoint(order, 4, 'waiting'), await office.appoint(order, 4, 'waiting')];
    await take('audit', { id: one, result: 1 }, office.dockManager);
    await expect(take('audit', { id: two, result: 1 }, office.dockManager)).rejects.toMatchObject({
      message: expect.stringContaining('只剩 2 件'),
    });
    // Sent back, it takes another slot; a warehouse with slots of its own has no others.
    await take('audit', { id: two, result: 2, remark: '改约' }, office.dockManager);
    await house.ask(office.dock, calls.edit, { id: two, version: 3, appoint_slot: '13:00-15:00' } as never);
    await setConfig(house, 'arrival_slots', [
      '* 1-7 09:00-11:00 3000',
      '* 1-7 13:00-15:00 3000',
      `W-X 2 18:00-19:00 5`,
    ]);
    await sql`update warehouse set warehouse_no = 'W-X' where id = ${order.warehouse_id}`.execute(house.db);
    await expect(take('submit', { id: two })).rejects.toMatchObject({
      message: expect.stringContaining('18:00-19:00'),
    });
    await sql`delete from config where key = 'arrival_slots'`.execute(house.db);
  });

  it('a judge who wrote it, an arrival to come, and a no-show before its time', async () => {
    const id = await office.appoint(order, 3, 'waiting');
    await expect(take('audit', { id, result: 1 })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await take('audit', { id, result: 1 }, office.dockManager);
    await expect(take('arrive', { id, arrive_time: '2026-03-02T04:00:00.000Z' })).rejects.toMatchObject({
      field: 'arrive_time',
    });
    await expect(take('noShow', { id, reason: '没有来' })).rejects.toMatchObject({
      message: expect.stringContaining('11:00'),
    });
  });
});

describe('what an appointment holds', () => {
  it('is held from its first save, follows its edits, and is given back with it', async () => {
    const id = await office.appoint(order, 4);
    expect(await booked()).toBe(4);
    const shown = (await house.ask(office.dock, calls.detail, { id })) as unknown as {
      version: number;
      plan_qty: number;
      source: number;
      lines: { id: number; sku_id: number; booked_qty: number; purchase_line_id__title: string }[];
    };
    const [own] = shown.lines;
    expect(shown).toMatchObject({ plan_qty: 4, source: 1 });
    expect(own).toMatchObject({ sku_id: order.goods[0]?.id, booked_qty: 4 });
    expect(own?.purchase_line_id__title).toMatch(/^CG/);
    const change = { put: [{ id: own?.id, purchase_line_id: line(), plan_qty: 10 }], remove: [] };
    await house.ask(office.dock, calls.edit, { id, version: 1, line_changes: change } as never);
    expect(await booked()).toBe(10);
    await take('cancel', { id, reason: '车坏了' });
    expect(await booked()).toBe(0);
    expect(await office.statusOf('arrival_order', id)).toBe(arrivalState.cancelled);
  });

  it('is what another cannot have, and what waits is the rest', async () => {
    await office.appoint(order, 7);
    await expect(office.appoint(order, 4)).rejects.toMatchObject({ message: expect.stringContaining('只剩 3 件') });
    const waiting = await house.ask(office.dock, callsOf(purchaseLine).list, { warehouse_id: [order.warehouse_id] });
    expect(waiting.list).toMatchObject([{ id: line(), qty: 10, booked_qty: 7, open_qty: 3, status: 1 }]);
    await office.appoint(order, 3);
    const none = await house.ask(office.dock, callsOf(purchaseLine).list, { warehouse_id: [order.warehouse_id] });
    expect(none.list).toEqual([]);
    const { list } = await house.ask(office.buyer, purchaseCalls.progress, { id: order.id });
    expect(list.map(({ purchase_line_id, plan_qty }) => [purchase_line_id, plan_qty])).toEqual([
      [line(), 7],
      [line(), 3],
    ]);
  });
});

describe('who comes', () => {
  const fines = async (id: number): Promise<unknown[]> => {
    const { rows } = await sql<{ payload: unknown }>`
      select payload from event_log where name = 'fineProposed' and payload ->> 'source_id' = ${String(id)}`.execute(
      house.db,
    );
    return rows.map(({ payload }) => payload);
  };
  const dear = async (): Promise<void> => {
    await addPurchasePrice(house.db, { supplier_id: order.supplier_id, sku_id: order.goods[0]?.id ?? 0, price: 9000 });
    await sql`update contract set late_fine_rate_bp = 50 where id = ${order.contract_id}`.execute(house.db);
    await sql`update purchase_order_line set purchase_price = 9000, amount = qty * 9000 where id = ${line()}`.execute(
      house.db,
    );
    await sql`update purchase_order set total_amount = 90000 where id = ${order.id}`.execute(house.db);
  };

  it('in time is asked for nothing; what was announced stays unless the gate says otherwise', async () => {
    await dear();
    const id = await office.appoint(order, 4, 'to_arrive', { carton_qty: 5, truck_no: '浙F0' });
    house.clock.set('2026-03-03T03:00:00.000Z');
    await take('arrive', { id, arrive_time: '2026-03-03T02:59:00.000Z', truck_no: '浙F9' });
    const { rows } = await sql`
      select status, is_late, carton_qty, truck_no from arrival_order where id = ${id}`.execute(house.db);
    expect(rows).toEqual([{ status: arrivalState.arrived, is_late: false, carton_qty: 5, truck_no: '浙F9' }]);
    expect(await fines(id)).toEqual([]);
  });

  it('late is proposed a fine, as a draft: the rate of the contract, of the value of what comes', async () => {
    await dear();
    const id = await office.appoint(order, 4, 'to_arrive');
    house.clock.set('2026-03-03T04:00:00.000Z');
    await take('arrive', { id, arrive_time: '2026-03-03T03:00:01.000Z' });
    expect(await fines(id)).toMatchObject([
      {
        fine_type: 1,
        supplier_id: order.supplier_id,
        amount: 180,
        submitted: false,
        source_type: 'arrivalOrder',
        parts: [{ contract_id: order.contract_id, value: 36_000, rate_bp: 50, amount: 180 }],
      },
    ]);
  });

  it('not at all gives everything back; the fine that is asked for waits to be audited', async () => {
    await dear();
    const [silent, fined] = [await office.appoint(order, 4, 'to_arrive'), await office.appoint(order, 4, 'to_arrive')];
    house.clock.set('2026-03-03T03:00:00.000Z');
    await take('noShow', { id: silent, reason: '没有来' });
    await take('noShow', { id: fined, reason: '没有来', make_fine: true });
    expect(await booked()).toBe(0);
    expect(await office.statusOf('arrival_order', fined)).toBe(arrivalState.missed);
    expect(await fines(silent)).toEqual([]);
    expect(await fines(fined)).toMatchObject([{ fine_type: 2, amount: 180, submitted: true }]);
  });
});

describe('the dock', () => {
  it('shows its slots with what they take and have taken, and who comes', async () => {
    const [passed, waiting] = [await office.appoint(order, 4, 'to_arrive'), await office.appoint(order, 2, 'waiting')];
    const place = { warehouse_id: order.warehouse_id };
    const { list } = await house.ask(office.dock, arrivalCalls.calendar, {
      ...place,
      date_from: tomorrow,
      date_to: '2026-03-04',
    });
    expect(list).toHaveLength(6);
    expect(list[0]).toEqual({ date: tomorrow, slot, capacity_qty: 3000, booked_qty: 4, asked_qty: 2 });
    const { slots } = await house.ask(office.dock, arrivalCalls.board, { ...place, date: tomorrow });
    expect(slots.map((one) => one.arrivals.map(({ id }) => id))).toEqual([[passed, waiting], [], []]);
    await expect(
      house.ask(office.dock, arrivalCalls.calendar, { ...place, date_from: tomorrow, date_to: '2027-03-04' }),
    ).rejects.toMatchObject({ field: 'date_to' });
  });
});

describe('the entry without orders', () => {
  const typed = (lines: object[]) =>
    house.ask(office.dock, arrivalCalls.addOld, {
      supplier_id: order.supplier_id,
      warehouse_id: order.warehouse_id,
      appoint_date: tomorrow,
      appoint_slot: slot,
      lines: lines as never,
    });
  /** A second order of the same goods, expected before the first, and its number. */
  const earlier = async (): Promise<{ line: number; no: string }> => {
    const { rows } = await sql<{ id: number; no: string }>`
      with o as (
        insert into purchase_order (purchase_no, purchase_type, co_model, supplier_id, contract_id, purchaser_id, warehouse_id, expect_date, status, total_qty)
        select purchase_no || 'X', purchase_type, co_model, supplier_id, contract_id, purchaser_id, warehouse_id, '2026-03-10', 3, 5 from purchase_order where id = ${order.id} returning id, purchase_no),
      l as (insert into purchase_order_line (purchase_order_id, sku_id, qty) select o.id, ${order.goods[0]?.id}, 5 from o returning id, purchase_order_id),
      a as (insert into audit_log (doc_type, doc_id, action, label, to_status, at) select 'purchaseOrder', id, 'add', '新增', 3, now() from o)
      select l.id, o.purchase_no as no from l join o on o.id = l.purchase_order_id`.execute(house.db);
    return { line: rows[0]?.id ?? 0, no: rows[0]?.no ?? '' };
  };
  const sku = (): number => order.goods[0]?.id ?? 0;

  it('takes what was expected first first, and says that it was typed', async () => {
    const first = await earlier();
    const { id } = await typed([{ sku_id: sku(), plan_qty: 8 }]);
    expect([(await office.lineOf(first.line)).booked_qty, await booked()]).toEqual([5, 3]);
    const { rows } = await sql`select source, plan_qty, status from arrival_order where id = ${id}`.execute(house.db);
    expect(rows).toEqual([{ source: 2, plan_qty: 8, status: 0 }]);
  });

  it('takes of the order that a line names before others, and refuses what is not open by its line', async () => {
    const first = await earlier();
    await typed([
      { sku_id: sku(), plan_qty: 4 },
      { sku_id: sku(), plan_qty: 5, purchase_no: first.no },
    ]);
    expect([(await office.lineOf(first.line)).booked_qty, await booked()]).toEqual([5, 4]);
    await expect(typed([{ sku_id: sku(), plan_qty: 7 }])).rejects.toMatchObject({
      field: 'lines.0.plan_qty',
      message: expect.stringContaining('还差 1 件'),
    });
    await expect(typed([{ sku_id: sku(), plan_qty: 1, purchase_no: 'CG-没有' }])).rejects.toMatchObject({
      field: 'lines.0.plan_qty',
    });
    expect(await booked()).toBe(4);
  });

  it('reads rows of a file, each answered at its place; goods twice of one order are refused, of two they are two lines', async () => {
    const code = order.goods[0]?.sku_no ?? '';
    const { lines, errors } = await house.ask(office.dock, arrivalCalls.importOld, {
      rows: [
        { code: '无此货', qty: '1' },
        { code, qty: '2' },
        { code, qty: '3', purchase_no: 'CG1' },
        { code, qty: '4', purchase_no: 'CG1' },
      ],
    });
    expect(lines).toMatchObject([
      { row: 2, sku_id: sku(), qty: 2, purchase_no: null },
      { row: 3, sku_id: sku(), qty: 3, purchase_no: 'CG1' },
    ]);
    expect(errors.map(({ row, words }) => `${row} ${words}`)).toEqual(['1 找不到货品 无此货', '4 与第 3 行是同一货品']);
  });
});
