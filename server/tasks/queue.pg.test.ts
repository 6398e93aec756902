import { readdirSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelTask, retryTask } from '#contract/areas/tasks/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { rowsSource } from '#tests/factories/task-sources.ts';
import { endless, worked } from '#tests/factories/task-works.ts';
import { taskOffice } from '#tests/factories/tasks.ts';
import { finishRun } from './end-run.ts';
import { type Claimed, claimTask, putBackDead, release } from './queue.ts';
import { startRun } from './run-task.ts';
import { sealRun } from './seal-run.ts';
import { taskLimits } from './task-limits.ts';
import type { TaskWork } from './work.ts';

const database = await testDatabase();
const { db } = database;
const office = await taskOffice(database, { source: rowsSource(sql`3`) });
const log = createLog({ level: 'silent' });
let maker: Awaited<ReturnType<typeof office.hire>>;

beforeEach(async () => {
  await sql`delete from export_task`.execute(db);
  maker = await office.hire();
});

// Also after a test that failed: whoever goes on working would take the next one's tasks.
afterEach(() => office.rest());

const house = (works: readonly TaskWork[]) => ({
  db,
  url: database.url,
  files: office.files,
  clock: systemClock,
  log,
  works,
});
const storedFiles = (): string[] =>
  readdirSync(office.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{32}$/.test(name));

describe('what does not come to its end', () => {
  it('a refusal ends it with its words, an error of ours with other ones', async () => {
    const stop = await office.work([
      worked(async ({ name }) => {
        if (name === '拒绝') throw new Refusal('invalid', '没有可导出的内容');
        throw new Error('secret: disk /dev/sda1');
      }),
    ]);
    const [refused, broken] = [await office.order(maker, { task_name: '拒绝' }), await office.order(maker)];
    expect(await office.ended(maker, refused)).toMatchObject({ status: 4, remark: '没有可导出的内容' });
    expect(await office.ended(maker, broken)).toMatchObject({
      status: 4,
      remark: expect.not.stringContaining('secret'),
    });
    await stop();
  });

  it('neither does one of a closed account, nor one that nobody can do', async () => {
    const [closed, other] = [await office.order(maker), await office.order(maker, goods)];
    const stop = await office.work([worked(async () => ({ rows: 0 }))]);
    expect(await office.ended(maker, other)).toMatchObject({ status: 4, remark: '这个版本不支持此类工单' });
    await office.ended(maker, closed);
    await sql`update admin set status = 0 where id = ${maker.id}`.execute(db);
    await sql`update export_task set status = 1, progress = 0 where id = ${closed}`.execute(db);
    await expect.poll(() => stateOf(closed), { timeout: 10_000 }).toEqual({ status: 4, remark: '创建人的账号已停用' });
    await stop();
  });

  it('one that kills its worker three times is given up, with words', async () => {
    const id = await office.order(maker);
    for (let round = 1; round <= taskLimits.attempts; round += 1) {
      await killedRun();
      await putBackDead(db, new Date());
      const given = round === taskLimits.attempts;
      expect(await office.task(maker, id)).toMatchObject(
        given ? { status: 4, remark: expect.stringContaining('中断 3 次') } : { status: 1 },
      );
    }
    await office.ask(maker, retryTask, { task_id: id });
    await killedRun();
    await putBackDead(db, new Date());
    expect(await office.task(maker, id)).toMatchObject({ status: 1 });
  });

  it('one that kills its worker after its effect is given up too, but says that the effect is there, and stays so', async () => {
    const id = await office.order(maker);
    for (let round = 1; round <= taskLimits.attempts; round += 1) {
      await killedRun(sealRun);
      await putBackDead(db, new Date());
    }
    expect(await office.task(maker, id)).toMatchObject({ status: 4, remark: '内容已写入，收尾未完成，请重试' });
    expect(await office.ask(maker, retryTask, { task_id: id })).toMatchObject({ code: 200 });
    expect(await office.task(maker, id)).toMatchObject({ status: 1, progress: 100, remark: null });
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject({ code: 4010 });
  });

  it('one whose worker was killed is taken by a worker that has nothing else, and before what came later', async () => {
    const [suspect, later] = [await office.order(maker), await office.order(maker)];
    await killedRun();
    await putBackDead(db, new Date());
    await db.connection().execute(async (session) => {
      expect(await claimTask(session, new Date(), { busy: true })).toBeUndefined();
      expect(await claimTask(session, new Date())).toMatchObject({ id: suspect, alone: true });
      expect(await claimTask(session, new Date(), { busy: true })).toMatchObject({ id: later, alone: false });
      await release(session);
    });
  });

  it('what somebody is at work on is not put back', async () => {
    const id = await office.order(maker);
    await db.connection().execute(async (session) => {
      await claimTask(session, new Date());
      await putBackDead(db, new Date());
      expect(await office.task(maker, id)).toMatchObject({ status: 2 });
      await release(session);
    });
  });
});

