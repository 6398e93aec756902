import { type Kysely, sql } from 'kysely';
import type { ImportResult } from '#contract/areas/tasks/imports.ts';

/** What came of a task's import; undefined while nothing has. */
export async function readResult(db: Kysely<unknown>, taskId: number): Promise<ImportResult | undefined> {
  const { rows } = await sql<{
    result: ImportResult;
  }>`select result from import_result where task_id = ${taskId}`.execute(db);
  return rows[0]?.result;
}

/** Has an import with this result written anything? Neither has a rehearsal, nor one that bad rows stopped. */
export const hadEffect = ({ dry_run, done }: ImportResult): boolean =>
  dry_run === effect.dry_run && done === effect.done;

const effect = { dry_run: false, done: true } as const;

/**
 * Keeps what came of a task's import: where it is written in the import's own transaction, a second run finds it. What says
 * that there was an effect is never written over: a run that was overtaken by another may come late.
 */
export async function keepResult(
  db: Kysely<unknown>,
  { taskId, result, now }: { taskId: number; result: ImportResult; now: Date },
): Promise<void> {
  await sql`
    insert into import_result (task_id, result, created_at) values (${taskId}, ${JSON.stringify(result)}::jsonb, ${now.toISOString()})
    on conflict (task_id) do update set result = excluded.result, created_at = excluded.created_at
      where not (import_result.result @> ${JSON.stringify(effect)}::jsonb)`.execute(db);
}
