import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { carrierClaimed } from '#contract/areas/allocation/allot-events.ts';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { expense } from '#contract/areas/expenses/expense.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { subledger } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { accountants, bookedFor, currents, expenseCalls, owedInBooks } from '#tests/factories/costs.ts';
import { testStore } from '#tests/factories/files.ts';
import { insert } from '#tests/factories/insert.ts';
import { buyer, seller } from '#tests/factories/purchasing.ts';
import { accountInForceOf, accountsOf, attach, payments, settlers, statements } from '#tests/factories/settlement.ts';

// What is paid and received besides goods (domain.md §4.25, vouchers 11 and 12), by hand to the fen: refusals first.

let house: House;
let store: FileStore;
let people: Awaited<ReturnType<typeof accountants>>;
let settling: Awaited<ReturnType<typeof settlers>>;
let supplier: number;
let account: number;
/** Purchaser of the suppliers: the buyer himself. */
let purchaser: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  store = await testStore();
  people = await accountants(house);
  settling = await settlers(house);
  ({ id: purchaser } = await buyer(house.db));
  await sql`update purchaser set admin_id = ${settling.buyer.id} where id = ${purchaser}`.execute(house.db);
});

beforeEach(async () => {
  supplier = await seller(house.db, { co_model: 1 });
  account = await accountInForceOf(house.db, supplier);
  await sql`update supplier set purchaser_id = ${purchaser} where id = ${supplier}`.execute(house.db);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const slip = (definition: typeof expense | typeof currentExpense, id: number) =>
  attach(house, { store, by: people.cashier, definition, id, kind: 'slip' });

describe('an expense', () => {
  let department: number;
  beforeAll(async () => {
    department = await insert(house.db, 'organize', { name: '行政部', code: 'XZ' });
  });

  const lines = [
    { item: '六月房租', amount: 109_000, tax_rate_bp: 900 },
    { item: '押运', amount: 10_000 },
  ];
  const add = async (more: object = {}): Promise<{ id: number; no: string }> => {
    const body = { department_id: department, expense_type: 1, happen_date: '2026-03-01', lines, ...more };
    const made = await house.ask(people.maker, expenseCalls.add, body as never);
    return { id: made.id, no: String(made.no) };
  };
  const passed = async (more: object = {}) => {
    const made = await add(more);
    await house.ask(people.maker, expenseCalls.submit, { id: made.id });
    await house.ask(people.head, expenseCalls.audit, { id: made.id, result: 1 });
    return made;
  };
  const paying = { pay_account: '工商银行基本户', pay_date: '2026-03-02' };

  it('has happened, is judged by another, and paid by a third with a slip', async () => {
    await expect(add({ happen_date: '2026-03-03' })).rejects.toMatchObject({ field: 'happen_date' });
    const { id } = await add();
    await house.ask(people.maker, expenseCalls.submit, { id });
    await expect(house.ask(people.maker, expenseCalls.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.head, expenseCalls.audit, { id, result: 1 });
    await expect(house.ask(people.cashier, expenseCalls.pay, { id, ...paying })).rejects.toMatchObject({
      field: 'files',
    });
    await slip(expense, id);
    for (const by of [people.maker, people.head])
      await expect(house.ask(by, expenseCalls.pay, { id, ...paying })).rejects.toMatchObject({
        kind: 'illegalTransition',
      });
    for (const pay_date of ['2026-03-03', '2026-02-28'])
      await expect(house.ask(people.cashier, expenseCalls.pay, { id, ...paying, pay_date })).rejects.toMatchObject({
        field: 'pay_date',
      });
    await house.ask(people.cashier, expenseCalls.pay, { id, ...paying });
  });

  it('1,090.00 of rent with 9 % and 100.00 without tax: 1,100.00 of cost, 90.00 to be had back, 1,190.00 owed and paid', async () => {
    const { id, no } = await passed();
    expect(await house.ask(people.maker, expenseCalls.detail, { id })).toMatchObject({
      status: 2,
      amount: 119_000,
      tax_amount: 9000,
    });
    const accrued = [
      ['6602', 110_000, 0],
      ['2241', 0, 110_000],
      ['2221.01', 9000, 0],
      ['2241', 0, 9000],
    ];
    expect(await bookedFor(house.db, no)).toEqual(accrued);
    await slip(expense, id);
    await house.ask(people.cashier, expenseCalls.pay, { id, ...paying });
    expect(await bookedFor(house.db, no)).toEqual([...accrued, ['2241', 119_000, 0], ['1002', 0, 119_000]]);
    await expect(house.ask(people.other, expenseCalls.reverse, { id, reason: '记错' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('that is not its lines is found', async () => {
    const { id } = await add();
    expect(await brokenBy(house.db, [sql`update expense set amount = amount + 1 where id = ${id}`])).toEqual(['k93']);
  });

  it('of a shop, or of marketing, is one of selling; taken back by another it leaves nothing', async () => {
    const { id, no } = await passed({ expense_type: 5, lines: [{ item: '海报', amount: 10_000 }] });
    await expect(house.ask(people.head, expenseCalls.reverse, { id, reason: '记错' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.other, expenseCalls.reverse, { id, reason: '记错' });
    expect(await bookedFor(house.db, no)).toEqual([
      ['6601', 10_000, 0],
      ['2241', 0, 10_000],
      ['2241', 10_000, 0],
      ['6601', 0, 10_000],
    ]);
  });
});

describe('a current expense', () => {
  const add = async (more: object = {}): Promise<{ id: number; no: string }> => {
    const body = {
      partner_type: 1,
      supplier_id: supplier,
      direction: 1,
      expense_type: 1,
      amount: 10_900,
      tax_rate_bp: 900,
      settle_way: 1,
      account_id: account,
      ...more,
    };
    const made = await house.ask(people.maker, currents.add, body as never);
    return { id: made.id, no: String(made.no) };
  };
  const passed = async (more: object = {}) => {
    const made = await add(more);
    await house.ask(people.maker, currents.submit, { id: made.id });
    await house.ask(people.manager, currents.department, { id: made.id, result: 1 });
    await house.ask(people.head, currents.finance, { id: made.id, result: 1 });
    return made;
  };
  const deducted = (more: object = {}) => passed({ settle_way: 2, account_id: null, ...more });
  const shown = (id: number) => house.ask(people.maker, currents.detail, { id });
  const paying = { pay_account: '工商银行基本户', pay_date: '2026-03-02' };

  it('is deducted of suppliers alone, and never a deposit; it goes to an account of the supplier', async () => {
    const other = { partner_type: 4, supplier_id: null, account_id: null, other_name: '某物业' };
    await expect(add({ ...other, settle_way: 2 })).rejects.toMatchObject({ field: 'settle_way' });
    await expect(add({ settle_way: 2, expense_type: 4, account_id: null })).rejects.toMatchObject({
      field: 'settle_way',
    });
    await expect(add({ account_id: null })).rejects.toMatchObject({ field: 'account_id' });
    await expect(
      add({ account_id: await accountInForceOf(house.db, await seller(house.db, { co_model: 1 })) }),
    ).rejects.toMatchObject({ field: 'account_id' });
    expect(await shown((await add(other)).id)).toMatchObject({ partner_name: '某物业', payee_name: null });
  });

  it('paid by itself: 109.00 with 9 %, by somebody who neither made nor passed it', async () => {
    const { id, no } = await passed();
    expect(await shown(id)).toMatchObject({ status: 3, payee_name: '某某服饰有限公司', tax_amount: 900 });
    await expect(house.ask(people.cashier, currents.pay, { id, ...paying })).rejects.toMatchObject({ field: 'files' });
    await slip(currentExpense, id);
    await expect(house.ask(people.manager, currents.pay, { id, ...paying })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.cashier, currents.pay, { id, ...paying });
    expect(await shown(id)).toMatchObject({ status: 4, pay_date: '2026-03-02' });
    expect(await bookedFor(house.db, no)).toEqual([
      ['6601', 10_000, 0],
      ['1002', 0, 10_000],
      ['2221.01', 900, 0],
      ['1002', 0, 900],
    ]);
    expect(await accountsOf(house.db, supplier)).toEqual({});
  });

  it('a deposit that is received is owed, not earned', async () => {
    const { id, no } = await passed({ direction: 2, expense_type: 4, account_id: null });
    await slip(currentExpense, id);
    await house.ask(people.cashier, currents.pay, { id, ...paying });
    expect(await bookedFor(house.db, no)).toEqual([
      ['1002', 10_900, 0],
      ['2241', 0, 10_900],
    ]);
  });

  it('within a statement: 109.00 paid, 53.00 received; done once that is paid, waiting again once the payment comes back', async () => {
    const [more, less] = [
      await deducted(),
      await deducted({ direction: 2, expense_type: 3, amount: 5300, tax_rate_bp: 600 }),
    ];
    expect(await accountsOf(house.db, supplier)).toEqual({ [subledger.expenses]: 5600 });
    const { rows } = await sql<{ id: number }>`
      select id from settle_item where supplier_id = ${supplier} and status = 1 order by id`.execute(house.db);
    const body = { supplier_id: supplier, lines: rows.map((item) => ({ settle_item_id: item.id })) };
    const { id, no } = await house.ask(settling.maker, statements.add, body as never);
    // What a statement has taken is not given up.
    await expect(house.ask(people.head, currents.cancel, { id: less.id, reason: '记错' })).rejects.toMatchObject({
      message: expect.stringContaining(String(no)),
    });
    await house.ask(settling.maker, statements.submit, { id });
    await house.ask(settling.manager, statements.department, { id, result: 1 });
    await house.ask(settling.buyer, statements.buyer, { id, result: 1 });
    await attach(house, { store, by: settling.maker, definition: statement, id, kind: 'signed' });
    await house.ask(settling.maker, statements.supplier, { id, result: 1, confirm_by: '陈经理' });
    // Expense 100.00 and its tax 9.00, income 50.00 and its tax 3.00: 56.00 is left to pay.
    expect(await bookedFor(house.db, String(no))).toEqual([
      ['6601', 10_000, 0],
      ['2202.01', 0, 10_000],
      ['2221.01', 900, 0],
      ['2202.01', 0, 900],
      ['2202.01', 5000, 0],
      ['6051', 0, 5000],
      ['2202.01', 300, 0],
      ['2221.03', 0, 300],
    ]);
    expect(await accountsOf(house.db, supplier)).toEqual({ [subledger.payable]: 5600 });
    expect(await owedInBooks(house.db, supplier, '2202.01')).toBe(5600);
    const bill = { payment_type: 1, direction: 1, supplier_id: supplier, account_id: account };
    const paid = await house.ask(settling.maker, payments.add, {
      ...bill,
      lines: [{ statement_id: id, amount: 5600 }],
    } as never);
    await house.ask(settling.maker, payments.submit, { id: paid.id });
    await house.ask(settling.manager, payments.department, { id: paid.id, result: 1 });
    await house.ask(settling.head, payments.finance, { id: paid.id, result: 1 });
    await attach(house, { store, by: settling.cashier, definition: payment, id: paid.id, kind: 'slip' });
    await house.ask(settling.cashier, payments.confirm, {
      id: paid.id,
      ...paying,
      pay_amount: 5600,
      bank_serial_no: `W${paid.id}`,
    });
    for (const one of [more, less]) expect(await shown(one.id)).toMatchObject({ status: 4, statement_no: no });
    expect(await owedInBooks(house.db, supplier, '2202.01')).toBe(0);
    await house.ask(settling.buyer, payments.reverse, { id: paid.id, reverse_reason: 1, remark: '户名不符' } as never);
    for (const one of [more, less]) expect(await shown(one.id)).toMatchObject({ status: 6 });
  });

  it('that waits for a statement is taken back by finance, and owed no more', async () => {
    const { id } = await deducted();
    await house.ask(people.head, currents.cancel, { id, reason: '供应商已付' });
    expect(await accountsOf(house.db, supplier)).toEqual({});
  });

  it('is made of what a carrier answers for', async () => {
    const carrier = await insert(house.db, 'logistics', { code: 'CX1', name: '快运一', type: 1, status: 1 });
    await inTransaction(house.db, async (tx) => {
      const origin = { requestId: 'test', ip: 'test', device: undefined, userAgent: '' };
      const log = createLog({ level: 'silent' });
      const context = { db: tx, actor: people.maker, now: house.clock.now(), opId: randomUUID(), origin, log };
      await house.kit.registry.events.emit(context, carrierClaimed, {
        logistics_id: carrier,
        waybill_no: 'SF9',
        amount: 12_300,
        source_type: 'allotDiff',
        source_id: 7,
        source_no: 'DY26030100007',
        allot_no: 'DB1',
        reason: '物流丢失',
        cost_amount: 12_300,
      });
    });
    expect((await house.ask(people.maker, currents.list, { logistics_id: [carrier] } as never)).list).toMatchObject([
      { partner_name: '快运一', direction: 2, amount: 12_300, source_no: 'DY26030100007', status: 0 },
    ]);
  });

  it('whose item says another amount is found', async () => {
    const { id } = await deducted();
    expect(await brokenBy(house.db, [sql`update current_expense set amount = amount + 1 where id = ${id}`])).toEqual([
      'k92',
    ]);
  });
});
