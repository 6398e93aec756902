import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { testStore } from '#tests/factories/files.ts';
import { attach } from '#tests/factories/settlement.ts';
import { billsOf, giveBack, linesOf, type Sale, sell, tillBills, tillKeys, tillShop } from '#tests/factories/tills.ts';

// What cashiers hand in (domain.md §4.23, amendments C, D, E, G16), by hand to the fen: refusals first.

let house: House;
let store: FileStore;
let people: Record<'cashier' | 'manager' | 'fin' | 'head' | 'head2', Actor>;
let shop: Sale['shop'];

const [wechat, cash, points] = [1, 3, 7];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  store = await testStore();
  const one = (name: string) => house.person(name, tillKeys);
  people = {
    cashier: await one('收银员'),
    manager: await one('店长'),
    fin: await one('财务'),
    head: await one('财务经理'),
    head2: await one('副经理'),
  };
});

beforeEach(async () => {
  shop = await tillShop(house.db);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const sale = (payments: Sale['payments'], more: Partial<Sale> = {}): Sale => ({
  shop,
  cashier: people.cashier,
  payments,
  ...more,
});
const onlyBill = async () => {
  const [bill, ...more] = await billsOf(house.db, shop.id);
  expect(more).toEqual([]);
  if (!bill) throw new Error('no bill');
  return bill;
};
const shown = (id: number) => house.ask(people.fin, tillBills.detail, { id });
/** Answers the lines of a bill by kind of payment. */
async function answered(id: number, field: string, by: Record<number, unknown>, also: Record<number, object> = {}) {
  const lines = await linesOf(house.db, id);
  return Object.entries(by).map(([type, value]) => ({
    line_id: lines.get(Number(type)) ?? 0,
    [field]: value,
    ...also[Number(type)],
  }));
}

/** 1 000.00 in cash and 500.00 by phone sold, 100.00 of cash given back. */
async function shift() {
  await sell(house, sale([[cash, 60_000]]));
  await sell(
    house,
    sale([
      [wechat, 50_000, 'W1'],
      [points, 1000],
    ]),
  );
  const first = sale([[cash, 40_000]]);
  const sold = await sell(house, first);
  await giveBack(house, {
    sale: first,
    sold,
    by: people.cashier,
    parts: [{ pay_type: cash, amount: 10_000, payment_id: sold.payments[0] ?? null }],
  });
  return (await onlyBill()).id;
}

describe('a shift at the till', () => {
  it('is one bill, kept up to date sale by sale, and points are no money', async () => {
    const id = await shift();
    const bill = await shown(id);
    expect(bill).toMatchObject({ status: 1, order_count: 3, system_amount: 140_000, shift: '1', diff_amount: 0 });
    expect(bill.lines).toMatchObject([
      { pay_type: cash, receive_count: 2, receive_amount: 100_000, refund_amount: 10_000, system_amount: 90_000 },
      { pay_type: wechat, receive_count: 1, receive_amount: 50_000, refund_amount: 0, system_amount: 50_000 },
    ]);
  });

  it('is handed in with every kind of payment, and what went to the bank with its slip and out of the cash', async () => {
    const id = await shift();
    const half = await answered(id, 'actual_amount', { [cash]: 90_000 });
    await expect(
      house.ask(people.cashier, tillBills.submit, { id, deposit_amount: 0, lines: half }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    const lines = await answered(id, 'actual_amount', { [cash]: 90_000, [wechat]: 50_000 });
    await expect(
      house.ask(people.cashier, tillBills.submit, { id, deposit_amount: 95_000, lines }),
    ).rejects.toMatchObject({ field: 'deposit_amount' });
    await expect(
      house.ask(people.cashier, tillBills.submit, { id, deposit_amount: 80_000, lines }),
    ).rejects.toMatchObject({ field: 'files' });
    await attach(house, { store, by: people.cashier, definition: cashierBill, id, kind: 'slip' });
    await house.ask(people.cashier, tillBills.submit, { id, deposit_amount: 80_000, lines });
    expect(await shown(id)).toMatchObject({ status: 2, actual_amount: 140_000, deposit_amount: 80_000 });
  });

  it('worked by hand: 5.00 of cash is missing, 1.00 by phone too much; checked, confirmed, booked, taken back', async () => {
    const id = await shift();
    const { bill_no: no } = await onlyBill();
    await house.ask(people.cashier, tillBills.submit, {
      id,
      deposit_amount: 0,
      lines: await answered(id, 'actual_amount', { [cash]: 89_500, [wechat]: 50_000 }),
    });
    expect(await shown(id)).toMatchObject({ actual_amount: 139_500, diff_amount: -500 });
    const checked = { [cash]: 89_500, [wechat]: 50_100 };
    await expect(
      house.ask(people.fin, tillBills.check, { id, lines: await answered(id, 'checked_amount', checked) }),
    ).rejects.toMatchObject({ field: expect.stringContaining('diff_reason') });
    const why = { [cash]: { diff_reason: '找零错误' }, [wechat]: { diff_reason: '多收一元' } };
    const lines = await answered(id, 'checked_amount', checked, why);
    // Whose money it is does not judge it.
    await expect(house.ask(people.cashier, tillBills.check, { id, lines })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.fin, tillBills.check, { id, lines });
    expect(await shown(id)).toMatchObject({ status: 3, checked_amount: 139_600, diff_amount: -400 });
    for (const by of [people.cashier, people.fin])
      await expect(house.ask(by, tillBills.confirm, { ids: [id], result: 1 })).rejects.toMatchObject({
        kind: 'illegalTransition',
      });
    await house.ask(people.head, tillBills.confirm, { ids: [id], result: 1 });
    const booked = [
      ['1012.01', 100, 0],
      ['6301', 0, 100],
      ['1221.01', 500, 0],
      ['1001', 0, 500],
    ];
    expect(await bookedFor(house.db, no)).toEqual(booked);
    await expect(house.ask(people.head, tillBills.reverse, { id, reason: '核错' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.head2, tillBills.reverse, { id, reason: '核错' });
    expect(await shown(id)).toMatchObject({ status: 5 });
    expect(await bookedFor(house.db, no)).toEqual([
      ...booked,
      ['6301', 100, 0],
      ['1012.01', 0, 100],
      ['1001', 500, 0],
      ['1221.01', 0, 500],
    ]);
    const { list } = await house.ask(people.fin, tillBills.history, { shop_id: [shop.id] } as never);
    expect(list).toMatchObject([
      { outcome: 2, reason: '核错', diff_amount: -400 },
      { outcome: 1, diff_amount: -400 },
    ]);
  });

  it('without a difference has no voucher; one that was sent back is handed in again', async () => {
    const id = await shift();
    const { bill_no: no } = await onlyBill();
    const right = { [cash]: 90_000, [wechat]: 50_000 };
    const handIn = async () =>
      await house.ask(people.cashier, tillBills.submit, {
        id,
        deposit_amount: 0,
        lines: await answered(id, 'actual_amount', right),
      });
    const check = async () =>
      await house.ask(people.fin, tillBills.check, { id, lines: await answered(id, 'checked_amount', right) });
    await handIn();
    await check();
    await expect(house.ask(people.head, tillBills.confirm, { ids: [id], result: 2 })).rejects.toMatchObject({
      field: 'remark',
    });
    await house.ask(people.head, tillBills.confirm, { ids: [id], result: 2, remark: '请附小票' });
    expect(await shown(id)).toMatchObject({ status: 5 });
    await handIn();
    await check();
    await house.ask(people.head, tillBills.confirm, { ids: [id], result: 1 });
    expect(await bookedFor(house.db, no)).toEqual([]);
  });

  it('that was handed in is closed: the next sale opens another, and named shifts are told apart', async () => {
    const id = await shift();
    await house.ask(people.cashier, tillBills.submit, {
      id,
      deposit_amount: 0,
      lines: await answered(id, 'actual_amount', { [cash]: 90_000, [wechat]: 50_000 }),
    });
    await sell(house, sale([[cash, 100]]));
    await sell(house, sale([[cash, 200]], { shift: '晚班' }));
    await sell(house, sale([[cash, 300]], { shift: '2' }));
    expect(await billsOf(house.db, shop.id)).toMatchObject([
      { status: 2, shift: '1' },
      { status: 1, shift: '2' },
      { status: 1, shift: '晚班' },
      { status: 1, shift: '3' },
    ]);
  });

  it('money is paid back by whoever pays it back, not by who took it', async () => {
    const first = sale([[cash, 5000]]);
    const sold = await sell(house, first);
    await giveBack(house, {
      sale: first,
      sold,
      by: people.manager,
      parts: [{ pay_type: cash, amount: 5000, payment_id: sold.payments[0] ?? null }],
    });
    const { list } = await house.ask(people.fin, tillBills.list, {
      shop_id: [shop.id],
      sort: '-system_amount',
    } as never);
    expect(list).toMatchObject([
      { cashier_id: people.cashier.id, system_amount: 5000 },
      { cashier_id: people.manager.id, system_amount: -5000, order_count: 0 },
    ]);
  });

  it('sixteen first sales at once make one bill', async () => {
    await Promise.all(Array.from({ length: 16 }, () => sell(house, sale([[cash, 100]]))));
    expect(await shown((await onlyBill()).id)).toMatchObject({ order_count: 16, system_amount: 1600 });
  });

  it('that is not its receipts is found', async () => {
    const id = await shift();
    expect(
      await brokenBy(house.db, [
        sql`update cashier_bill_receipt set amount = amount + 1 where id = (select min(id) from cashier_bill_receipt where cashier_bill_id = ${id})`,
      ]),
    ).toEqual(['i51']);
    expect(
      await brokenBy(house.db, [sql`update cashier_bill set diff_amount = diff_amount + 1 where id = ${id}`]),
    ).toEqual(['k140']);
  });
});
