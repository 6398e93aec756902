import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { cancelTask } from '#contract/areas/tasks/calls.ts';
import { batchStatus, lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { type BulkOrder, bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { serveBrand } from '#server/areas/goods/brand.ts';
import { serveSupplier } from '#server/areas/partners/supplier.ts';
import type { Actor } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import { runCall } from '#server/kit/run-call.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkAt, bulkHouse, bulkKeys } from '#tests/factories/bulk.ts';
import { addBrand } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { addPurchaser, addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';
import { bulksOf } from './bulks.ts';
import { serveBulk } from './serve-bulk.ts';
import { settleEnded } from './settle-ended.ts';

const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const office = officeOf(db);
const suppliers = callsOf(supplier);
let buyer: Actor;

beforeAll(async () => {
  buyer = await person(db, { keys: bulkKeys });
});
afterEach(async () => {
  await house.rest();
});

const three = async (): Promise<number[]> => [
  await addSupplier(office),
  await addSupplier(office),
  await addSupplier(office),
];
const now = async (id: number) => await house.ask(anyone(), suppliers.detail, { id });
const order = async (input: BulkOrder, by = buyer): Promise<number> =>
  (await house.ask(by, bulkAt.order, input)).batch_id;
const done = async (input: BulkOrder) => {
  const id = await order(input);
  await house.work();
  return await house.over(buyer, id);
};

describe('a change of many is refused', () => {
  it.each([
    ['nothing to write', { ids: [1], fields: {} }, 'fields'],
    ['nobody to write it to', { ids: [], fields: { level: 2 } }, 'rows'],
    ['a field that is not changed in bulk', { ids: [1], fields: { name: '新名' } }, 'fields.name'],
    ['a field that there is not', { ids: [1], fields: { nothing: 1 } }, 'fields.nothing'],
    ['a value that the field does not take', { ids: [1], fields: { level: 9 } }, 'fields.level'],
    ['a required field emptied', { ids: [1], fields: { settle_days: null } }, 'fields.settle_days'],
    ['a status emptied', { ids: [1], fields: { status: null } }, 'fields.status'],
    ['a record named twice', { ids: [1], rows: [{ id: 1 }], fields: { level: 2 } }, 'rows.1.id'],
    ['another type', { type: 1, ids: [1], fields: { level: 2 } }, 'type'],
  ])('with %s', async (_what, input, field) => {
    await expect(house.ask(buyer, bulkAt.order, input as never)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('beyond the cap, in the words of the specification', async () => {
    const ids = Array.from({ length: limits.pastedEntries + 1 }, (_, index) => index + 1);
    await expect(order({ ids, fields: { level: 2 } })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('一次最多输入5000个') as unknown,
    });
    const targets = ids.slice(0, limits.bulkLook + 1).map((id) => ({ id }));
    await expect(house.ask(buyer, bulkAt.look, { targets, fields: { level: 2 } })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'targets',
    });
  });

  it('to who may not change one of them alone, by the fields that are named', async () => {
    const without = async (key: string) => await person(db, { keys: bulkKeys.filter((one) => one !== key) });
    const id = await addSupplier(office);
    const forbidden = { kind: 'forbidden' };
    for (const key of ['supplier:batchEdit', 'supplier:edit'])
      await expect(order({ ids: [id], fields: { level: 2 } }, await without(key))).rejects.toMatchObject(forbidden);
    const noSwitch = await without('supplier:status');
    await expect(order({ ids: [id], fields: { level: 2, status: 0 } }, noSwitch)).rejects.toMatchObject(forbidden);
    expect(await order({ ids: [id], fields: { level: 2 } }, noSwitch)).toBeGreaterThan(0);
  });

  it('as a whole where it was never begun: nothing of it is there', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from tool_batch b where not exists (select 1 from tool_batch_line l where l.tool_batch_id = b.id)`.execute(
      db,
    );
    expect(rows[0]?.count).toBe(0);
  });
});

describe('a look', () => {
  it('tells of every row what would become of it, and writes nothing', async () => {
    const [first, same, held] = (await three()) as [number, number, number];
    await house.ask(anyone(), suppliers.edit, { id: same, version: 1, level: 2 });
    const off = await addPurchaser(office, db);
    await house.ask(anyone(), callsOf(purchaser).status, { ids: [off], status: 0 });
    const trail = sql<{ count: number }>`select count(*) as count from audit_log`;
    const before = (await trail.execute(db)).rows;
    const { name, supplier_no: no } = await now(first);
    const { rows } = await house.ask(buyer, bulkAt.look, {
      targets: [
        { key: String(no) },
        { key: name.toUpperCase() },
        { id: same },
        { id: held },
        { key: '没有这家' },
        { id: 999_999_999 },
      ],
      fields: { level: 2 },
    });
    expect(rows.map(({ id, version, refused }) => [id, version, refused?.words])).toEqual([
      [first, 1, undefined],
      [first, 1, undefined],
      [same, 2, undefined],
      [held, 1, undefined],
      [null, null, '找不到“没有这家”'],
      [null, null, '数据不存在或已被删除'],
    ]);
    expect(rows[0]?.changes).toEqual([{ name: 'level', label: '等级', before: '一般', after: '核心' }]);
    expect(rows[2]?.changes).toEqual([]);
    const closed = await house.ask(buyer, bulkAt.look, { targets: [{ id: held }], fields: { purchaser_id: off } });
    expect(closed.rows[0]?.refused).toMatchObject({
      field: 'purchaser_id',
      words: expect.stringContaining('已停用') as unknown,
    });
    expect((await trail.execute(db)).rows).toEqual(before);
    expect(await now(first)).toMatchObject({ version: 1, level: 3 });
  });

  it('reads the cells of a row, which come before what is written into all', async () => {
    const id = await addSupplier(office);
    const own = await addPurchaser(office, db);
    const { name: title } = await house.ask(anyone(), callsOf(purchaser).detail, { id: own });
    const { supplier_no: no } = await now(id);
    const key = String(no);
    const look = async (texts: Record<string, string>) =>
      (await house.ask(buyer, bulkAt.look, { targets: [{ key, texts }], fields: { level: 2 } })).rows[0];
    expect(await look({ level: '战略', settle_days: '45', purchaser_id: title })).toMatchObject({
      refused: null,
      fields: { level: 1, settle_days: 45, purchaser_id: own },
    });
    expect(await look({ level: '特级' })).toMatchObject({ refused: { field: 'level', words: '等级“特级”不正确' } });
    expect(await look({ purchaser_id: '没有此人' })).toMatchObject({
      refused: { field: 'purchaser_id', words: '采购员“没有此人”不存在或已停用' },
    });
    expect(await look({ settle_days: '999' })).toMatchObject({ refused: { field: 'settle_days' } });
  });
});

describe('an order', () => {
  it('changes what can be, row by row, and says of the others why not; they are tried again', async () => {
    const [first, second, third] = (await three()) as [number, number, number];
    const rows = [first, second, third].map((one) => ({ id: one, version: 1 }));
    const id = await order({ rows, fields: { level: 1, status: 0 } });
    // Somebody is quicker.
    await house.ask(anyone(), suppliers.edit, { id: second, version: 1, contact: '抢先' });
    await house.work();
    const batch = await house.over(buyer, id);
    expect(batch).toMatchObject({ status: batchStatus.partly, total: 3, ok_count: 2, error_count: 1, progress: 100 });
    const lines = await house.linesOf(buyer, id);
    expect(lines.map(({ outcome, error }) => [outcome, error])).toEqual([
      [lineOutcome.changed, null],
      [lineOutcome.refused, '预览之后已被改动'],
      [lineOutcome.changed, null],
    ]);
    expect(await now(first)).toMatchObject({ level: 1, status: 0, version: 3 });
    expect(await now(second)).toMatchObject({ level: 3, status: 1, version: 2 });
    await house.ask(buyer, bulkAt.retry, { id });
    expect(await house.over(buyer, id)).toMatchObject({ status: batchStatus.done, ok_count: 3, error_count: 0 });
    expect(await now(second)).toMatchObject({ level: 1, status: 0, contact: '抢先' });
  });

  it('leaves the history of each record as a change alone would, and its own', async () => {
    const [id] = (await three()) as [number];
    const batch = await done({ ids: [id], fields: { settle_days: 60 } });
    const { audit } = await now(id);
    expect(audit.at(-1)).toMatchObject({
      action: 'edit',
      admin_id: buyer.id,
      changes: { settle_days: { before: 30, after: 60 } },
    });
    expect(batch.audit.map(({ action, to_status }) => [action, to_status])).toEqual([
      ['add', 1],
      ['execute', 2],
      ['finish', 3],
    ]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('does not write what stands there already', async () => {
    const id = await addSupplier(office);
    const batch = await done({ ids: [id], fields: { level: 3 } });
    expect(batch).toMatchObject({ status: batchStatus.done, ok_count: 1 });
    expect(await house.linesOf(buyer, batch.id)).toMatchObject([{ outcome: lineOutcome.same }]);
    expect(await now(id)).toMatchObject({ version: 1 });
    await expect(house.ask(buyer, bulkAt.undo, { id: batch.id })).rejects.toMatchObject({ message: '没有可撤销的行' });
  });

  it('is cancelled while it waits, and no row of it is ever done', async () => {
    const ids = await three();
    const id = await order({ ids, fields: { level: 1 } });
    const other = await person(db, { keys: bulkKeys });
    await expect(house.ask(other, bulkAt.cancel, { id })).rejects.toMatchObject({ kind: 'forbidden' });
    await house.ask(buyer, bulkAt.cancel, { id });
    await house.work();
    expect(await house.over(buyer, id)).toMatchObject({ status: batchStatus.cancelled, ok_count: 0 });
    expect(await now(ids[0] ?? 0)).toMatchObject({ version: 1 });
  });

  it('comes to its end where its task was cancelled among the tasks', async () => {
    const id = await order({ ids: await three(), fields: { level: 1 } });
    const { task_id } = await house.ask(buyer, bulkAt.detail, { id });
    await house.ask(buyer, cancelTask, { task_id: Number(task_id) });
    const log = createLog({ level: 'silent' });
    expect(await settleEnded({ db, clock: systemClock, log })).toBe(1);
    expect(await settleEnded({ db, clock: systemClock, log })).toBe(0);
    expect(await house.ask(buyer, bulkAt.detail, { id })).toMatchObject({ status: batchStatus.cancelled });
  });

  it('stops with the right of its person', async () => {
    const ids = await three();
    const leaving = await person(db, { keys: bulkKeys });
    const id = await order({ ids, fields: { level: 1 } }, leaving);
    await sql`delete from admin_role where admin_id = ${leaving.id}`.execute(db);
    await house.work();
    await expect.poll(async () => (await statusOfTask(id)).status).toBe(4);
    await settleEnded({ db, clock: systemClock, log: createLog({ level: 'silent' }) });
    expect(await house.ask(buyer, bulkAt.detail, { id })).toMatchObject({ status: batchStatus.cancelled, ok_count: 0 });
    expect(await now(ids[0] ?? 0)).toMatchObject({ version: 1 });
  });
});

it('is undone, but for what was changed since, which is left and listed', async () => {
  const [first, second, third] = (await three()) as [number, number, number];
  const batch = await done({ ids: [first, second, third], fields: { level: 1, status: 0 } });
  await house.ask(anyone(), suppliers.edit, { id: second, version: 3, settle_days: 7 });
  await expect(
    house.ask(await person(db, { keys: ['tools:view', 'tools:batchEdit'] }), bulkAt.undo, { id: batch.id }),
  ).rejects.toMatchObject({ kind: 'forbidden' });
  await house.ask(buyer, bulkAt.undo, { id: batch.id });
  const undone = await house.over(buyer, batch.id);
  expect(undone).toMatchObject({ status: batchStatus.undone, undone_count: 2, left_count: 1, undoing: false });
  expect((await house.linesOf(buyer, batch.id)).map(({ outcome, error }) => [outcome, error])).toEqual([
    [lineOutcome.undone, null],
    [lineOutcome.left, '修改之后又被改动'],
    [lineOutcome.undone, null],
  ]);
  expect(await now(first)).toMatchObject({ level: 3, status: 1 });
  expect(await now(second)).toMatchObject({ level: 1, status: 0, settle_days: 7 });
  expect(await brokenInvariants(db)).toEqual([]);
});

it('is one call for several definitions where they share its path, told apart by their type', async () => {
  const shared = { access: 'tools:batchEdit', path: '/v1/tools/batchEdit' } as const;
  const kinds = [
    { ...supplier, bulk: { ...shared, fields: ['level'], type: 1 } },
    { ...brand, bulk: { ...shared, fields: ['country'], type: 2 } },
  ] as const;
  const numbers = new Numbers(db);
  const kit = { registry: new Registry(), numbers, policies: stockPolicies(numbers) };
  serveSupplier(kit);
  serveBrand(kit);
  serveBulk(kit, bulksOf(kinds as never));
  const { look } = bulkCalls(kinds[1] as never);
  const served = kit.registry.find(look);
  const ask = async (body: unknown) =>
    await runCall({ db, clock: systemClock, log: createLog({ level: 'silent' }) }, served as never, {
      actor: anyone(),
      body,
      opId: undefined,
      origin: { requestId: 'test', ip: '', device: undefined, userAgent: '' },
    });
  const id = await addBrand(office);
  expect(await ask({ type: 2, targets: [{ id }], fields: { country: '英国' } })).toMatchObject({
    rows: [{ id, changes: [{ name: 'country', after: '英国' }] }],
  });
  await expect(ask({ type: 1, targets: [{ id }], fields: { country: '英国' } })).rejects.toMatchObject({
    field: 'fields.country',
  });
  await expect(ask({ targets: [{ id }], fields: { country: '英国' } })).rejects.toMatchObject({ kind: 'invalid' });
});

async function statusOfTask(batchId: number): Promise<{ status: number }> {
  const { rows } = await sql<{ status: number }>`
    select t.status from export_task t join tool_batch b on b.task_id = t.id where b.id = ${batchId}`.execute(db);
  return rows[0] as { status: number };
}
