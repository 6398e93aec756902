import { sql } from 'kysely';
import { arrayOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Source } from './posting.ts';

/** Keeps which codes were read for a document, until it is posted; a code that was read before stays as it was. Answers those that are new. */
export async function keepScans(
  tx: Tx,
  source: Pick<Source, 'docType' | 'docId'>,
  { codeIds, adminId, at }: { codeIds: readonly number[]; adminId: number; at: string },
): Promise<number[]> {
  const { rows } = await sql<{ code_id: number }>`
    insert into code_scan (doc_type, doc_id, code_id, admin_id, read_at)
    select ${source.docType}, ${source.docId}, id, ${adminId}, ${at}::timestamptz from unnest(${arrayOf('bigint', codeIds)}) as id order by id
    on conflict do nothing returning code_id`.execute(tx);
  return rows.map(({ code_id }) => code_id);
}

/** What was read after all counts for nothing: forgotten. */
export async function dropScans(
  tx: Tx,
  { docType, docId }: Pick<Source, 'docType' | 'docId'>,
  codeIds: readonly number[],
): Promise<void> {
  if (codeIds.length === 0) return;
  await sql`
    delete from code_scan where doc_type = ${docType} and doc_id = ${docId} and line_id is null and code_id = any(${arrayOf('bigint', codeIds)})`.execute(
    tx,
  );
}

/** Forgets which codes the pieces of a document's lines have: they are said anew. */
export async function forgetNamedScans(tx: Tx, { docType, docId }: Pick<Source, 'docType' | 'docId'>): Promise<void> {
  await sql`delete from code_scan where doc_type = ${docType} and doc_id = ${docId} and line_id is not null`.execute(
    tx,
  );
}

/** Says of a line of a document which codes its pieces have, in place of what was said before; a code is of one line. */
export async function nameScans(
  tx: Tx,
  { docType, docId }: Pick<Source, 'docType' | 'docId'>,
  named: { lineId: number; codeIds: readonly number[]; adminId: number; at: string },
): Promise<void> {
  const { lineId, codeIds, adminId, at } = named;
  await sql`
    delete from code_scan where doc_type = ${docType} and doc_id = ${docId} and line_id = ${lineId} and code_id <> all(${arrayOf('bigint', codeIds)})`.execute(
    tx,
  );
  await sql`
    insert into code_scan (doc_type, doc_id, code_id, line_id, admin_id, read_at)
    select ${docType}, ${docId}, id, ${lineId}, ${adminId}, ${at}::timestamptz from unnest(${arrayOf('bigint', codeIds)}) as id order by id
    on conflict (doc_type, doc_id, code_id) do update set line_id = excluded.line_id`.execute(tx);
}
