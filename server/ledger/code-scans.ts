import { type Kysely, sql } from 'kysely';
import { arrayOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Source } from './posting.ts';

/** Keeps which codes were read for a document, until it is posted; a code that was read before stays as it was. Answers how many are new. */
export async function keepScans(
  tx: Tx,
  source: Pick<Source, 'docType' | 'docId'>,
  { codeIds, adminId, at }: { codeIds: readonly number[]; adminId: number; at: string },
): Promise<number> {
  const { rows } = await sql`
    insert into code_scan (doc_type, doc_id, code_id, admin_id, read_at)
    select ${source.docType}, ${source.docId}, id, ${adminId}, ${at}::timestamptz from unnest(${arrayOf('bigint', codeIds)}) as id order by id
    on conflict do nothing returning 1`.execute(tx);
  return rows.length;
}

/** The codes that were read for a document, with their goods and grade: what its lines can be filled from, and what moves with its posting. */
export async function scannedFor(
  db: Kysely<unknown>,
  { docType, docId }: Pick<Source, 'docType' | 'docId'>,
): Promise<{ codeId: number; skuId: number; imperfectType: number; status: number; lineId: number | null }[]> {
  const { rows } = await sql<{
    codeId: number;
    skuId: number;
    imperfectType: number;
    status: number;
    lineId: number | null;
  }>`
    select c.id as "codeId", c.sku_id as "skuId", c.imperfect_type as "imperfectType", c.status, s.line_id as "lineId"
    from code_scan s join piece_code c on c.id = s.code_id where s.doc_type = ${docType} and s.doc_id = ${docId} order by c.id`.execute(
    db,
  );
  return rows;
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
