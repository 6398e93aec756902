import { sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { checkRoom } from './add-task.ts';
import { notifyOwners, type TaskProgress, taskProgress, wakeWorkers } from './notify-owners.ts';
import { anew, sealed } from './seal-run.ts';
import { auditOf } from './task-row.ts';

type Step = 'cancel' | 'retry';

const { queued, running, failed, cancelled } = taskStatus;
const ways: Readonly<Record<Step, { from: readonly number[]; to: typeof queued | typeof cancelled }>> = {
  cancel: { from: [queued, running], to: cancelled },
  retry: { from: [failed, cancelled], to: queued },
};

/**
 * Cancels or retries the caller's own task (domain.md §4.27). Whoever locks the row first decides: a task that has just
 * finished is no longer cancelled, and the file of one that has just been cancelled is never kept. A retry begins
 * anew; of what has had its effect only the end is done again, and there is nothing to cancel.
 */
export async function changeTask(context: WriteContext, step: Step, id: number): Promise<{ id: number }> {
  const { db, actor, now } = context;
  if (step === 'retry') await checkRoom(db, actor.id);
  const { rows } = await sql<{ serial_no: string; status: number; progress: number }>`
    select serial_no, status, progress from export_task where id = ${id} and admin_id = ${actor.id} for update`.execute(
    db,
  );
  const [task] = rows;
  if (!task) throw new Refusal('notFound');
  const { from, to } = ways[step];
  if (!from.includes(task.status)) throw new Refusal('illegalTransition');
  if (step === 'cancel' && task.progress === sealed) throw new Refusal('illegalTransition', '内容已经写入，不能再取消');
  const retrying = step === 'retry';
  const { rows: changed } = await sql<TaskProgress>`
    update export_task t set status = ${to}, progress = ${retrying ? anew : sql`t.progress`}, remark = null, attempts = 0, row_count = null,
      started_at = ${retrying ? null : sql`t.started_at`}, finished_at = ${retrying ? null : now.toISOString()}
    where t.id = ${id} returning ${taskProgress}`.execute(db);
  await writeAudit(context, [auditOf(step, { id, serial_no: task.serial_no, from: task.status, to })]);
  await notifyOwners(db, changed);
  await wakeWorkers(db);
  return { id };
}
