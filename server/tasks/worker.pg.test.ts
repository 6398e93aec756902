import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelTask } from '#contract/areas/tasks/calls.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { everyKind, rowsSource } from '#tests/factories/task-sources.ts';
import { endless, worked } from '#tests/factories/task-works.ts';
import { type Signed, taskOffice } from '#tests/factories/tasks.ts';
import { exportWork } from './exporter/export-work.ts';
import { claimTask, release } from './queue.ts';
import { sweepFiles } from './sweep-files.ts';
import { taskLimits } from './task-limits.ts';
import { startWorker } from './worker.ts';

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

describe('workers', () => {
  it('two of them do each task once, three at a time each', async () => {
    const done: number[] = [];
    let busy = 0;
    let most = 0;
    let full = (): void => {};
    const bothBusy = new Promise<void>((resolve) => {
      full = resolve;
    });
    const work = worked(async ({ id }) => {
      busy += 1;
      most = Math.max(most, busy);
      if (busy === 2 * taskLimits.atOnce) full();
      await bothBusy;
      busy -= 1;
      done.push(id);
      return { rows: 0 };
    });
    const people: Signed[] = [await office.hire(), await office.hire(), await office.hire()];
    const ids: number[] = [];
    for (let n = 0; n < 15; n += 1) ids.push(await office.order(people[n % 3] as Signed));
    const stops = [await office.work([work]), await office.work([work])];
    await expect.poll(() => done.length, { timeout: 20_000 }).toBe(15);
    for (const stop of stops) await stop();
    expect(done.toSorted((one, other) => one - other)).toEqual(ids);
    expect(most).toBe(2 * taskLimits.atOnce);
  });

  it('one runs what was under way in a killed worker alone, and then several at a time again', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await office.order(maker));
    const [suspects, last] = [ids.slice(1, 3), ids.slice(3)];
    await sql`update export_task set attempts = 1 where id = any(${suspects})`.execute(db);
    const now = new Set<number>();
    const beside: number[] = [];
    let full = (): void => {};
    const lastTogether = new Promise<void>((resolve) => {
      full = resolve;
    });
    const work = worked(async ({ id }) => {
      now.add(id);
      if (last.every((one) => now.has(one))) full();
      // More than a worker needs to take whatever it takes beside it.
      if (suspects.includes(id)) for (let look = 0; look < 50; look += 1) await rowOf(id);
      if (last.includes(id)) await lastTogether;
      if (suspects.some((one) => now.has(one))) beside.push(...[...now].filter((one) => one !== id));
      now.delete(id);
      return { rows: 0 };
    });
    const stop = await office.work([work]);
    for (const id of ids) expect(await office.ended(maker, id)).toMatchObject({ status: 3 });
    await stop();
    expect(beside).toEqual([]);
  });

  it('one does not wait for a row that somebody else holds', async () => {
    const [held, free] = [await office.order(maker), await office.order(maker)];
    await db.connection().execute(async (holder) => {
      await sql`begin; select 1 from export_task where id = ${sql.lit(held)} for update`.execute(holder);
      await db.connection().execute(async (session) => {
        expect(await claimTask(session, new Date())).toMatchObject({ id: free });
        await release(session);
      });
      await sql`rollback`.execute(holder);
    });
  });

  it('who has nothing under way comes before who has', async () => {
    const other = await office.hire();
    for (let n = 0; n < 3; n += 1) await office.order(maker);
    const late = await office.order(other);
    await db.connection().execute(async (one) => {
      await claimTask(one, new Date());
      await db.connection().execute(async (two) => {
        expect(await claimTask(two, new Date())).toMatchObject({ id: late });
        await release(two);
      });
      await release(one);
    });
  });

  it('one that stops puts its tasks back, which does not count against them, and another goes on', async () => {
    const { work, begun } = endless();
    const stop = await office.work([work]);
    const id = await office.order(maker);
    await begun;
    await stop();
    const { rows } = await sql`select status, attempts from export_task where id = ${id}`.execute(db);
    expect(rows).toEqual([{ status: 1, attempts: 0 }]);
    const again = await office.work();
    expect(await office.ended(maker, id)).toMatchObject({ status: 3, row_count: 3 });
    await again();
  });

  it('one that is stopped while it takes a task puts that back as well', async () => {
    const id = await office.order(maker);
    const { work } = endless();
    let stop: (() => Promise<void>) | undefined;
    let stopped: Promise<void> | undefined;
    let asked = 0;
    // The second time it is asked what time it is, it is about to take the task.
    const clock = {
      now: () => {
        asked += 1;
        if (asked === 2) stopped = stop?.();
        return new Date();
      },
    };
    stop = await startWorker({ db, url: database.url, files: office.files, clock, log, works: [work] });
    await expect.poll(async () => (await rowOf(id)).run, { timeout: 5000 }).toBe(1);
    await expect.poll(async () => (await rowOf(id)).status, { timeout: 5000 }).toBe(1);
    await stopped;
  });

  it('one stops what its maker may no longer have done, and says why', async () => {
    const { work, begun } = endless();
    const stop = await office.work([{ ...work, refuse: exportWork(everyKind(rowsSource(sql`3`))).refuse }]);
    const id = await office.order(maker);
    await begun;
    await sql`delete from admin_role where admin_id = ${maker.id}`.execute(db);
    expect(await office.ended(maker, id)).toMatchObject({ status: 4, remark: '创建人已没有导出权限', file_path: null });
    await stop();
  });

  it('one whose connection is lost leaves its task to the next look', async () => {
    const { work, begun } = endless();
    const stop = await office.work([work]);
    const id = await office.order(maker);
    await begun;
    await sql`
      select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database()) and l.pid <> pg_backend_pid()`.execute(
      db,
    );
    await expect.poll(async () => (await rowOf(id)).run, { timeout: 10_000 }).toBeGreaterThan(1);
    await stop();
  });
});

