import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import { type CodeMoves, moveCodes } from './codes.ts';
import type { Source } from './posting.ts';

/** The codes that a document holds, by their ids. */
export async function codesHeldBy(tx: Tx, { docType, docId }: Pick<Source, 'docType' | 'docId'>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from piece_code where doc_type = ${docType} and doc_id = ${docId} and status = 4 order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Lets go of every code that a document holds, when nothing leaves after all. */
export async function releaseCodes(tx: Tx, by: Omit<CodeMoves, 'moves'> & { readonly source: Source }): Promise<void> {
  const held = await codesHeldBy(tx, by.source);
  await moveCodes(tx, { ...by, moves: held.map((codeId) => ({ codeId, step: 'release' })) });
}
