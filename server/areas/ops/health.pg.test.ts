import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { healthCall, type Upkeep } from '#contract/areas/ops/health.ts';
import { bases } from '#server/kit/frame.ts';
import { noteBackup } from '#server/platform/last-backup.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveOps } from './serve-ops.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: serveOps });
const folder = mkdtempSync(join(tmpdir(), 'back-office-health-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const holder = await person(db, { keys: [healthCall.access] });
const headers = await signedIn(db, holder);

async function look(): Promise<Upkeep> {
  const { body } = await server.call(`${bases[healthCall.service]}${healthCall.path}`, {}, { headers });
  return (body as unknown as { result: { upkeep: Upkeep } }).result.upkeep;
}

/** A task in this state that was asked for so many seconds ago. */
async function insertTask(status: number, seconds: number): Promise<void> {
  await sql`
    insert into export_task (serial_no, name, data_type, payload, admin_id, status, created_at)
    values (${`T${status}-${seconds}`}, '导出', 5, '{}', ${holder.id}, ${status}, now() - make_interval(secs => ${seconds}))`.execute(
    db,
  );
}

it('tells the queue’s oldest, the last backup and the last run of the invariants that came to its end', async () => {
  await sql`delete from account_check`.execute(db);
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const before = process.env.DATA_DIR;
  process.env.DATA_DIR = dataDir;
  try {
    expect(await look()).toEqual({
      tasks: { unfinished: 0, age: 0 },
      backup: null,
      check: null,
    });
    noteBackup(dataDir, new Date(Date.now() - 7_200_000));
    await insertTask(1, 900);
    await insertTask(-1, 9000);
    const { rows } = await sql<{ id: number }>`
      insert into account_check (asked_by, asked_at, started_at, finished_at, broken_off, total)
      values (1, now(), now(), now() - interval '2 hours', false, 2), (1, now(), now(), now() - interval '1 hour', true, 2) returning id`.execute(
      db,
    );
    await sql`insert into account_check_result (check_id, name, outcome, rows, milliseconds, checked_at)
      values (${rows[0]?.id}, 'a', 1, '[]', 1, now()), (${rows[0]?.id}, 'b', 2, '[]', 1, now())`.execute(db);
    const { tasks, backup, check } = await look();
    expect(tasks.unfinished).toBe(1);
    expect(tasks.age).toBeGreaterThanOrEqual(899);
    expect(tasks.age).toBeLessThan(960);
    expect(backup?.age).toBeGreaterThanOrEqual(7199);
    expect(check).toMatchObject({ broken: 1, unfinished: 0 });
    expect(check?.age).toBeGreaterThanOrEqual(7199);
  } finally {
    if (before === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = before;
    await sql`delete from export_task`.execute(db);
    await sql`delete from account_check`.execute(db);
  }
});
