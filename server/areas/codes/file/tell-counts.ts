import { sql } from 'kysely';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import type { Tx } from '#server/database/transaction.ts';

/** Writes on a file how many of its rows were done; answers them. */
export async function tellCounts(tx: Tx, fileId: number): Promise<{ total: number; wrong: number }> {
  const { rows } = await sql<{ total: number; wrong: number }>`
    update code_file f set ok_count = t.done, error_count = t.total - t.done
    from (select count(*) as total, count(*) filter (where status = ${lineState.done}) as done from code_file_row where file_id = ${fileId}) t
    where f.id = ${fileId} returning t.total, t.total - t.done as wrong`.execute(tx);
  return rows[0] ?? { total: 0, wrong: 0 };
}
