// One chain of work by hand, from the goods to the payment: its steps share their set-up, and read in one piece.
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { negativeWay, settleItemType, subledger } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { payOffPrinting } from '#contract/areas/settlement/statement-printing.ts';
import { ownPrintCall } from '#contract/kit/printing.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { testStore } from '#tests/factories/files.ts';
import { arrive, atDock, type DockPeople, dockPeople, inbound, receiveWhole } from '#tests/factories/inbound.ts';
import { everybody, returns } from '#tests/factories/returns.ts';
import {
  accountInForceOf,
  accountsOf,
  attach,
  bills,
  fines,
  payments,
  settlers,
  statements,
} from '#tests/factories/settlement.ts';
import { pieces } from '#tests/factories/shelf.ts';

// What a supplier is owed from the goods that came in to the money that left (domain.md §4.10, §4.11, §4.24), worked out by hand to the fen.

let house: House;
let store: FileStore;
let dockers: DockPeople;
let movers: Awaited<ReturnType<typeof everybody>>;
let people: Awaited<ReturnType<typeof settlers>>;
/** The supplier of the test, his order, what came of it, and the account he is paid to. */
let deal: { supplier: number; purchase: number; warehouse: number; batches: number[]; skus: number[]; account: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  store = await testStore();
  dockers = await dockPeople(house);
  movers = await everybody(house);
  people = await settlers(house);
});

