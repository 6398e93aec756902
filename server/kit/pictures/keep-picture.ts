import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { StoredPicture } from '#contract/areas/goods/pictures.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { encodePicture } from './encode-picture.ts';

export interface Keeping {
  readonly db: Kysely<unknown>;
  readonly files: FileStore;
  readonly adminId: number;
  readonly now: Date;
}

const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The id of the picture that these bytes are. */
export const pictureIdOf = (sha256: string): string => sha256.slice(0, 32);

/** Days that a picture is kept which no style has: so long a batch that took it away can put it back. */
export const unusedPictureDays = 90;

/**
 * Makes a file that came in a picture of the house. The same bytes are the same picture, whoever brings them: then nothing is made and
 * nothing kept twice. First the files, then their rows in one statement: what a kill leaves is written over by the next try.
 */
export async function keepPicture(
  { db, files, adminId, now }: Keeping,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<StoredPicture> {
  const sha256 = hashOf(bytes);
  const id = pictureIdOf(sha256);
  const before = await known(db, id, now);
  if (before) return before;
  const { width, height, files: made } = await encodePicture(bytes, name);
  const rows = [];
  for (const { side, bytes: small } of made) {
    const draft = await files.draft(hashOf(`${sha256} ${side}`).slice(0, 32));
    try {
      await writeFile(draft.path, small, { mode: 0o600 });
      await draft.commit();
    } finally {
      await draft.discard();
    }
    rows.push({ side, file_id: draft.id, sha256: hashOf(small), size: small.length });
  }
  const at = now.toISOString();
  await sql`
    with made as (
      insert into picture (id, sha256, width, height, admin_id, created_at, unused_since)
      values (${id}, ${sha256}, ${width}, ${height}, ${adminId}, ${at}, ${at}) on conflict do nothing returning id
    )
    insert into picture_file (picture_id, side, file_id, sha256, size)
    select m.id, e.side, e.file_id, e.sha256, e.size
    from made m, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (side smallint, file_id text, sha256 text, size bigint)`.execute(
    db,
  );
  return { id, width, height };
}

// Brought again it is wanted again: the sweep counts from now.
async function known(db: Kysely<unknown>, id: string, now: Date): Promise<StoredPicture | undefined> {
  await sql`update picture set unused_since = ${now.toISOString()} where id = ${id} and unused_since is not null`.execute(
    db,
  );
  const { rows } = await sql<StoredPicture>`select id, width, height from picture where id = ${id}`.execute(db);
  return rows[0];
}
