import { type Kysely, sql } from 'kysely';
import type { ImportResult } from '#contract/areas/tasks/imports.ts';

/** What came of a task's import; undefined while nothing has. */
export async function readResult(db: Kysely<unknown>, taskId: number): Promise<ImportResult | undefined> {
  const { rows } = await sql<{
    result: ImportResult;
  }>`select result from import_result where task_id = ${taskId}`.execute(db);
  return rows[0]?.result;
}

/** Keeps what came of a task's import: where it is written in the import's own transaction, a second run finds it. */
export async function keepResult(
  db: Kysely<unknown>,
  { taskId, result, now }: { taskId: number; result: ImportResult; now: Date },
): Promise<void> {
  await sql`
    insert into import_result (task_id, result, created_at) values (${taskId}, ${JSON.stringify(result)}::jsonb, ${now.toISOString()})
    on conflict (task_id) do update set result = excluded.result, created_at = excluded.created_at`.execute(db);
}
