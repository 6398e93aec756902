import { type Kysely, sql } from 'kysely';
import { unusedFileDays } from '#contract/areas/tasks/files.ts';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { FileStore } from '#server/platform/file-store.ts';

/** Hours after which an upload that did not come to its end is thrown away. */
const brokenHours = 2;

/**
 * Throws away uploaded files that no record uses and that are older than `unusedFileDays`, and what killed uploads left. A
 * file that a waiting import reads stays. Answers how many went. First the bytes, then the row that names them.
 */
export async function forgetFiles({
  db,
  files,
  now,
}: {
  db: Kysely<unknown>;
  files: FileStore;
  now: Date;
}): Promise<number> {
  const ago = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
  const { rows } = await sql<{ file_id: string }>`
    select f.file_id from stored_file f
    where f.doc_id is null and coalesce(f.detached_at, f.created_at) < case when f.ready then ${ago(unusedFileDays * 24)}::timestamptz else ${ago(brokenHours)}::timestamptz end
      and not exists (select 1 from export_task t where t.status = any(${unfinished}::smallint[]) and t.payload ->> 'file_id' = f.file_id)`.execute(
    db,
  );
  let gone = 0;
  for (const { file_id } of rows) {
    gone += await inTransaction(db, async (tx) => {
      // Locked: what somebody makes an attachment at this moment stays.
      const { rows: held } = await sql`
        select 1 from stored_file where file_id = ${file_id} and doc_id is null for update skip locked`.execute(tx);
      if (held.length === 0) return 0;
      await files.remove(file_id);
      await sql`delete from stored_file where file_id = ${file_id}`.execute(tx);
      return 1;
    });
  }
  return gone;
}
