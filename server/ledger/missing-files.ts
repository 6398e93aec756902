import { type Kysely, sql } from 'kysely';
import type { FileStore } from '#server/platform/file-store.ts';

/** The one law of the books that no SQL can ask: its name among the invariants. */
export const filesInvariant = 'k41-named-file-is-there';

interface Named {
  readonly what: 'task' | 'attachment' | 'picture';
  readonly id: number;
  readonly file: string;
  readonly size: number;
}

/** The attachments and finished tasks whose file is not in the store, or not as long as they say; at most twenty. */
export async function filesMissing(db: Kysely<unknown>, files: FileStore): Promise<Named[]> {
  const missing: Named[] = [];
  for (const one of await named(db)) {
    const found = await files.find(one.file);
    if (found?.size !== one.size) missing.push(one);
  }
  if (missing.length === 0) return [];
  // What was swept away while we looked is named by nobody any more.
  const still = new Set((await named(db)).map(({ file }) => file));
  return missing.filter(({ file }) => still.has(file)).slice(0, shown);
}

const shown = 20;

async function named(db: Kysely<unknown>): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select 'task' as what, id, file_path as file, file_size as size from export_task where file_path is not null and expire_at > now()
    union all
    select 'attachment', id, file_id, size from stored_file where doc_id is not null
    union all
    select 'picture', s.spu_id, f.file_id, f.size from spu_picture s join picture_file f using (picture_id) order by 1, 2`.execute(
    db,
  );
  return rows;
}