// Ten pieces at 113.00 and seven at 59.90, tax of 13 % included, in two receipts.
beforeEach(async () => {
  const goods = await pieces(house.db, 2);
  const [one, two] = goods.map(({ id }) => id);
  if (one === undefined || two === undefined) throw new Error('no goods');
  const dock = await atDock(house.db, {
    lines: [
      { sku_id: one, qty: 10, price: 11_300 },
      { sku_id: two, qty: 7, price: 5990, plan: 0 },
    ],
  });
  await sql`update contract c set deposit_rate_bp = 3000 from purchase_order o where o.id = ${dock.purchase} and c.id = o.contract_id`.execute(
    house.db,
  );
  await sql`update supplier s set purchaser_id = o.purchaser_id from purchase_order o where o.id = ${dock.purchase} and s.id = o.supplier_id`.execute(
    house.db,
  );
  await sql`
    update organize g set leader_id = ${people.buyer.id} from purchaser p join supplier s on s.purchaser_id = p.id
    where s.id = ${dock.supplier} and g.id = p.department_id`.execute(house.db);
  const first = await receiveWhole(house, { people: dockers, arrival: dock.arrival });
  await sql`update purchase_order_line set booked_qty = 7 where id = ${dock.purchaseLines[1]}`.execute(house.db);
  await sql`update purchase_order set booked_qty = booked_qty + 7 where id = ${dock.purchase}`.execute(house.db);
  const later = await arrive(house.db, dock, [{ place: 1, sku_id: two, plan: 7 }]);
  const second = await receiveWhole(house, { people: dockers, arrival: later.arrival });
  deal = {
    ...dock,
    batches: [first, second],
    skus: [one, two],
    account: await accountInForceOf(house.db, dock.supplier),
  };
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const printPayOff = ownPrintCall(payOffPrinting) as NonNullable<ReturnType<typeof ownPrintCall>>;

/** Three of the seven go back at the price they came at. */
async function sendBack(): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_batch where warehouse_id = ${deal.warehouse} and sku_id = ${deal.skus[1]} and qty_remain > 0`.execute(
    house.db,
  );
  const body = {
    warehouse_id: deal.warehouse,
    supplier_id: deal.supplier,
    back_type: 1,
    reason: '季末滞销',
    lines: [{ stock_batch_id: rows[0]?.id, qty: 3 }],
  };
  const { id } = await house.ask(movers.buyer, returns.add, body as never);
  await house.ask(movers.buyer, returns.submit, { id });
  await house.ask(movers.manager, returns.department, { id, result: 1 });
  await house.ask(movers.head, returns.finance, { id, result: 1 });
  const { lines } = await house.ask(movers.keeper, returns.detail, { id });
  await house.ask(movers.keeper, returns.out, {
    id,
    waybill_no: 'SF1',
    lines: lines.map((line) => ({ line_id: line.id, out_qty: line.qty })),
  });
}

const period = { period_from: '2026-03-01', period_to: '2026-03-31' };

/** A bill of all that the supplier's goods are owed. */
async function billOfAll(): Promise<number> {
  const { id } = await house.ask(people.maker, bills.add, { supplier_id: deal.supplier, co_model: 1, ...period });
  await house.ask(people.maker, bills.choose, { id, version: 1, all: {} });
  return id;
}

async function confirmed(id: number): Promise<number> {
  await house.ask(people.maker, bills.submit, { id });
  await attach(house, { store, by: people.maker, definition: checkBill, id, kind: 'confirm' });
  await house.ask(people.maker, bills.confirm, { id, confirm_by: '陈经理' });
  return id;
}

/** A fine that was passed; the settle item it makes. */
async function fined(amount: number): Promise<number> {
  const { id } = await house.ask(people.maker, fines.add, {
    supplier_id: deal.supplier,
    fine_type: 4,
    amount,
    reason: '做工不良',
  });
  await house.ask(people.maker, fines.submit, { id });
  await house.ask(people.manager, fines.audit, { id, result: 1 });
  return await itemOf('fine', id);
}

async function itemOf(source: string, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from settle_item where source_type = ${source} and source_id = ${id} and status <> -1`.execute(house.db);
  return rows[0]?.id ?? 0;
}

const statementOf = (id: number) => house.ask(people.maker, statements.detail, { id });

async function draft(lines: readonly object[], more: object = {}): Promise<number> {
  const body = { supplier_id: deal.supplier, lines, ...more };
  return (await house.ask(people.maker, statements.add, body as never)).id;
}

/** A statement that the department, the buyer and the supplier have agreed to. */
async function agreed(id: number): Promise<number> {
  await house.ask(people.maker, statements.submit, { id });
  await house.ask(people.manager, statements.department, { id, result: 1 });
  await house.ask(people.buyer, statements.buyer, { id, result: 1 });
  await attach(house, { store, by: people.maker, definition: statement, id, kind: 'signed' });
  await house.ask(people.maker, statements.supplier, { id, result: 1, confirm_by: '陈经理' });
  return id;
}

async function ready(lines: readonly object[], more: object = {}): Promise<number> {
  const body = { supplier_id: deal.supplier, account_id: deal.account, payment_type: 1, direction: 1, lines, ...more };
  const { id } = await house.ask(people.maker, payments.add, body as never);
  await house.ask(people.maker, payments.submit, { id });
  await house.ask(people.manager, payments.department, { id, result: 1 });
  await house.ask(people.head, payments.finance, { id, result: 1 });
  return id;
}

let serial = 0;
async function pay(id: number, amount: number): Promise<void> {
  await attach(house, { store, by: people.cashier, definition: payment, id, kind: 'slip' });
  await house.ask(people.cashier, payments.confirm, {
    id,
    pay_account: '工商银行基本户',
    pay_date: '2026-03-02',
    pay_amount: amount,
    bank_serial_no: `B${(serial += 1)}`,
  });
}

/** What the vouchers of a supplier come to by subject, debit less credit; those of 0 left out. Fen. */
async function bookedOf(supplier: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ code: string; sum: number }>`
    select s.code, sum(e.debit - e.credit)::bigint as sum from voucher_entry e join account_subject s on s.id = e.subject_id
    where e.supplier_id = ${supplier} group by 1 having sum(e.debit - e.credit) <> 0 order by 1`.execute(house.db);
  return Object.fromEntries(rows.map(({ code, sum }) => [code, sum]));
}

const prepaid = async (amount: number) => {
  const id = await ready([{ purchase_id: deal.purchase, amount }], { payment_type: 2 });
  await pay(id, amount);
  return id;
};

