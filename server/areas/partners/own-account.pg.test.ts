import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bank } from '#contract/areas/partners/bank.ts';
import { ownAccount } from '#contract/areas/partners/own-account.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { paidFrom } from '#server/terms/own-account.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { accountNo, addBank } from '#tests/factories/bank-accounts.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';

const banks = callsOf(bank);
const accounts = callsOf(ownAccount);
let database: Database;
let office: Office;
let bank_id: number;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
  bank_id = await addBank(database.db);
});

const termsOf = (name: string, more: object = {}) => ({
  name,
  account_name: '本公司',
  account_no: accountNo(),
  bank_id,
  ...more,
});
const shown = (id: number) => office.call(accounts.detail, { id });

describe('an account of the company', () => {
  test('paid from in words, while the company keeps none', async () => {
    expect(await paidFrom(database.db, { pay_account: ' 基本户 ' })).toEqual({
      own_account_id: null,
      pay_account: '基本户',
    });
  });

  test('is refused with a number of letters, and at a bank that is off', async () => {
    expect(await office.refused(accounts.add, termsOf('甲', { account_no: '12AB' }))).toMatchObject({
      field: 'account_no',
    });
    const off = await addBank(database.db, { status: 0 });
    expect(await office.refused(accounts.add, termsOf('甲', { bank_id: off }))).toMatchObject({ field: 'bank_id' });
  });

  test('in use, keeps its bank from being switched off, by the switch and by a save alike', async () => {
    const bank_id = await addBank(database.db);
    const { id } = await office.call(accounts.add, termsOf('纳税户', { bank_id }));
    const inUse = { kind: 'illegalTransition', words: expect.stringContaining('1 个启用的公司账户') as unknown };
    expect(await office.refused(banks.status, { ids: [bank_id], status: 0 })).toMatchObject({ ...inUse, field: 'ids' });
    expect(await office.refused(banks.edit, { id: bank_id, version: 1, status: 0 })).toMatchObject({
      ...inUse,
      field: 'status',
    });
    await office.call(accounts.status, { ids: [id], status: 0 });
    expect(await office.call(banks.status, { ids: [bank_id], status: 0 })).toEqual({ count: 1 });
    expect(await office.refused(accounts.status, { ids: [id], status: 1 })).toMatchObject({ field: 'bank_id' });
    expect((await office.call(accounts.options, {})).list).toEqual([]);
    await sql`delete from own_account`.execute(database.db);
  });

  test('the first is the default, another one becomes it, and one always is', async () => {
    const { id: first } = await office.call(accounts.add, termsOf('基本户'));
    const { id: second } = await office.call(accounts.add, termsOf('一般户'));
    expect([(await shown(first)).is_default, (await shown(second)).is_default]).toEqual([true, false]);
    expect(await office.refused(accounts.status, { ids: [first], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
    });
    const { version } = await shown(first);
    expect(await office.refused(accounts.edit, { id: first, version, is_default: false })).toMatchObject({
      field: 'is_default',
    });
    await office.call(accounts.edit, { id: second, version: 1, is_default: true });
    expect([(await shown(first)).is_default, (await shown(second)).is_default]).toEqual([false, true]);
    expect((await office.call(accounts.options, { is_default: true })).list.map(({ id }) => id)).toEqual([second]);
    await office.call(accounts.status, { ids: [first], status: 0 });
    const off = await shown(first);
    expect(await office.refused(accounts.edit, { id: first, version: off.version, is_default: true })).toMatchObject({
      field: 'is_default',
    });
  });

  test('what is paid keeps its name and the end of its number, chosen or named; nothing else is taken', async () => {
    const account_no = accountNo();
    const { id } = await office.call(accounts.add, termsOf('专户', { account_no }));
    const kept = { own_account_id: id, pay_account: `专户(尾号 ${account_no.slice(-4)})` };
    expect(await paidFrom(database.db, { own_account_id: id })).toEqual(kept);
    expect(await paidFrom(database.db, { pay_account: '专户' })).toEqual(kept);
    await expect(paidFrom(database.db, { pay_account: '私人账户' })).rejects.toMatchObject({ field: 'own_account_id' });
    const refused = async (asked: object, words: string) =>
      await expect(paidFrom(database.db, { ...asked })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'own_account_id',
        message: expect.stringContaining(words) as unknown,
      });
    await refused({ own_account_id: id + 999 }, '没有这个公司账户');
    // As an import or an older build may have left it.
    await sql`update bank set status = 0 where id = ${bank_id}`.execute(database.db);
    await refused({ own_account_id: id }, '开户银行');
    await refused({ pay_account: '专户' }, '开户银行');
    await sql`update bank set status = 1 where id = ${bank_id}`.execute(database.db);
    await office.call(accounts.status, { ids: [id], status: 0 });
    expect((await office.call(accounts.options, {})).list.map((one) => one.id)).not.toContain(id);
    await refused({ own_account_id: id }, '已停用');
    await refused({ pay_account: '专户' }, '已停用');
  });
});
