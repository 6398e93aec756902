import { type Kysely, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { limits } from '#contract/kit/limits.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { notifyOwners, type TaskProgress, taskProgress } from './notify-owners.ts';
import { type Claimed, isCurrent } from './queue.ts';
import { scopeDigest } from './scope-digest.ts';
import { unendedWords } from './seal-run.ts';
import { taskLimits } from './task-limits.ts';
import type { TaskOutcome } from './work.ts';

interface Ending {
  readonly db: Kysely<unknown>;
  readonly files: FileStore;
  readonly now: Date;
}

/**
 * Ends a run that came to its end. The file is in the store before the row says that it is done, and the row names the file
 * before it is in the store: whenever the process dies, either the file can be opened or it is found and thrown away. A run
 * that is no longer wanted keeps nothing.
 */
export async function finishRun(
  { db, files, now }: Ending,
  claimed: Claimed,
  { outcome, actor }: { outcome: TaskOutcome; actor: Actor },
): Promise<void> {
  const { file, rows: count, masks = [], remark } = outcome;
  if (!(await announceFile(db, claimed, file?.draft.id ?? null))) {
    await file?.draft.discard();
    return;
  }
  const stored = await file?.draft.commit().catch(async (error: unknown) => {
    await file.draft.discard();
    throw error;
  });
  const expires = new Date(now.getTime() + taskLimits.fileDays * 86_400_000).toISOString();
  const done = await inTransaction(db, async (tx) => {
    const { rows } = await sql<TaskProgress>`
      update export_task t set status = ${taskStatus.done}, progress = 100, row_count = ${count}, remark = ${remark ?? null},
        finished_at = ${now.toISOString()}, file_draft = null, file_path = ${stored?.id ?? null}, file_size = ${stored?.size ?? null},
        file_extension = ${file?.extension ?? null}, file_type = ${file?.type ?? null}, masks = ${masks}::text[],
        scope = ${scopeDigest(actor.scope)}, expire_at = ${stored ? expires : null}
      where ${isCurrent(claimed)} returning ${taskProgress}`.execute(tx);
    await notifyOwners(tx, rows);
    return rows.length > 0;
  });
  if (!done && stored) await files.remove(stored.id);
}

/** Ends a run that did not come to its end, with words for its owner; of one that has had its effect, that it has. */
export async function failRun({ db, now }: Pick<Ending, 'db' | 'now'>, claimed: Claimed, words: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<TaskProgress>`
      update export_task t set status = ${taskStatus.failed}, remark = ${unendedWords(words.slice(0, limits.remark))}, finished_at = ${now.toISOString()}
      where ${isCurrent(claimed)} returning ${taskProgress}`.execute(tx);
    await notifyOwners(tx, rows);
  });
}

/** Throws away what an earlier run of the task has put into the store without coming to its end. */
export async function forgetDraft({ db, files }: Pick<Ending, 'db' | 'files'>, claimed: Claimed): Promise<void> {
  if (claimed.file_draft === null) return;
  await files.remove(claimed.file_draft);
  await sql`update export_task t set file_draft = null where ${isCurrent(claimed)}`.execute(db);
}

async function announceFile(db: Kysely<unknown>, claimed: Claimed, id: string | null): Promise<boolean> {
  const { rows } = await sql`
    update export_task t set file_draft = ${id} where ${isCurrent(claimed)} returning 1`.execute(db);
  return rows.length > 0;
}