describe('a supplier by hand', () => {
  it('two receipts, a return, a fine, tax of 13 %, what was paid ahead, and two payments', async () => {
    // 10 × 113.00 = 1,130.00 and 7 × 59.90 = 419.30.
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.accrued]: 154_930 });
    await sendBack();
    const fine = await fined(20_000);
    await prepaid(40_000);
    // 1,549.30 − 3 × 59.90 = 1,369.60; the fine is − 200.00.
    expect(await accountsOf(house.db, deal.supplier)).toEqual({
      [subledger.accrued]: 136_960,
      [subledger.fines]: -20_000,
      [subledger.prepaid]: 40_000,
    });

    const bill = await confirmed(await billOfAll());
    expect(await house.ask(people.maker, bills.detail, { id: bill })).toMatchObject({
      line_count: 3,
      in_qty: 17,
      back_qty: 3,
      in_amount: 154_930,
      back_amount: -17_970,
      total_amount: 136_960,
      // 130.00 + (419.30 − 7 × 53.01 = 48.23) − 20.67: of what came in the rest beside its untaxed cost, of the return rounded.
      tax_amount: 15_756,
      status: 3,
    });

    const id = await draft([{ check_bill_id: bill }, { settle_item_id: fine }], { prepay_offset_amount: 40_000 });
    expect(await statementOf(id)).toMatchObject({
      goods_amount: 136_960,
      fine_amount: -20_000,
      total_amount: 116_960,
      tax_amount: 15_756,
      payable_amount: 76_960,
      unpaid_amount: 76_960,
    });
    await agreed(id);
    expect(await statementOf(id)).toMatchObject({ status: 4, due_date: '2026-04-01' });
    // 1,169.60 − 400.00 = 769.60.
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.payable]: 76_960 });

    await pay(await ready([{ statement_id: id, amount: 50_000 }]), 50_000);
    expect(await statementOf(id)).toMatchObject({ status: 5, paid_amount: 50_000, unpaid_amount: 26_960 });
    await expect(house.ask(people.maker, printPayOff, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    const last = await ready([{ statement_id: id, amount: 26_960 }]);
    await pay(last, 26_960);
    expect(await statementOf(id)).toMatchObject({ status: 6, paid_amount: 76_960, unpaid_amount: 0 });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({});
    expect(await house.ask(people.maker, printPayOff, { id })).toMatchObject({ print_count: 1 });
    // The books say the same: nothing is owed or paid ahead, and the tax of 157.56 is to be had back.
    expect(await bookedOf(deal.supplier)).toEqual({
      '1002': -116_960,
      '1405': 121_204,
      '2221.01': 15_756,
      '6301': -20_000,
    });

    // Somebody writes past the server: another account, day or date of payment is found (issue 30).
    for (const planted of [
      sql`update payment set payee_account_no = '6222000000000000' where id = ${last}`,
      sql`update payment set pay_date = pay_date - 1 where id = ${last}`,
      sql`update statement set due_date = due_date + 30 where id = ${id}`,
    ])
      expect(await brokenBy(house.db, [planted])).toEqual(['k201']);

    // The bank sends the second one back: that much is owed again, and whatever it had settled is open.
    await house.ask(people.buyer, payments.reverse, { id: last, reverse_reason: 1, remark: '户名不符' } as never);
    expect(await statementOf(id)).toMatchObject({ status: 5, paid_amount: 50_000, unpaid_amount: 26_960 });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.payable]: 26_960 });
  });

  it('what he owes goes over to his next statement', async () => {
    const fine = await fined(30_000);
    const id = await draft([{ settle_item_id: fine }]);
    await expect(house.ask(people.maker, statements.submit, { id })).rejects.toMatchObject({ field: 'negative_way' });
    const { version } = await statementOf(id);
    await house.ask(people.maker, statements.edit, { id, version, negative_way: negativeWay.carry });
    await agreed(id);
    expect(await statementOf(id)).toMatchObject({ status: 6, payable_amount: -30_000, unpaid_amount: 0 });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({
      [subledger.accrued]: 154_930,
      [subledger.carried]: -30_000,
    });
    const bill = await confirmed(await billOfAll());
    const next = await draft([{ check_bill_id: bill }, { settle_item_id: await itemOf('statement', id) }]);
    expect(await statementOf(next)).toMatchObject({ carried_amount: -30_000, payable_amount: 124_930 });
    // While the next one holds it, the first is not taken back.
    await expect(house.ask(people.head, statements.reverse, { id, reason: '罚错' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.manager, statements.cancel, { id: next, reason: '重做' });
    await house.ask(people.head, statements.reverse, { id, reason: '罚错' });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({
      [subledger.accrued]: 154_930,
      [subledger.fines]: -30_000,
    });
  });

  it('or is paid in', async () => {
    const id = await draft([{ settle_item_id: await fined(30_000) }], { negative_way: negativeWay.payIn });
    await agreed(id);
    expect(await accountsOf(house.db, deal.supplier)).toMatchObject({ [subledger.payable]: -30_000 });
    await expect(ready([{ statement_id: id, amount: 30_000 }])).rejects.toMatchObject({
      field: 'lines.0.statement_id',
    });
    const received = await ready([{ statement_id: id, amount: 30_000 }], { direction: 2, account_id: undefined });
    await pay(received, 30_000);
    expect(await statementOf(id)).toMatchObject({ status: 6, paid_amount: -30_000, unpaid_amount: 0 });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.accrued]: 154_930 });
    // What came in stands against what was owed to us: nothing is left of either in the books.
    expect(await bookedOf(deal.supplier)).not.toHaveProperty('2202.01');
    expect(await brokenInvariants(house.db)).toEqual([]);
  });
});