describe('files', () => {
  it('what a killed run had stored is thrown away by the next one', async () => {
    const id = await office.order(maker);
    const left = await stored();
    await sql`update export_task set file_draft = ${left} where id = ${id}`.execute(db);
    const stop = await office.work();
    const task = await office.ended(maker, id);
    await stop();
    expect(await office.files.find(left)).toBeUndefined();
    expect(await office.files.find(task.file_path ?? '')).toBeDefined();
  });

  it('are swept when their time is over, when nobody took them, and never before', async () => {
    const stop = await office.work();
    const [kept, old, lost] = [await office.order(maker), await office.order(maker), await office.order(maker)];
    const [keptFile, oldFile, lostFile] = await Promise.all(
      [kept, old, lost].map(async (id) => (await office.ended(maker, id)).file_path),
    );
    await stop();
    const left = await stored();
    const cancelled = await office.order(maker);
    await office.ask(maker, cancelTask, { task_id: cancelled });
    await sql`update export_task set file_draft = ${left}, started_at = now() - interval '2 days' where id = ${cancelled}`.execute(
      db,
    );
    await sql`update export_task set expire_at = now() - interval '1 minute' where id = ${old}`.execute(db);
    await office.files.remove(lostFile ?? '');
    expect(await office.task(maker, old)).toMatchObject({ file_path: null });
    await sweepFiles({ db, files: office.files, now: new Date() });
    expect(await office.files.find(keptFile ?? '')).toBeDefined();
    for (const gone of [oldFile, left]) expect(await office.files.find(gone ?? '')).toBeUndefined();
    const { rows } =
      await sql`select id from export_task where file_path is not null or file_draft is not null`.execute(db);
    expect(rows).toEqual([{ id: kept }]);
    expect(await office.task(maker, lost)).toMatchObject({ status: 3, row_count: 3, file_path: null });
  });
});

async function stored(): Promise<string> {
  const draft = await office.files.draft();
  writeFileSync(draft.path, 'left');
  return (await draft.commit()).id;
}

async function rowOf(id: number): Promise<{ run: number; status: number; remark: string | null }> {
  const { rows } = await sql<{ run: number; status: number; remark: string | null }>`
    select run, status, remark from export_task where id = ${id}`.execute(db);
  return rows[0] as never;
}
