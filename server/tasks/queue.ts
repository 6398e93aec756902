import { type Kysely, type RawBuilder, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { notifyOwners, type TaskProgress, taskProgress, wakeWorkers } from './notify-owners.ts';
import { anew, unendedWords } from './seal-run.ts';
import { taskLimits } from './task-limits.ts';

/** A task as a worker has taken it; `run` is which run of it this is. */
export interface Claimed {
  readonly id: number;
  readonly run: number;
  readonly admin_id: number;
  readonly serial_no: string;
  readonly name: string;
  readonly data_type: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What a run that was killed may have left in the file store. */
  readonly file_draft: string | null;
  /** A run of it died with its worker, which it may have killed: nothing else is put at that risk (decision 0020). */
  readonly alone: boolean;
}

const { queued, running, failed } = taskStatus;

/** The lock that says that somebody is at work on a task; held by a session, so it goes with its process, however that ends. */
const workLock = (id: RawBuilder<unknown>): RawBuilder<unknown> => sql`hashtext('export_task'), hashint8(${id})`;

/**
 * Takes a task that waits, on a connection that is the run's own until `release`: whoever has the fewest under way comes first,
 * then the oldest task. Undefined when nothing waits, or when a `busy` worker, one with other tasks, would have to take next what
 * runs alone: it comes to that when it has nothing else. Two workers never take the same one.
 */
export async function claimTask(
  session: Kysely<unknown>,
  now: Date,
  { busy = false }: { busy?: boolean } = {},
): Promise<Claimed | undefined> {
  return await inTransaction(session, async (tx) => {
    const { rows: waiting } = await sql<{ id: number; suspect: boolean }>`
      select t.id, t.attempts > 0 as suspect from export_task t where t.status = ${queued}
      order by (select count(*) from export_task r where r.admin_id = t.admin_id and r.status = ${running}), t.id
      limit ${candidates} for update of t skip locked`.execute(tx);
    for (const { id, suspect } of waiting) {
      // One that was cancelled and retried may still be let go of by its last run.
      const { rows: locks } = await sql<{ held: boolean }>`
        select pg_try_advisory_lock(${workLock(sql`${id}::bigint`)}) as held`.execute(tx);
      if (!locks[0]?.held) continue;
      if (!(suspect && busy)) return await begin(tx, { id, now });
      await release(tx);
      return undefined;
    }
    return undefined;
  });
}

const candidates = 5;

async function begin(tx: Kysely<unknown>, { id, now }: { id: number; now: Date }): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed & TaskProgress>`
    update export_task t set status = ${running}, run = run + 1, attempts = attempts + 1, progress = ${anew}, started_at = ${now.toISOString()}
    where id = ${id}
    returning ${taskProgress}, t.run, t.serial_no, t.name, t.data_type, t.payload, t.file_draft, t.attempts > 1 as alone`.execute(
    tx,
  );
  await notifyOwners(tx, rows);
  return rows[0];
}

/** Lets go of the task that this connection has taken. */
export async function release(session: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_unlock_all()`.execute(session);
}

/**
 * Puts back what nobody is at work on any more: its worker was killed. One that has killed as many workers as it may is
 * given up (decision 0020). Whoever looks first does it for all.
 */
export async function putBackDead(db: Kysely<unknown>, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<TaskProgress>`
      with running as materialized (select id from export_task where status = ${running} for update skip locked),
        dead as materialized (select id from running where pg_try_advisory_xact_lock(${workLock(sql`id`)}))
      update export_task t set progress = ${anew},
        status = case when t.attempts >= ${taskLimits.attempts} then ${failed}::smallint else ${queued}::smallint end,
        remark = case when t.attempts >= ${taskLimits.attempts} then ${unendedWords(givenUp)} end,
        finished_at = case when t.attempts >= ${taskLimits.attempts} then ${now.toISOString()}::timestamptz end
      from dead where t.id = dead.id returning ${taskProgress}`.execute(tx);
    await notifyOwners(tx, rows);
    if (rows.length > 0) await wakeWorkers(tx);
  });
}

const givenUp = `执行中断 ${taskLimits.attempts} 次，已停止。请缩小范围后重试，仍失败请联系管理员`;

/** Puts back a run that has been asked to stop with its process: it does not count as an attempt. */
export async function putBack(db: Kysely<unknown>, claimed: Claimed): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<TaskProgress>`
      update export_task t set status = ${queued}, progress = ${anew}, attempts = greatest(attempts - 1, 0)
      where ${isCurrent(claimed)} returning ${taskProgress}`.execute(tx);
    await notifyOwners(tx, rows);
    await wakeWorkers(tx);
  });
}

/** Is this run still the one that the task's row speaks of? A cancelled or overtaken one writes nothing any more. */
export const isCurrent = ({ id, run }: Pick<Claimed, 'id' | 'run'>): RawBuilder<boolean> =>
  sql<boolean>`t.id = ${id} and t.run = ${run} and t.status = ${running}`;