describe('a payment', () => {
  it('is made by nobody before finance has passed it', async () => {
    const { id } = await house.ask(people.maker, payments.add, {
      supplier_id: deal.supplier,
      account_id: deal.account,
      payment_type: 2,
      direction: 1,
      lines: [{ purchase_id: deal.purchase, amount: 40_000 }],
    } as never);
    const before = await accountsOf(house.db, deal.supplier);
    const refused = async () =>
      await expect(pay(id, 40_000)).rejects.toMatchObject({
        kind: 'illegalTransition',
        message: expect.stringMatching(/\S/) as unknown,
      });
    await refused();
    await house.ask(people.maker, payments.submit, { id });
    await refused();
    await house.ask(people.manager, payments.department, { id, result: 1 });
    await refused();
    expect(await accountsOf(house.db, deal.supplier)).toEqual(before);
    await house.ask(people.head, payments.finance, { id, result: 1 });
    await pay(id, 40_000);
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ ...before, [subledger.prepaid]: 40_000 });
  });
});

describe('what lies with a supplier', () => {
  it.each([
    [2, '1123', subledger.prepaid, '预付'],
    [3, '1221.02', subledger.deposit, '保证金'],
  ] as const)(
    'of type %i comes back, never more than is there, and goes back to him by a reversal',
    async (type, subject, account, words) => {
      const line = type === 2 ? { purchase_id: deal.purchase, amount: 30_000 } : { amount: 30_000 };
      await pay(await ready([line], { payment_type: type }), 30_000);
      const back = (amount: number) => ready([{ amount }], { payment_type: type, direction: 2, account_id: null });
      await expect(back(30_001)).rejects.toMatchObject({
        field: 'lines.0.amount',
        message: expect.stringContaining(words),
      });
      await expect(
        ready([{ amount: 1, purchase_id: deal.purchase }], { payment_type: type, direction: 2, account_id: null }),
      ).rejects.toMatchObject({ kind: 'invalid' });
      const first = await back(20_000);
      await expect(back(10_001)).rejects.toMatchObject({ field: 'lines.0.amount' });
      await pay(first, 20_000);
      expect((await accountsOf(house.db, deal.supplier))[account]).toBe(10_000);
      expect((await bookedOf(deal.supplier))[subject]).toBe(10_000);
      await house.ask(people.buyer, payments.reverse, { id: first, reverse_reason: 2, remark: '收款退回' });
      expect((await accountsOf(house.db, deal.supplier))[account]).toBe(30_000);
      expect((await bookedOf(deal.supplier))[subject]).toBe(30_000);
    },
  );
});

