import { type Kysely, sql } from 'kysely';
import { invariants, rowsBreaking } from '#server/ledger/invariants.ts';
import { filesInvariant, filesMissing } from '#server/ledger/missing-files.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { codeOf } from '#server/platform/startup-error.ts';

/** What the runner stands on. */
export interface CheckRunner {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly files: FileStore;
}

/** What a run asks, in its order: the invariants, and whether every file that is named is there. */
export const checkNames = (): string[] => [...invariants().map(({ name }) => name), filesInvariant].sort();

/**
 * Takes the run that waits, if one does, and makes it: one invariant after the other, each on a snapshot of its own and
 * for a minute at most. One run at a time in the whole installation, whichever process takes it. A process that is
 * asked to stop puts its run back.
 */
export async function runWaitingCheck(runner: CheckRunner, signal: AbortSignal): Promise<void> {
  await askNightly(runner);
  const id = await takeRun(runner);
  if (id === undefined) return;
  const asked: [string, () => Promise<unknown[] | undefined>][] = invariants().map(({ name, query }) => [
    name,
    () => rowsWithin(runner.db, query),
  ]);
  asked.push([filesInvariant, () => filesMissing(runner.db, runner.files)]);
  for (const [name, ask] of asked) {
    if (signal.aborted) {
      await sql`update account_check set started_at = null, beat_at = null where id = ${id}`.execute(runner.db);
      return;
    }
    await checkOne(runner, { id, name, ask });
  }
  await sql`update account_check set finished_at = ${at(runner)}, beat_at = null where id = ${id}`.execute(runner.db);
}

// The installation asks by itself once a night, between two and five in Shanghai, unless somebody has just asked.
async function askNightly({ db, clock }: CheckRunner): Promise<void> {
  const now = clock.now();
  const hour = (now.getUTCHours() + 8) % 24;
  if (hour < 2 || hour >= 5) return;
  await sql`
    insert into account_check (asked_by, asked_at) select 1, ${now.toISOString()}
    where not exists (select 1 from account_check where asked_at > ${now.toISOString()}::timestamptz - interval '12 hours') on conflict do nothing`.execute(
    db,
  );
}

async function takeRun(runner: CheckRunner): Promise<number | undefined> {
  const { db } = runner;
  const now = at(runner);
  await sql`
    update account_check set finished_at = ${now}, broken_off = true
    where finished_at is null and beat_at < ${now}::timestamptz - make_interval(secs => ${silentSeconds})`.execute(db);
  const { rows } = await sql<{ id: number }>`
    update account_check set started_at = ${now}, beat_at = ${now}, total = ${checkNames().length}
    where id = (select id from account_check where finished_at is null and started_at is null limit 1 for update skip locked) and started_at is null
    returning id`.execute(db);
  return rows[0]?.id;
}

async function checkOne(
  runner: CheckRunner,
  { id, name, ask }: { id: number; name: string; ask: () => Promise<unknown[] | undefined> },
): Promise<void> {
  const { db } = runner;
  const begun = performance.now();
  const found = await ask();
  const outcome = found === undefined ? 3 : found.length === 0 ? 1 : 2;
  await sql`
    with beat as (update account_check set beat_at = ${at(runner)} where id = ${id})
    insert into account_check_result (check_id, name, outcome, rows, milliseconds, checked_at)
    values (${id}, ${name}, ${outcome}, ${JSON.stringify(found ?? [])}::jsonb, ${Math.round(performance.now() - begun)}, ${at(runner)})
    on conflict (check_id, name) do update set outcome = excluded.outcome, rows = excluded.rows, milliseconds = excluded.milliseconds, checked_at = excluded.checked_at`.execute(
    db,
  );
}

/** The rows that break it; undefined when the database did not come to an end in time. */
async function rowsWithin(db: Kysely<unknown>, query: string): Promise<unknown[] | undefined> {
  return await db.connection().execute(async (connection) => {
    await sql
      .raw(`begin read only; set local statement_timeout = ${statementMs}; set local lock_timeout = 5000`)
      .execute(connection);
    try {
      return await rowsBreaking(connection, query);
    } catch (error) {
      if (!tooLong.has(codeOf(error) ?? '')) throw error;
      return undefined;
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

const at = ({ clock }: CheckRunner): string => clock.now().toISOString();
const tooLong = new Set(['57014', '55P03']);
const statementMs = 60_000;
/** Three times what one invariant may take. */
const silentSeconds = 180;
