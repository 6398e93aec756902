import { type Kysely, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { taskLimits } from './task-limits.ts';

interface Swept {
  readonly db: Kysely<unknown>;
  readonly files: FileStore;
  readonly now: Date;
}

/**
 * Throws away what nobody will open: files whose time is over, files of runs that were killed before their task had them, and
 * drafts that nobody writes to. A row whose file is not in the store, as after a restored backup, says so from now on.
 */
export async function sweepFiles(swept: Swept): Promise<void> {
  const { db, files, now } = swept;
  await forgetExpired(swept);
  const old = new Date(now.getTime() - taskLimits.draftHours * 3_600_000);
  await forgetLeftOver(swept, old);
  await files.sweepDrafts(old);
  await sql`delete from download_ticket where until <= ${now.toISOString()}`.execute(db);
}

// First the row, then the file: a file that nobody names is found again below, a name without a file would be a lie.
async function forgetExpired({ db, files, now }: Swept): Promise<void> {
  const { rows } = await sql<{ id: number; file_path: string; expired: boolean }>`
    select id, file_path, expire_at <= ${now.toISOString()} as expired from export_task where file_path is not null`.execute(
    db,
  );
  for (const { id, file_path, expired } of rows) {
    if (!expired && (await files.find(file_path))) continue;
    await sql`
      update export_task set file_path = null, file_draft = file_path, expire_at = least(expire_at, ${now.toISOString()}::timestamptz)
      where id = ${id} and file_path = ${file_path}`.execute(db);
    await files.remove(file_path);
    await sql`update export_task set file_draft = null where id = ${id} and file_draft = ${file_path}`.execute(db);
  }
}

async function forgetLeftOver({ db, files }: Swept, before: Date): Promise<void> {
  const { rows } = await sql<{ id: number; file_draft: string }>`
    select id, file_draft from export_task
    where file_draft is not null and status <> ${taskStatus.running} and started_at < ${before.toISOString()}`.execute(
    db,
  );
  for (const { id, file_draft } of rows) {
    await files.remove(file_draft);
    await sql`update export_task set file_draft = null where id = ${id} and file_draft = ${file_draft} and status <> ${taskStatus.running}`.execute(
      db,
    );
  }
}