describe('a check bill', () => {
  it('takes what is of its period alone, and its period does not leave what it has', async () => {
    const { id } = await house.ask(people.maker, bills.add, {
      supplier_id: deal.supplier,
      co_model: 1,
      period_from: '2026-02-01',
      period_to: '2026-02-28',
    });
    const item = await itemOf('inWareBatch', deal.batches[0] ?? 0);
    await expect(house.ask(people.maker, bills.choose, { id, version: 1, ids: [item] })).rejects.toMatchObject({
      field: 'ids',
    });
    expect(await house.ask(people.maker, bills.choose, { id, version: 1, all: {} })).toMatchObject({ changed: 0 });
    const whole = await billOfAll();
    const { version } = await house.ask(people.maker, bills.detail, { id: whole });
    await expect(
      house.ask(people.maker, bills.edit, { id: whole, version, period_to: '2026-03-01' } as never),
    ).rejects.toMatchObject({ field: 'period_to' });
  });

  it('takes what is named whole or not at all, and nothing that another has', async () => {
    const first = await billOfAll();
    const { id } = await house.ask(people.maker, bills.add, { supplier_id: deal.supplier, co_model: 1, ...period });
    const item = await itemOf('inWareBatch', deal.batches[0] ?? 0);
    await expect(house.ask(people.maker, bills.choose, { id, version: 1, ids: [item] })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'ids',
    });
    await expect(house.ask(people.maker, bills.submit, { id })).rejects.toMatchObject({ field: 'line_count' });
    // What is on a bill was agreed on: its batch is not taken back.
    await expect(
      house.ask(dockers.second, inbound.cancel, { id: deal.batches[0] ?? 0, reason: '录错' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('不能红冲') });
    await house.ask(people.maker, bills.cancel, { id: first, reason: '重做' });
    await house.ask(dockers.second, inbound.cancel, { id: deal.batches[0] ?? 0, reason: '录错' });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.accrued]: 41_930 });
  });

  it('is disputed line by line, and agreed on with other amounts and their tax', async () => {
    const id = await billOfAll();
    await house.ask(people.maker, bills.submit, { id });
    await expect(house.ask(people.maker, bills.dispute, { id })).rejects.toMatchObject({ field: 'lines' });
    const { list } = await house.ask(people.maker, bills.lines, { bill_id: id } as never);
    const [line] = list as unknown as { id: number }[];
    const versionOf = async () => (await house.ask(people.maker, bills.detail, { id })).version;
    const marks = { id, line_ids: [line?.id ?? 0], dispute_reason: '少两件' };
    await house.ask(people.maker, bills.disputeLines, { ...marks, version: await versionOf() });
    await expect(house.ask(people.maker, bills.confirm, { id, confirm_by: '陈经理' })).rejects.toBeDefined();
    await house.ask(people.maker, bills.dispute, { id });
    const change = { id, line_id: line?.id ?? 0, adjust_amount: -22_600 };
    await expect(
      house.ask(people.maker, bills.adjust, { ...change, version: await versionOf() }),
    ).rejects.toMatchObject({ field: 'adjust_reason' });
    await house.ask(people.maker, bills.adjust, {
      ...change,
      adjust_reason: '少两件',
      version: await versionOf(),
    });
    // More than one person may decide on: whoever adjusted it says nothing for the supplier.
    await expect(confirmed(id)).rejects.toMatchObject({ message: expect.stringContaining('调整人') });
    await house.ask(people.cashier, bills.confirm, { id, confirm_by: '陈经理' });
    expect(await house.ask(people.maker, bills.detail, { id })).toMatchObject({
      adjust_amount: -22_600,
      total_amount: 132_330,
      // 178.23 less the 26.00 within 226.00.
      tax_amount: 15_223,
      dispute_count: 0,
    });
    const settled = await agreed(await draft([{ check_bill_id: id }]));
    expect(await statementOf(settled)).toMatchObject({ goods_amount: 154_930, check_adjust_amount: -22_600 });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({ [subledger.payable]: 132_330 });
  });

  it('is not confirmed without the supplier’s paper', async () => {
    const id = await billOfAll();
    await house.ask(people.maker, bills.submit, { id });
    await expect(house.ask(people.maker, bills.confirm, { id, confirm_by: '陈经理' })).rejects.toMatchObject({
      field: 'files',
    });
  });

  it('nor with one that is older than its last change', async () => {
    const id = await billOfAll();
    await house.ask(people.maker, bills.submit, { id });
    await attach(house, { store, by: people.maker, definition: checkBill, id, kind: 'confirm' });
    const versionOf = async () => (await house.ask(people.maker, bills.detail, { id })).version;
    const { list } = await house.ask(people.maker, bills.lines, { bill_id: id } as never);
    const line = (list as unknown as { id: number }[])[0]?.id ?? 0;
    const marks = { id, line_ids: [line], dispute_reason: '少两件', version: await versionOf() };
    await house.ask(people.maker, bills.disputeLines, marks);
    await house.ask(people.maker, bills.dispute, { id });
    house.clock.advance(60_000);
    const change = { id, line_id: line, adjust_amount: -100, adjust_reason: '少两件', version: await versionOf() };
    await house.ask(people.maker, bills.adjust, change);
    await house.ask(people.maker, bills.submit, { id });
    const confirm = () => house.ask(people.cashier, bills.confirm, { id, confirm_by: '陈经理' });
    await expect(confirm()).rejects.toMatchObject({ field: 'files', message: expect.stringContaining('早于修改') });
    await attach(house, { store, by: people.maker, definition: checkBill, id, kind: 'confirm' });
    await confirm();
  });
});