describe('cancelling', () => {
  it('stops what runs within a second, and leaves nothing behind', async () => {
    const { work, begun } = endless();
    const stop = await office.work([work]);
    const id = await office.order(maker);
    await begun;
    const asked = performance.now();
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject({ code: 200 });
    await expect.poll(async () => await isFree(id), { interval: 20 }).toBe(true);
    expect(performance.now() - asked).toBeLessThan(3000);
    expect(await office.task(maker, id)).toMatchObject({ status: -1, file_path: null });
    await stop();
  });

  it('meets the end of a run: one of both wins, and no file is kept of what was cancelled', async () => {
    for (const cancelFirst of [true, false]) {
      const id = await office.order(maker);
      await db.connection().execute(async (session) => {
        const claimed = (await claimTask(session, new Date())) as Claimed;
        const draft = await office.files.draft();
        writeFileSync(draft.path, 'rows');
        const outcome = { rows: 1, file: { draft, extension: 'csv', type: 'text/csv' } };
        const finish = async () =>
          await finishRun({ db, files: office.files, now: new Date() }, claimed, { outcome, actor: maker });
        const cancel = async () => (await office.ask(maker, cancelTask, { task_id: id })).code;
        const works: (() => Promise<unknown>)[] = cancelFirst ? [cancel, finish] : [finish, cancel];
        const answers = await atOnce(db, sql`select 1 from export_task where id = ${id} for update`, works);
        const task = await office.task(maker, id);
        if (answers.includes(200)) expect(task).toMatchObject({ status: -1, file_path: null });
        else expect(task).toMatchObject({ status: 3, file_path: draft.id });
        expect(storedFiles().some((name) => name.endsWith(draft.id))).toBe(task.status === 3);
        await release(session);
      });
    }
  });

  it('and retrying at once: the old run writes nothing into the new one', async () => {
    const id = await office.order(maker);
    await db.connection().execute(async (session) => {
      const claimed = (await claimTask(session, new Date())) as Claimed;
      await office.ask(maker, cancelTask, { task_id: id });
      await office.ask(maker, retryTask, { task_id: id });
      // Its lock is still held, so nobody takes it yet.
      await db.connection().execute(async (other) => {
        expect(await claimTask(other, new Date())).toBeUndefined();
      });
      const run = startRun(house([worked(async () => ({ rows: 7 }))]), session, claimed);
      await run.done;
      expect(await office.task(maker, id)).toMatchObject({ status: 1, row_count: null });
      await release(session);
      const next = await claimTask(session, new Date());
      expect(next).toMatchObject({ id, run: claimed.run + 1 });
      await release(session);
    });
  });

  it('meets an effect that is there for good: too late, and never half', async () => {
    const id = await office.order(maker);
    const { work, begun } = endless();
    const stop = await office.work([work]);
    const { run } = await begun;
    const seal = async () => await inTransaction(db, async (tx) => await sealRun(tx, { id, run }));
    const cancel = async () => (await office.ask(maker, cancelTask, { task_id: id })).code;
    const answers = await atOnce<boolean | number>(db, sql`select 1 from export_task where id = ${id} for update`, [
      seal,
      cancel,
    ]);
    expect([
      [true, 4010],
      [false, 200],
    ]).toContainEqual(answers);
    expect(await office.task(maker, id)).toMatchObject({ status: answers[0] === true ? 2 : -1 });
    await stop();
    expect(await seal()).toBe(false);
    // Also while it waits to be run to its end by another worker.
    expect(await office.ask(maker, cancelTask, { task_id: id })).toMatchObject({ code: 4010 });
  });

  it('a run that another has overtaken keeps nothing, though the task runs', async () => {
    const id = await office.order(maker);
    await db.connection().execute(async (session) => {
      const lost = (await claimTask(session, new Date())) as Claimed;
      await release(session);
      await putBackDead(db, new Date());
      const next = (await claimTask(session, new Date())) as Claimed;
      const draft = await office.files.draft();
      writeFileSync(draft.path, 'old rows');
      const outcome = { rows: 1, file: { draft, extension: 'csv', type: 'text/csv' } };
      expect(await inTransaction(db, async (tx) => await sealRun(tx, lost))).toBe(false);
      await finishRun({ db, files: office.files, now: new Date() }, lost, { outcome, actor: maker });
      expect(await office.task(maker, id)).toMatchObject({ status: 2, file_path: null });
      expect(await office.files.find(draft.id)).toBeUndefined();
      expect(await inTransaction(db, async (tx) => await sealRun(tx, next))).toBe(true);
      await finishRun({ db, files: office.files, now: new Date() }, next, { outcome: { rows: 0 }, actor: maker });
      expect(await office.task(maker, id)).toMatchObject({ status: 3 });
      await release(session);
    });
  });

  it('a run that hears nothing of its connection any more is stopped', async () => {
    await office.order(maker);
    const { work, begun } = endless();
    await db.connection().execute(async (session) => {
      const claimed = (await claimTask(session, new Date())) as Claimed;
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session);
      const run = startRun(house([work]), session, claimed, { patience: 300 });
      await begun;
      // Whatever is asked on this connection waits behind it.
      const silence = expect(sql`select pg_sleep(3600)`.execute(session)).rejects.toThrow('canceling');
      let over = false;
      void run.done.then(() => {
        over = true;
      });
      try {
        await expect.poll(() => over, { timeout: 10_000 }).toBe(true);
      } finally {
        await sql`select pg_cancel_backend(${rows[0]?.pid ?? 0})`.execute(db);
        await silence;
      }
      await release(session);
    });
  });

  it('two people who press at once: one cancels, the other is told that it is too late', async () => {
    const id = await office.order(maker);
    const press = async () => (await office.ask(maker, cancelTask, { task_id: id })).code;
    const codes = await atOnce(db, sql`select 1 from export_task where id = ${id} for update`, [press, press]);
    expect(codes.toSorted((one, other) => one - other)).toEqual([200, 4010]);
  });
});

const goods = {
  task_type: 1,
  create_start_time: '2026-03-01T00:00:00.000Z',
  create_end_time: '2026-03-02T00:00:00.000Z',
} as const;

/** A run whose process is gone: it has taken the task, perhaps had its effect, and its connection no longer holds the lock. */
async function killedRun(effect?: typeof sealRun): Promise<void> {
  await db.connection().execute(async (session) => {
    const claimed = (await claimTask(session, new Date())) as Claimed;
    if (effect) await inTransaction(db, async (tx) => await effect(tx, claimed));
    await release(session);
  });
}

async function rowOf(id: number): Promise<{ run: number; status: number; remark: string | null }> {
  const { rows } = await sql<{ run: number; status: number; remark: string | null }>`
    select run, status, remark from export_task where id = ${id}`.execute(db);
  return rows[0] as never;
}

async function stateOf(id: number): Promise<unknown> {
  const { status, remark } = await rowOf(id);
  return { status, remark };
}

/** Does nobody hold the lock of a task? */
async function isFree(id: number): Promise<boolean> {
  return await db.connection().execute(async (session) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_lock(hashtext('export_task'), hashint8(${id}::bigint)) as free`.execute(session);
    await release(session);
    return rows[0]?.free === true;
  });
}
