import { sql } from 'kysely';
import type { taskList, taskPanel, taskProgress } from '#contract/areas/tasks/calls.ts';
import { type Task, taskFields, unfinished } from '#contract/areas/tasks/task.ts';
import type { InputOf, OutputOf } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { mayCreate } from './may-create.ts';
import { taskColumns } from './task-row.ts';

/** The caller's own tasks, the newest first, page by page. */
export async function listTasks(
  { db, actor, now }: ReadContext,
  { data_type, status, page = 1, page_size = limits.pageSize }: InputOf<typeof taskList>,
): Promise<OutputOf<typeof taskList>> {
  const asked = sql`
    from export_task t where t.admin_id = ${actor.id}
      and (${data_type ?? null}::smallint[] is null or t.data_type = any(${data_type ?? null}))
      and (${status ?? null}::smallint[] is null or t.status = any(${status ?? null}))`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<Task>`select ${taskColumns(now)} ${asked} order by t.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${asked}`.execute(db),
  ]);
  return { list: rows, total: counted[0]?.total ?? 0 };
}

/** What the panel shows before its list. */
export async function readPanel({ db, actor }: ReadContext): Promise<OutputOf<typeof taskPanel>> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from export_task where admin_id = ${actor.id} and status = any(${unfinished}::smallint[])`.execute(
    db,
  );
  return { running_count: rows[0]?.count ?? 0, columns: panelColumns, can_create: mayCreate(actor) };
}

// Number, name, type, action (specification §2).
const panelColumns = [
  ...(['serial_no', 'name', 'data_type'] as const).map((key) => ({ key, name: taskFields[key].label })),
  { key: 'action', name: '操作' },
];

/** How far these tasks are; those of others are left out. */
export async function readProgress(
  { db, actor }: ReadContext,
  { task_ids }: InputOf<typeof taskProgress>,
): Promise<OutputOf<typeof taskProgress>> {
  const { rows } = await sql<Pick<Task, 'id' | 'status' | 'progress'>>`
    select id, status, progress from export_task where id = any(${task_ids}::bigint[]) and admin_id = ${actor.id} order by id`.execute(
    db,
  );
  return rows;
}