describe('a statement', () => {
  it('refuses goods that were not checked, another’s, more set off than was paid ahead, and whoever is not its buyer', async () => {
    const item = await itemOf('inWareBatch', deal.batches[0] ?? 0);
    await expect(draft([{ settle_item_id: item }])).rejects.toMatchObject({ field: 'lines.0.settle_item_id' });
    const bill = await confirmed(await billOfAll());
    await expect(draft([{ check_bill_id: bill, settle_item_id: item }])).rejects.toMatchObject({ kind: 'invalid' });
    await expect(draft([{ check_bill_id: bill }], { prepay_offset_amount: 1 })).rejects.toMatchObject({
      field: 'prepay_offset_amount',
    });
    const id = await draft([{ check_bill_id: bill }]);
    await expect(draft([{ check_bill_id: bill }])).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(people.maker, statements.submit, { id });
    await expect(house.ask(people.maker, statements.department, { id, result: 1 })).rejects.toBeDefined();
    await house.ask(people.manager, statements.department, { id, result: 1 });
    await expect(house.ask(people.head, statements.buyer, { id, result: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('负责人'),
    });
    await house.ask(people.buyer, statements.buyer, { id, result: 1 });
    await expect(
      house.ask(people.maker, statements.supplier, { id, result: 1, confirm_by: '陈经理' }),
    ).rejects.toMatchObject({ field: 'files' });
  });

  it('lets go of what it holds when it is edited or cancelled', async () => {
    const bill = await confirmed(await billOfAll());
    const fine = await fined(20_000);
    const id = await draft([{ check_bill_id: bill }, { settle_item_id: fine }]);
    const { version, lines } = await statementOf(id);
    const gone = lines.find((line) => line.settle_item_id !== null);
    await house.ask(people.maker, statements.edit, {
      id,
      version,
      line_changes: { put: [], remove: [gone?.id ?? 0] },
    } as never);
    expect(await statementOf(id)).toMatchObject({ total_amount: 154_930, fine_amount: 0 });
    const other = await draft([{ settle_item_id: fine }]);
    await house.ask(people.manager, statements.cancel, { id: other, reason: '合并' });
    await house.ask(people.manager, statements.cancel, { id, reason: '重做' });
    expect(await house.ask(people.maker, bills.detail, { id: bill })).toMatchObject({ status: 3, statement_id: null });
  });

  it('is taken back before anything is paid, with what was set off', async () => {
    await prepaid(40_000);
    const id = await agreed(
      await draft([{ check_bill_id: await confirmed(await billOfAll()) }], { prepay_offset_amount: 40_000 }),
    );
    await house.ask(people.head, statements.reverse, { id, reason: '价格有误' });
    expect(await accountsOf(house.db, deal.supplier)).toEqual({
      [subledger.accrued]: 154_930,
      [subledger.prepaid]: 40_000,
    });
  });
});

describe('a payment', () => {
  const owing = async () => await agreed(await draft([{ check_bill_id: await confirmed(await billOfAll()) }]));

  it('is never more than is owed, whoever else pays at the same time', async () => {
    const id = await owing();
    await expect(ready([{ statement_id: id, amount: 154_931 }])).rejects.toMatchObject({ field: 'lines.0.amount' });
    const body = {
      supplier_id: deal.supplier,
      account_id: deal.account,
      payment_type: 1,
      direction: 1,
      lines: [{ statement_id: id, amount: 100_000 }],
    };
    const tries = [people.maker, people.head].map((by) => async () => {
      const [outcome] = await Promise.allSettled([house.ask(by, payments.add, body as never)]);
      return outcome?.status;
    });
    const both = await atOnce(house.db, sql`select 1 from statement where id = ${id} for update`, tries);
    expect(both.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('counts for its orders at once, part by part, with what was agreed on and invoiced', async () => {
    const bill = await billOfAll();
    const { list } = await house.ask(people.maker, bills.lines, { bill_id: bill } as never);
    const line = (list as unknown as { id: number }[])[0]?.id ?? 0;
    const { version } = await house.ask(people.maker, bills.detail, { id: bill });
    await house.ask(people.maker, bills.adjust, {
      id: bill,
      line_id: line,
      adjust_amount: -4930,
      adjust_reason: '少两件',
      version,
    });
    await house.ask(people.maker, bills.submit, { id: bill });
    await attach(house, { store, by: people.maker, definition: checkBill, id: bill, kind: 'confirm' });
    await house.ask(people.cashier, bills.confirm, { id: bill, confirm_by: '陈经理' });
    const id = await agreed(
      await draft([{ check_bill_id: bill }], { invoice_no: '24317000', invoice_amount: 150_000 }),
    );
    const standing = async () => {
      const { rows } = await sql`
        select check_amount, paid_amount, unpaid_amount, invoiced_amount, pay_state from purchase_finance where id = ${deal.purchase}`.execute(
        house.db,
      );
      return rows[0];
    };
    const whole = { check_amount: 150_000, invoiced_amount: 150_000 };
    expect(await standing()).toEqual({ ...whole, paid_amount: 0, unpaid_amount: 150_000, pay_state: 1 });
    await pay(await ready([{ statement_id: id, amount: 60_000 }]), 60_000);
    expect(await standing()).toEqual({ ...whole, paid_amount: 60_000, unpaid_amount: 90_000, pay_state: 3 });
    await pay(await ready([{ statement_id: id, amount: 90_000 }]), 90_000);
    expect(await standing()).toEqual({ ...whole, paid_amount: 150_000, unpaid_amount: 0, pay_state: 4 });
  });

  it('is made by nobody who had a part in it, for its whole amount, by one entry of the bank', async () => {
    const id = await owing();
    const first = await ready([{ statement_id: id, amount: 50_000 }]);
    const said = {
      id: first,
      pay_account: '基本户',
      pay_date: '2026-03-02',
      pay_amount: 50_000,
      bank_serial_no: 'SAME',
    };
    await expect(house.ask(people.cashier, payments.confirm, said)).rejects.toMatchObject({ field: 'files' });
    await attach(house, { store, by: people.cashier, definition: payment, id: first, kind: 'slip' });
    for (const barred of [people.maker, people.manager, people.head])
      await expect(house.ask(barred, payments.confirm, said)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(house.ask(people.cashier, payments.confirm, { ...said, pay_amount: 49_999 })).rejects.toMatchObject({
      field: 'pay_amount',
    });
    await expect(
      house.ask(people.cashier, payments.confirm, { ...said, pay_date: '2026-03-03' }),
    ).rejects.toMatchObject({ field: 'pay_date' });
    await expect(
      house.ask(people.cashier, payments.confirm, { ...said, pay_date: '2026-02-27' }),
    ).rejects.toMatchObject({ field: 'pay_date', message: expect.stringContaining('不能早于') });
    await sql`update account_period set status = 2 where period = '2026-03'`.execute(house.db);
    await expect(house.ask(people.cashier, payments.confirm, said)).rejects.toMatchObject({
      field: 'pay_date',
      message: expect.stringContaining('已关账'),
    });
    await sql`update account_period set status = 1 where period = '2026-03'`.execute(house.db);
    await house.ask(people.cashier, payments.confirm, said);
    const second = await ready([{ statement_id: id, amount: 1 }]);
    await attach(house, { store, by: people.cashier, definition: payment, id: second, kind: 'slip' });
    await expect(
      house.ask(people.cashier, payments.confirm, { ...said, id: second, pay_amount: 1 }),
    ).rejects.toMatchObject({ kind: 'duplicate' });
  });

  it('ahead of an order is what its contract allows, and is not had back once it is set off', async () => {
    // 30 % of 1,549.30.
    await expect(ready([{ purchase_id: deal.purchase, amount: 46_480 }], { payment_type: 2 })).rejects.toMatchObject({
      field: 'lines.0.amount',
    });
    const ahead = await prepaid(46_479);
    await draft([{ check_bill_id: await confirmed(await billOfAll()) }], { prepay_offset_amount: 1 });
    await expect(
      house.ask(people.buyer, payments.reverse, { id: ahead, reverse_reason: 2, remark: '付错' } as never),
    ).rejects.toMatchObject({ message: expect.stringContaining('余额只剩') });
  });

  it('goes into a file for the bank with others that wait, all or none', async () => {
    const id = await owing();
    const waits = await ready([{ statement_id: id, amount: 12_345 }]);
    const { id: fresh } = await house.ask(people.maker, payments.add, {
      supplier_id: deal.supplier,
      account_id: deal.account,
      payment_type: 1,
      direction: 1,
      lines: [{ statement_id: id, amount: 1 }],
    } as never);
    await expect(house.ask(people.cashier, payments.bankFile, { ids: [waits, fresh] })).rejects.toMatchObject({
      field: 'ids',
    });
    const file = (await house.ask(people.cashier, payments.bankFile, { ids: [waits] })) as unknown as { body: string };
    expect(file.body.split('\r\n')[1]).toContain(',123.45,');
    // A file is an order to pay: a second one says why.
    await expect(house.ask(people.cashier, payments.bankFile, { ids: [waits] })).rejects.toMatchObject({
      field: 'reason',
      message: expect.stringContaining('导出过银行文件'),
    });
    await house.ask(people.cashier, payments.bankFile, { ids: [waits], reason: '网银导入失败' });
    const { audit } = await house.ask(people.cashier, payments.detail, { id: waits });
    expect(audit.filter(({ action }) => action === 'bankFile').map(({ remark }) => remark)).toEqual([
      null,
      '网银导入失败',
    ]);
    // Who made it may not draw it, whatever keys he has.
    const both = { ...people.maker, permissions: new Set([...people.maker.permissions, 'payment:confirm']) };
    await expect(house.ask(both, payments.bankFile, { ids: [waits], reason: '自己导出' })).rejects.toMatchObject({
      code: 4010,
    });
  });
});

describe('the ledger of money', () => {
  it('is only added to, and its balances follow it alone', async () => {
    for (const statement of [
      sql`update money_ledger set amount = 1`,
      sql`delete from money_ledger`,
      sql`update money_balance set balance = 1`,
      sql`delete from money_balance`,
      sql`update settle_item set amount = amount + 1 where item_type = ${settleItemType.receipt}`,
      sql`update settle_item set status = 5 where status = 1`,
      sql`delete from settle_item`,
    ])
      await expect(statement.execute(house.db)).rejects.toThrow(/append-only|is what it was|does not go/);
  });
});
