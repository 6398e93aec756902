import { beforeAll, expect, it } from 'vitest';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addAccount } from '#tests/factories/bank-accounts.ts';
import { bulkAt, bulkHouse } from '#tests/factories/bulk.ts';
import { officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

// Many accounts at once: finance stands between a proposal and the account here as anywhere.

const database = await testDatabase();
const house = await bulkHouse(database);
const office = officeOf(database.db);
const { look, order } = bulkCalls(supplierAccount);
const accounts = callsOf(supplierAccount);
const changes = callsOf(supplierAccountChange);
const check = transitionCall(supplierAccountChange, 'check');
const noted = '已提交财务复核，复核通过后生效';

let buyer: Actor;
let clerk: Actor;

const verbs = ['view', 'edit', 'status', 'batchEdit'].map((verb) => `supplierAccount:${verb}`);

beforeAll(async () => {
  buyer = await person(database.db, { keys: [...verbs, 'tools:view', 'tools:batchEdit', 'tools:batchCancel'] });
  clerk = await person(database.db, { keys: ['supplierAccount:view', 'supplier:accountCheck'] });
  await house.work();
});

const shown = async (id: number) => await house.ask(buyer, accounts.detail, { id });
const waiting = async (account_id: number) =>
  (await house.ask(buyer, changes.list, { account_id, status: 1 })).list[0]?.id ?? 0;
const pass = async (account: number) =>
  await house.ask(clerk, check, { id: await waiting(account), result: 1, remark: '已核对' });
const inForce = async (): Promise<number> => {
  const id = await addAccount(office, database.db);
  await pass(id);
  return id;
};
const done = async (ids: number[], fields: Record<string, unknown>) => {
  const { batch_id: id } = await house.ask(buyer, order, { ids, fields });
  return await house.over(buyer, id);
};

it('takes nothing of where money goes, and nobody without the keys of one account', async () => {
  const id = await inForce();
  for (const fields of [{ account_no: '62220000000000' }, { account_name: '别人' }, { check_state: 2 }])
    await expect(house.ask(buyer, order, { ids: [id], fields })).rejects.toMatchObject({ kind: 'invalid' });
  const without = await person(database.db, { keys: verbs.filter((key) => key !== 'supplierAccount:edit') });
  await expect(house.ask(without, order, { ids: [id], fields: { is_default: true } })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

it('finds and changes no account of a supplier outside the data scope', async () => {
  const id = await inForce();
  const limited = { ...buyer, scope: [{ supplier: [Number((await shown(await inForce())).supplier_id)] }] };
  const fields = { status: 0 };
  const { rows } = await house.ask(limited, look, { targets: [{ id }, { id: 999_999_999 }], fields });
  expect(rows[0]).toEqual({ ...rows[1], title: String(id) });
  const other = await person(database.db, { keys: [...verbs, 'tools:view', 'tools:batchEdit'], scope: limited.scope });
  const { batch_id } = await house.ask(other, order, { ids: [id], fields });
  await house.over(other, batch_id);
  expect(await house.linesOf(other, batch_id)).toMatchObject([{ title: String(id), outcome: lineOutcome.refused }]);
  expect(await shown(id)).toMatchObject({ status: 1 });
});

it('proposes the default flag, says so beside each row, and leaves what is in force until finance has passed it', async () => {
  const [id, same] = [await inForce(), await inForce()];
  const { rows } = await house.ask(buyer, look, { targets: [{ id }, { id: same }], fields: { is_default: true } });
  expect(rows.map(({ changes: told, note, refused }) => [told, note, refused])).toEqual([
    [[], noted, null],
    [[], noted, null],
  ]);
  expect(await waiting(id)).toBe(0);
  const batch = await done([id], { is_default: true });
  expect(await house.linesOf(buyer, batch.id)).toMatchObject([{ outcome: lineOutcome.changed, error: noted }]);
  expect(await shown(id)).toMatchObject({ is_default: false, check_state: 1, status: 1 });
  await house.ask(buyer, bulkAt.undo, { id: batch.id });
  await house.over(buyer, batch.id);
  expect(await house.linesOf(buyer, batch.id)).toMatchObject([
    { outcome: lineOutcome.left, error: '修改已提交复核，请在待复核的变更中撤回' },
  ]);
  await pass(id);
  expect(await shown(id)).toMatchObject({ is_default: true, check_state: 2 });
  expect(await brokenInvariants(database.db)).toEqual([]);
});

it('says which change that waits it would take the place of', async () => {
  const id = await inForce();
  const { version } = await shown(id);
  await house.ask(buyer, accounts.edit, { id, version, account_name: '改了户名' });
  const { list } = await house.ask(buyer, changes.list, { account_id: id, status: 1 });
  const { rows } = await house.ask(buyer, look, { targets: [{ id }], fields: { is_default: true } });
  expect(rows).toMatchObject([{ note: `${noted}；取代待复核的 ${list[0]?.change_no}`, refused: null }]);
  expect(await waiting(id)).toBe(list[0]?.id);
});

it('switches off at once, and switches on only what finance has passed once; the former is undone', async () => {
  const [id, never] = [await inForce(), await addAccount(office, database.db)];
  const off = await done([id], { status: 0 });
  expect(await shown(id)).toMatchObject({ status: 0, check_state: 2 });
  const on = await done([never], { status: 1 });
  expect(await house.linesOf(buyer, on.id)).toMatchObject([{ outcome: lineOutcome.refused }]);
  expect(await shown(never)).toMatchObject({ status: 0, in_force_at: null });
  await house.ask(buyer, bulkAt.undo, { id: off.id });
  await house.over(buyer, off.id);
  expect(await shown(id)).toMatchObject({ status: 1 });
  expect(await brokenInvariants(database.db)).toEqual([]);
});
