import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bank } from '#contract/areas/partners/bank.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { accountNo, accountOf, addAccount, addBank, addSubBranch } from '#tests/factories/bank-accounts.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

const accounts = callsOf(supplierAccount);
const changes = callsOf(supplierAccountChange);
const checkCall = transitionCall(supplierAccountChange, 'check');
const withdrawCall = transitionCall(supplierAccountChange, 'withdraw');

let database: Database;
let office: Office;
let buyer: Actor;
let colleague: Actor;
let clerk: Actor;

beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
  const somebody = async (): Promise<Actor> => anyone({ id: (await person(database.db)).id });
  [buyer, colleague, clerk] = [await somebody(), await somebody(), await somebody()];
});

const propose = async (given: Record<string, unknown> = {}): Promise<number> =>
  (await office.call(accounts.add, (await accountOf(office, database.db, given)) as never, buyer)).id;

const waiting = async (account: number): Promise<number> => {
  const { list } = await office.call(changes.list, { account_id: account, status: 1 });
  return list[0]?.id ?? 0;
};

const check = async (account: number, result: 1 | 2 = 1, by = clerk) =>
  await office.call(checkCall, { id: await waiting(account), result, remark: '已核对' }, by);

const inForce = async (given: Record<string, unknown> = {}): Promise<number> => {
  const id = await propose(given);
  await check(id);
  return id;
};

const shown = (id: number) => office.call(accounts.detail, { id });

const edit = async (id: number, given: Record<string, unknown>, by = buyer) =>
  await office.call(accounts.edit, { id, version: (await shown(id)).version, ...given } as never, by);

describe('an account is refused', () => {
  test('with a number that is no number or that another account has', async () => {
    const sent = await accountOf(office, database.db, { account_no: '1234567' });
    expect(await office.refused(accounts.add, sent as never)).toMatchObject({ kind: 'invalid', field: 'account_no' });
    const taken = accountNo();
    await propose({ account_no: taken });
    const again = await accountOf(office, database.db, { account_no: taken });
    expect(await office.refused(accounts.add, again as never)).toMatchObject({
      kind: 'duplicate',
      field: 'account_no',
    });
    const other = await inForce();
    const moved = { id: other, version: (await shown(other)).version, account_no: taken };
    expect(await office.refused(accounts.edit, moved as never)).toMatchObject({
      kind: 'duplicate',
      field: 'account_no',
    });
  });

  test('with a bank, a branch or a supplier that is switched off, and with a branch of another bank', async () => {
    const off = await addBank(database.db, { status: 0 });
    const closed = await addSubBranch(database.db, { status: 0 });
    const { rows } = await sql<{ bank_id: number }>`select bank_id from sub_branch where id = ${closed}`.execute(
      database.db,
    );
    const gone = await addSupplier(office);
    await office.call(callsOf(supplier).status, { ids: [gone], status: 0 });
    for (const [given, field] of [
      [{ bank_id: off }, 'bank_id'],
      [{ bank_id: rows[0]?.bank_id, sub_branch_id: closed }, 'sub_branch_id'],
      [{ sub_branch_id: await addSubBranch(database.db) }, 'sub_branch_id'],
      [{ supplier_id: gone }, 'supplier_id'],
    ] as const) {
      const sent = await accountOf(office, database.db, given);
      expect(await office.refused(accounts.add, sent as never)).toMatchObject({ kind: 'invalid', field });
    }
  });

  test('to another supplier than the one it was opened for', async () => {
    const id = await inForce();
    const moved = { id, version: (await shown(id)).version, supplier_id: await addSupplier(office) };
    expect(await office.refused(accounts.edit, moved as never)).toMatchObject({ field: 'supplier_id' });
  });

  test('in use before finance has checked it', async () => {
    const id = await propose();
    expect(await office.refused(accounts.status, { ids: [id], status: 1 })).toMatchObject({
      kind: 'illegalTransition',
    });
    await check(id, 2);
    expect(await office.refused(accounts.status, { ids: [id], status: 1 })).toMatchObject({
      kind: 'illegalTransition',
    });
  });
});

