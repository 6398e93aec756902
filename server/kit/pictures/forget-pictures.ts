import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { unusedPictureDays } from './keep-picture.ts';

/** Throws away the pictures that no style has had for `unusedPictureDays`, and answers how many. First the bytes, then the rows that name them. */
export async function forgetPictures({
  db,
  files,
  now,
}: {
  db: Kysely<unknown>;
  files: FileStore;
  now: Date;
}): Promise<number> {
  const since = new Date(now.getTime() - unusedPictureDays * 86_400_000).toISOString();
  const { rows } = await sql<{ id: string }>`
    select id from picture where unused_since < ${since}::timestamptz order by id`.execute(db);
  let gone = 0;
  for (const { id } of rows) {
    gone += await inTransaction(db, async (tx) => {
      // Locked: what somebody gives to a style at this moment stays.
      const { rows: held } = await sql<{ file_id: string }>`
        select f.file_id from picture p join picture_file f on f.picture_id = p.id
        where p.id = ${id} and p.unused_since < ${since}::timestamptz for update of p skip locked`.execute(tx);
      if (held.length === 0) return 0;
      for (const { file_id } of held) await files.remove(file_id);
      await sql`delete from picture where id = ${id}`.execute(tx);
      return 1;
    });
  }
  return gone;
}
