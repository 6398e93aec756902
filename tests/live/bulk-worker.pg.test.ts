import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, it } from 'vitest';
import { batchStatus } from '#contract/areas/tasks/tool-batch.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { bulkAt, bulkHouse, bulkKeys } from '#tests/factories/bulk.ts';
import { officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

// Real worker processes, killed in the middle of a batch: another goes on where it was, and no row is done twice.

const count = runsOf(300);
const database = await testDatabase();
const { db, url } = database;
const house = await bulkHouse(database);
const folder = mkdtempSync(join(tmpdir(), 'back-office-bulk-worker-'));
const entry = fileURLToPath(new URL('../boot/bulk-worker.ts', import.meta.url));
let running: ChildProcess | undefined;

afterEach(async () => {
  if (running) await kill(running);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pids = (): number =>
  existsSync(join(folder, 'pids')) ? readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').length : 0;

async function worker(): Promise<ChildProcess> {
  const before = pids();
  running = spawn(process.execPath, ['--import', 'tsx', entry], {
    env: { ...process.env, DATABASE_URL: url, FILES_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await expect.poll(pids, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
  return running;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const doneOf = async (id: number, outcome: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tool_batch_line where tool_batch_id = ${id} and outcome = ${outcome}`.execute(db);
  return rows[0]?.count ?? 0;
};

it('goes on with what is left, and undoes it the same way', async () => {
  const office = officeOf(db);
  const buyer = await person(db, { keys: bulkKeys });
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await addSupplier(office));
  const { batch_id: id } = await house.ask(buyer, bulkAt.order, { ids, fields: { level: 1 } });
  /** Kills a worker once this many rows are done, and lets another end the batch. */
  const killedAt = async (outcome: number): Promise<void> => {
    const first = await worker();
    await expect.poll(() => doneOf(id, outcome), { timeout: 60_000, interval: 5 }).toBeGreaterThan(count / 10);
    await kill(first);
    expect(await doneOf(id, outcome)).toBeLessThan(count);
    await worker();
  };

  await killedAt(1);
  expect(await house.over(buyer, id)).toMatchObject({ status: batchStatus.done, ok_count: count, error_count: 0 });
  if (running) await kill(running);
  const { rows: twice } = await sql`
    select doc_id from audit_log where doc_type = 'supplier' and action = 'edit' group by doc_id having count(*) <> 1`.execute(
    db,
  );
  expect(twice).toEqual([]);
  const { rows: versions } =
    await sql`select distinct version, level from supplier where id = any(${ids}::bigint[])`.execute(db);
  expect(versions).toEqual([{ version: 2, level: 1 }]);

  await house.ask(buyer, bulkAt.undo, { id });
  await killedAt(3);
  expect(await house.over(buyer, id)).toMatchObject({ status: batchStatus.undone, undone_count: count, left_count: 0 });
  const { rows: back } =
    await sql`select distinct version, level from supplier where id = any(${ids}::bigint[])`.execute(db);
  expect(back).toEqual([{ version: 3, level: 3 }]);
  expect(await brokenInvariants(db)).toEqual([]);
}, 240_000);
