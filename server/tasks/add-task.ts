import { sql } from 'kysely';
import type { NewTask } from '#contract/areas/tasks/calls.ts';
import { taskStatus, unfinished } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { allows } from '#server/identity/actor.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { checkReferences } from '#server/kit/references.ts';
import { mayCreate } from './may-create.ts';
import { notifyOwners, wakeWorkers } from './notify-owners.ts';
import { formOf, readPayload } from './read-payload.ts';
import { taskLimits } from './task-limits.ts';
import { auditOf } from './task-row.ts';

/** A task to be put in the queue; its payload has been checked by whoever made it. */
export interface TaskToQueue {
  readonly type: number;
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Takes a new export (specification §4 "Task creation flow"): its form, what it names within the data scope, the queue. */
export async function addExport(
  context: WriteContext,
  numbers: Numbers,
  { task_type, admin_id: _own, ...filled }: NewTask,
): Promise<{ id: number; serial_no: string }> {
  if (!mayCreate(context.actor)) throw new Refusal('forbidden');
  const { definition, access } = formOf(task_type);
  if (!allows(context.actor, access)) throw new Refusal('forbidden');
  const { name, payload } = readPayload(task_type, filled);
  await checkReferences(context.db, context.actor, { fields: definition.fields, records: [payload] });
  return await queueTask(context, numbers, { type: task_type, name, payload });
}

/** Puts a task in the queue, with its number and its place in the history; refused to who has enough of them under way. */
export async function queueTask(
  context: WriteContext,
  numbers: Numbers,
  { type, name, payload }: TaskToQueue,
): Promise<{ id: number; serial_no: string }> {
  const { db, actor, now } = context;
  await checkRoom(db, actor.id);
  const [serial = ''] = await numbers.take({ prefix: 'GD', field: 'serial_no' }, now);
  const { rows } = await sql<{ id: number; serial_no: string }>`
    insert into export_task (serial_no, name, data_type, payload, admin_id, created_at)
    values (${serial}, ${name}, ${type}, ${JSON.stringify(payload)}::jsonb, ${actor.id}, ${now.toISOString()})
    returning id, serial_no`.execute(db);
  const task = rows[0] as { id: number; serial_no: string };
  await writeAudit(context, [auditOf('add', { ...task, to: taskStatus.queued })]);
  await notifyOwners(db, [{ id: task.id, admin_id: actor.id, status: taskStatus.queued, progress: 0 }]);
  await wakeWorkers(db);
  return task;
}

/** Refuses a person who has as many unfinished tasks as one may have. Two calls of the same person count one after the other. */
export async function checkRoom(db: Tx, adminId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('export_task of'), hashint8(${adminId}))`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from export_task where admin_id = ${adminId} and status = any(${unfinished}::smallint[])`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= taskLimits.unfinished)
    throw new Refusal('tooMany', `您已有 ${taskLimits.unfinished} 个未完成的工单，请等其中一些完成或取消后再试`);
}
