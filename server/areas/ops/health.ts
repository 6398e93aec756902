import { statfs } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type Health, healthCall, type Upkeep } from '#contract/areas/ops/health.ts';
import { unfinished } from '#contract/areas/tasks/task.ts';
import type { Registry } from '#server/kit/registry.ts';
import { readConfig } from '#server/platform/config.ts';
import { readBuild } from '#server/platform/front-end.ts';
import { lastBackup } from '#server/platform/last-backup.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { runningTimers } from '#server/platform/timers.ts';

/** Serves how the process that answers and its database are doing. */
export function serveHealth(registry: Registry): void {
  registry.read(healthCall, z.strictObject({}), async ({ db, now }) => {
    const [database, disk, sockets, upkeep] = await Promise.all([
      readDatabase(db),
      readDisk(),
      countSockets(db),
      readUpkeep(db, now),
    ]);
    return {
      process: {
        build: readBuild(),
        node: process.version,
        started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
        memory: process.memoryUsage.rss(),
        sockets,
      },
      database,
      disk,
      upkeep,
      jobs: runningTimers().map(({ name, everyMs, lastAt, lastProblem }) => ({
        name,
        every_seconds: everyMs / 1000,
        last_at: lastAt?.toISOString() ?? null,
        last_problem: lastProblem ?? null,
      })),
    };
  });
}

async function readDatabase(db: Kysely<unknown>): Promise<Health['database']> {
  const begun = performance.now();
  await sql`select 1`.execute(db);
  const latency = performance.now() - begun;
  const { rows } = await sql<Omit<Health['database'], 'latency_milliseconds'>>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      current_setting('max_connections')::bigint as connections_most,
      (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::bigint from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as oldest_transaction,
      (select count(*) from schema_migration) as migrations, m.name as last_migration, m.applied_at as last_migration_at
    from schema_migration m order by m.number desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a database without migrations is served');
  return { ...row, latency_milliseconds: Math.round(latency * 10) / 10 };
}

async function readUpkeep(db: Kysely<unknown>, now: Date): Promise<Upkeep> {
  const age = (at: string): number => Math.max(0, Math.round((now.getTime() - new Date(at).getTime()) / 1000));
  const { rows: tasks } = await sql<{ unfinished: number; since: string | null }>`
    select count(*)::int as unfinished, min(created_at) as since from export_task where status = any(${[...unfinished]}::smallint[])`.execute(
    db,
  );
  const { rows: checks } = await sql<{ at: string; broken: number; unfinished: number }>`
    select c.finished_at as at, count(*) filter (where r.outcome = 2)::int as broken, count(*) filter (where r.outcome = 3)::int as unfinished
    from (select * from account_check where finished_at is not null and not broken_off order by finished_at desc limit 1) c
    left join account_check_result r on r.check_id = c.id group by c.finished_at`.execute(db);
  const [waiting] = tasks;
  const [check] = checks;
  const backup = lastBackup(readConfig(process.env).dataDir)?.toISOString();
  return {
    tasks: { unfinished: waiting?.unfinished ?? 0, age: waiting?.since ? age(waiting.since) : 0 },
    backup: backup === undefined ? null : { at: backup, age: age(backup) },
    check: check ? { ...check, age: age(check.at) } : null,
  };
}

async function countSockets(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from push_connection where opened_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

// With a database of one's own there may be no data directory here.
async function readDisk(): Promise<Health['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(readConfig(process.env).dataDir);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
