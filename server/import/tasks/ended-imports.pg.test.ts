import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { cancelTask, retryTask } from '#contract/areas/tasks/calls.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportOptions } from '#contract/areas/tasks/imports.ts';
import { importType, taskStatus } from '#contract/areas/tasks/task.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { imports } from '#server/works.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type Importer, importOffice } from '#tests/factories/imports.ts';
import { officeOf } from '#tests/factories/office.ts';
import { pieces } from '#tests/factories/shelf.ts';

const database = await testDatabase();
const { db, url } = database;
const office = await importOffice(database);
const { [importType.orders]: orders } = importKinds;
let importer: Importer;
let warehouse_id: number;
let code: string;
beforeAll(async () => {
  importer = await office.hire({ keys: [orders.access] });
  ({ id: warehouse_id } = await officeOf(db).call(callsOf(warehouse).add, {
    warehouse_no: 'W01',
    name: '总仓',
    type: 1,
  }));
  const [piece] = await pieces(db);
  code = piece?.barcode ?? '';
});

/** Asks for an import of one order and of a row that is told; the id of its task. */
async function ordered(invoice: string, options: ImportOptions = {}): Promise<number> {
  const line = (what: string) => `${invoice},2026-03-01 10:00:00,${what},T恤,1,9.90,17850\n`;
  const content = `单号,下单时间,条码,商品名称,数量,单价,客户编号\n${line(code)}${line('99999')}`;
  const file_id = (await office.upload(importer, { content, name: '数据.csv' })).result.id;
  const mapping = { invoice: 0, time: 1, code: 2, name: 3, quantity: 4, price: 5, customer: 6 };
  return (await office.ask(importer, orders.apply, { file_id, mapping, options: { warehouse_id, ...options } })).result
    .id;
}

/** A worker whose disk is full when a file is to be kept. */
const workWithoutRoom = () => {
  const files: FileStore = {
    ...office.files,
    draft: async (id) => ({
      ...(await office.files.draft(id)),
      commit: () => Promise.reject(new Error('ENOSPC: no space left on device')),
    }),
  };
  const log = createLog({ level: 'silent' });
  return startWorker({ db, url, files, clock: systemClock, log, works: [imports] });
};

async function endedBy(work: () => Promise<() => Promise<void>>, id: number) {
  const stop = await work();
  const task = await office.ended(importer, id);
  await stop();
  return task;
}

const invoices = async (): Promise<string[]> =>
  (await sql<{ no: string }>`select source_order_no as no from sale_order order by id`.execute(db)).rows.map(
    ({ no }) => no,
  );

const withoutFile = { status: taskStatus.done, remark: '导入完成；1 条说明，文件未能保存', file_path: null };

test('one that has written and could not keep its file says so, is not cancelled, and adds nothing when it is retried', async () => {
  const id = await ordered('1');
  expect(await endedBy(workWithoutRoom, id)).toMatchObject({
    status: taskStatus.failed,
    remark: '内容已写入，收尾未完成，请重试',
  });
  expect(await invoices()).toEqual(['1']);
  expect(await office.ask(importer, retryTask, { task_id: id })).toMatchObject({ code: 200 });
  expect(await office.ask(importer, cancelTask, { task_id: id })).toMatchObject({
    code: 4010,
    msg: '内容已经写入，不能再取消',
  });
  expect(await endedBy(office.work, id)).toMatchObject(withoutFile);
  expect(await invoices()).toEqual(['1']);
});

test('one that bad rows have stopped has written nothing, does not say so, and begins anew', async () => {
  const before = await invoices();
  const id = await ordered('2', { strict: true });
  expect(await endedBy(workWithoutRoom, id)).toMatchObject({
    status: taskStatus.failed,
    remark: expect.stringContaining('任务未完成'),
  });
  expect(await office.ask(importer, retryTask, { task_id: id })).toMatchObject({ code: 200 });
  expect(await office.ask(importer, cancelTask, { task_id: id })).toMatchObject({ code: 200 });
  await office.ask(importer, retryTask, { task_id: id });
  expect(await endedBy(office.work, id)).toMatchObject({
    status: taskStatus.done,
    remark: '未导入：有不能导入的行，1 条说明，见文件',
    file_path: expect.any(String),
  });
  expect(await invoices()).toEqual(before);
});

test('one whose process stops when all is written is run to its end, and promises no file', async () => {
  const before = await invoices();
  const id = await ordered('3');
  await db.connection().execute(async (session) => {
    // What comes after the effect waits for this table.
    await sql`begin; lock table brand in share update exclusive mode`.execute(session);
    const stop = await office.work();
    await expect.poll(progress, { timeout: 30_000, interval: 20 }).toBe(100);
    const stopped = stop();
    await sql`commit`.execute(session);
    await stopped;
  });
  expect(await endedBy(office.work, id)).toMatchObject(withoutFile);
  expect(await invoices()).toEqual([...before, '3']);

  async function progress(): Promise<number> {
    const { rows } = await sql<{ progress: number }>`select progress from export_task where id = ${id}`.execute(db);
    return rows[0]?.progress ?? 0;
  }
});
