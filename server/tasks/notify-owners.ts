import { type Kysely, sql } from 'kysely';
import type { Task } from '#contract/areas/tasks/task.ts';
import { publish } from '#server/push/publish.ts';

/** The channel of PostgreSQL on which workers hear that the queue has changed. */
export const taskChannel = 'tasks';

/** Where a task stands, and whose it is. */
export interface TaskProgress {
  readonly id: number;
  readonly admin_id: number;
  readonly status: Task['status'];
  readonly progress: number;
}

/** The columns of a `Standing`, of the task under alias `t`. */
export const taskProgress = sql`t.id, t.admin_id, t.status, t.progress`;

/** Tells the owners of tasks where these stand now (specification §4: message type 1); leaves with the transaction. */
export async function notifyOwners(db: Kysely<unknown>, tasks: readonly TaskProgress[]): Promise<void> {
  for (const { id, admin_id, status, progress } of tasks)
    await publish(db, { to: [admin_id], message: { type: 1, task: { id, status, progress } } });
}

/** Wakes the workers, whichever process they are in: a task waits, or one is no longer wanted. */
export async function wakeWorkers(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_notify(${taskChannel}, '')`.execute(db);
}
