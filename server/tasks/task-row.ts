import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Task } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { AuditEntry } from '#server/kit/audit-trail.ts';

/** A task as lists answer it, from the row under alias `t`. A file whose time is over is none, though it may still be there. */
export const taskColumns = (now: Date): RawBuilder<unknown> => sql`
  t.id, t.serial_no, t.name, t.data_type, t.status, t.remark, t.progress, t.file_size,
  case when t.expire_at > ${now.toISOString()} then t.file_path end as file_path, t.row_count, t.created_at, t.finished_at, t.expire_at`;

/** Steps of a task's history, in words. */
export const taskSteps = { add: '新建工单', cancel: '取消工单', retry: '重试工单', download: '下载文件' } as const;

/** One step of a task's history. */
export function auditOf(
  action: keyof typeof taskSteps,
  { id, serial_no, from, to }: { id: number; serial_no: string; from?: number; to?: number },
): AuditEntry {
  return {
    docType: 'exportTask',
    docId: id,
    docNo: serial_no,
    action,
    label: taskSteps[action],
    fromStatus: from ?? null,
    toStatus: to ?? null,
  };
}

/** Tasks are the caller's own: an `admin_id` that says otherwise is refused (amendments F, "identity is the token"). */
export function refuseOthers(actor: Actor, adminId: number | undefined): void {
  if (adminId !== undefined && adminId !== actor.id)
    throw new Refusal('invalid', '只能查看和新建自己的工单', 'admin_id');
}

/** A task with what it was asked, and what its file holds. */
export type OwnTask = Task & {
  payload: Readonly<Record<string, unknown>>;
  file_extension: string | null;
  masks: readonly string[];
  scope: string | null;
};

/** The caller's own task; another's is as absent as one that there is not. */
export async function readOwn(
  db: Kysely<unknown>,
  { actor, now }: { actor: Actor; now: Date },
  id: number,
): Promise<OwnTask> {
  const { rows } = await sql<OwnTask>`
    select ${taskColumns(now)}, t.payload, t.file_extension, t.masks, t.scope from export_task t where t.id = ${id} and t.admin_id = ${actor.id}`.execute(
    db,
  );
  const [task] = rows;
  if (!task) throw new Refusal('notFound');
  return task;
}
