import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancelTask, taskList } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { createLog } from '#server/platform/log.ts';
import { keepWorker } from '#server/tasks/keep-worker.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { rowsSource } from '#tests/factories/task-sources.ts';
import { type Signed, taskOffice } from '#tests/factories/tasks.ts';

// Real worker processes, killed in the middle (reference reliability R27): KILL_ROUNDS=50 npx vitest run --project pg tests/live/task-worker

const rounds = Number(process.env['KILL_ROUNDS'] ?? runsOf(3));
const rows = runsOf(150_000);
const entry = new URL('../boot/task-worker.ts', import.meta.url);
const database = await testDatabase();
const { db, url } = database;
const office = await taskOffice(database, { source: rowsSource(sql`1`) });
const env = { ...process.env, DATABASE_URL: url, FILES_DIR: office.folder, EXPORT_ROWS: String(rows) };
let running: ChildProcess | undefined;

afterEach(async () => {
  if (running) await end(running, 'SIGKILL');
  // Other files are run by the same process.
  vi.unstubAllEnvs();
});

/** Starts one; the answer comes when it works. */
async function worker(more: Record<string, string> = {}): Promise<ChildProcess> {
  const before = pids().length;
  running = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(entry)], {
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await expect.poll(() => pids().length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(before);
  return running;
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

const pids = (): number[] => {
  const file = join(office.folder, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
};

async function shaOf(by: Signed, { file_path }: Task): Promise<string> {
  const { bytes } = await office.download(file_path ?? '', { headers: by.headers });
  return createHash('sha256').update(bytes).digest('hex');
}

async function orderThree(by: Signed): Promise<number[]> {
  return [await office.order(by), await office.order(by, { format: 'xlsx' }), await office.order(by)];
}

describe('a worker killed in the middle', () => {
  it(
    `at ${rounds} points: every task comes to its end, and no part of a file is ever a file`,
    async () => {
      const maker = await office.hire();
      let whole: string[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ids = await orderThree(maker);
        const first = await worker();
        // The first round is left alone: what it writes is what all others must write.
        if (round > 0) {
          await sleep(Math.random() * runsOf(2000));
          await end(first, 'SIGKILL');
          await worker();
        }
        const tasks: Task[] = [];
        for (const id of ids) tasks.push(await office.ended(maker, id));
        if (running) await end(running, 'SIGTERM');
        expect(tasks).toEqual(ids.map(() => expect.objectContaining({ status: 3, row_count: rows, progress: 100 })));
        const written = await Promise.all(tasks.map((task) => shaOf(maker, task)));
        whole = round === 0 ? written : whole;
        expect(written).toEqual(whole);
      }
      const { rows: left } = await sql`select id from export_task where file_draft is not null`.execute(db);
      expect(left).toEqual([]);
    },
    120_000 + rounds * 120_000,
  );

  it('is started again by its server, and stops with it', async () => {
    const maker = await office.hire();
    const before = pids().length;
    // At least two seconds, so that the kill meets it in the middle on any machine.
    for (const [name, value] of Object.entries({
      FILES_DIR: office.folder,
      EXPORT_ROWS: '1000',
      EXPORT_PAUSE: '0.002',
    }))
      vi.stubEnv(name, value);
    const stop = keepWorker({ entry, databaseUrl: url, log: createLog({ level: 'silent' }) });
    await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(before + 1);
    const id = await office.order(maker);
    await expect.poll(() => statesOf(maker, [id]), { timeout: 10_000, interval: 10 }).toEqual([2]);
    process.kill(pids().at(-1) ?? 0, 'SIGKILL');
    expect(await office.ended(maker, id)).toMatchObject({ status: 3, row_count: 1000 });
    expect(pids()).toHaveLength(before + 2);
    await stop();
    expect(() => process.kill(pids().at(-1) ?? 0, 0)).toThrow('ESRCH');
  }, 240_000);
});

it('three exports at once do not hold up the calls, and are cancelled within a second', async () => {
  const maker = await office.hire();
  await sql`update export_task set status = -1 where status in (1, 2)`.execute(db);
  await worker({ EXPORT_ROWS: '5000000' });
  const ids = await orderThree(maker);
  await expect.poll(() => statesOf(maker, ids), { timeout: 20_000, interval: 10 }).toEqual([2, 2, 2]);
  const waits: number[] = [];
  while (waits.length < 60) {
    const begun = performance.now();
    await office.ask(maker, taskList, {});
    waits.push(performance.now() - begun);
  }
  // Otherwise nothing ran beside the calls, and nothing is cancelled below.
  expect(await statesOf(maker, ids)).toEqual([2, 2, 2]);
  waits.sort((one, other) => one - other);
  expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(300);
  for (const id of ids) await office.ask(maker, cancelTask, { task_id: id });
  const cancelled = performance.now();
  await expect.poll(busyBackends, { interval: 20, timeout: 20_000 }).toBe(0);
  expect(performance.now() - cancelled).toBeLessThan(5000);
}, 240_000);

async function statesOf(by: Signed, ids: readonly number[]): Promise<number[]> {
  return (await office.ask(by, taskList, {})).result.list
    .filter(({ id }) => ids.includes(id))
    .map(({ status }) => status);
}

async function busyBackends(): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where application_name = 'back-office export' and datname = current_database()`.execute(
    db,
  );
  return found[0]?.count ?? 0;
}