describe('a change is refused', () => {
  test('its check by whoever made it, or without the key of finance', async () => {
    const id = await propose();
    const asked = { id: await waiting(id), result: 1 } as const;
    expect(await office.refused(checkCall, asked, buyer)).toMatchObject({ kind: 'illegalTransition' });
    const without = anyone({ id: colleague.id, keys: ['supplierAccount:view', 'supplierAccount:edit'] });
    expect(await office.refused(checkCall, asked, without)).toMatchObject({ kind: 'forbidden' });
  });

  test('its check by whoever proposed what it repeats', async () => {
    const id = await propose();
    await edit(id, { account_name: '另一个户名' }, colleague);
    const asked = { id: await waiting(id), result: 1 } as const;
    expect(await office.refused(checkCall, asked, buyer)).toMatchObject({ kind: 'illegalTransition' });
    await office.call(checkCall, asked, clerk);
    // What was in force before is no part of a later change.
    await edit(id, { account_name: '再改一次' }, colleague);
    await office.call(checkCall, { id: await waiting(id), result: 1 }, buyer);
    expect(await brokenInvariants(database.db)).toEqual([]);
  });

  test('its pass over a bank that was switched off meanwhile, and its rejection without a reason', async () => {
    const bank_id = await addBank(database.db);
    const id = await propose({ bank_id, sub_branch_id: await addSubBranch(database.db, { bank_id, status: 1 }) });
    await sql`update sub_branch set status = 0 where bank_id = ${bank_id}`.execute(database.db);
    await office.call(callsOf(bank).status, { ids: [bank_id], status: 0 });
    const change = await waiting(id);
    expect(await office.refused(checkCall, { id: change, result: 1 }, clerk)).toMatchObject({ field: 'bank_id' });
    expect(await office.refused(checkCall, { id: change, result: 2 }, clerk)).toMatchObject({ field: 'remark' });
    await office.call(checkCall, { id: change, result: 2, remark: '银行已停用' }, clerk);
    expect(await shown(id)).toMatchObject({ check_state: 3, status: 0, in_force_at: null });
  });

  test('its withdrawal by somebody else, and once it is judged', async () => {
    const id = await propose();
    const asked = { id: await waiting(id), reason: '账号录入有误' };
    expect(await office.refused(withdrawCall, asked, colleague)).toMatchObject({ kind: 'forbidden' });
    await check(id);
    expect(await office.refused(withdrawCall, asked, buyer)).toMatchObject({ kind: 'illegalTransition' });
    expect(await office.refused(checkCall, { id: asked.id, result: 1 }, clerk)).toMatchObject({
      kind: 'illegalTransition',
    });
  });

  test('two that ask for one number: the first check wins', async () => {
    const [one, other] = [await inForce(), await inForce()];
    const account_no = accountNo();
    await edit(one, { account_no });
    await edit(other, { account_no });
    await check(one);
    expect(await office.refused(checkCall, { id: await waiting(other), result: 1 }, clerk)).toMatchObject({
      kind: 'duplicate',
      field: 'account_no',
    });
    expect((await shown(other)).account_no).not.toBe(account_no);
  });
});

describe('an account', () => {
  let supplier_id: number;
  beforeEach(async () => {
    supplier_id = await addSupplier(office);
  });

  test('comes into use by its check, and keeps what is in force until an edit is checked', async () => {
    const sent = await accountOf(office, database.db, { supplier_id });
    const saved = await office.call(accounts.add, sent as never, buyer);
    expect(saved.warning).toContain('复核');
    expect(await shown(saved.id)).toMatchObject({ version: 1, status: 0, check_state: 1, in_force_at: null });
    await check(saved.id);
    expect(await shown(saved.id)).toMatchObject({ status: 1, check_state: 2, checked_by: clerk.id });
    const account_no = accountNo();
    expect((await edit(saved.id, { account_no })).warning).toContain('复核');
    expect(await shown(saved.id)).toMatchObject({ account_no: sent.account_no, check_state: 1, status: 1 });
    await check(saved.id);
    expect(await shown(saved.id)).toMatchObject({ account_no, check_state: 2 });
    const { rows } = await sql<{ payload: object }>`
      select payload from event_log where name = 'supplierAccount.inForce' and payload ->> 'account_id' = ${String(saved.id)}`.execute(
      database.db,
    );
    expect(rows).toHaveLength(2);
  });

  test('edited again before the check leaves one change to judge, of what was saved last', async () => {
    const id = await inForce({ supplier_id });
    await edit(id, { account_name: '第一次' });
    await edit(id, { account_name: '第二次' });
    const { list } = await office.call(changes.list, { account_id: id });
    expect(list.map(({ status, account_name }) => [status, account_name])).toEqual([
      [1, '第二次'],
      [-1, '第一次'],
      [2, '某某服饰有限公司'],
    ]);
    await check(id, 2);
    expect(await shown(id)).toMatchObject({ account_name: '某某服饰有限公司', check_state: 3, status: 1 });
  });

  test('saved as it is proposes nothing', async () => {
    const id = await inForce({ supplier_id });
    expect(await edit(id, {})).not.toHaveProperty('warning');
    expect(await waiting(id)).toBe(0);
  });

  test('is taken back by who proposed it', async () => {
    const id = await propose({ supplier_id });
    await office.call(withdrawCall, { id: await waiting(id), reason: '账号录入有误' }, buyer);
    expect(await shown(id)).toMatchObject({ check_state: 4, status: 0 });
    // Saved as it is, it is proposed again.
    await edit(id, {});
    expect(await waiting(id)).toBeGreaterThan(0);
  });

  test('becomes the default one of its supplier in place of another, also when both are checked at once', async () => {
    const first = await inForce({ supplier_id, is_default: true });
    const [second, third] = [
      await propose({ supplier_id, is_default: true }),
      await propose({ supplier_id, is_default: true }),
    ];
    expect((await shown(first)).is_default).toBe(true);
    await Promise.all([check(second), check(third)]);
    const { rows } = await sql<{ id: number }>`
      select id from supplier_account where supplier_id = ${supplier_id} and is_default`.execute(database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.id).not.toBe(first);
  });

  test('and its changes are hidden from whoever may not see the supplier', async () => {
    const id = await addAccount(office, database.db, { supplier_id });
    const limited = anyone({ id: colleague.id, scope: [{ supplier: [await addSupplier(office)] }] });
    expect(await office.refused(accounts.detail, { id }, limited)).toMatchObject({ kind: 'notFound' });
    expect(await office.refused(checkCall, { id: await waiting(id), result: 1 }, limited)).toMatchObject({
      kind: 'notFound',
    });
    expect((await office.call(accounts.options, { supplier_id }, limited)).list).toEqual([]);
  });

  test('is offered by its supplier once it is in use', async () => {
    const id = await inForce({ supplier_id });
    await propose({ supplier_id });
    await inForce();
    expect((await office.call(accounts.options, { supplier_id })).list.map((one) => one.id)).toEqual([id]);
  });
});

test('every invariant holds after all of it', async () => {
  expect(await brokenInvariants(database.db)).toEqual([]);
});
