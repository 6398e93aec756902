import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { countSteps } from '#contract/areas/purchasing/inbound-words.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';

/** Who counted these batches, in their order: nobody audits, reverses or decides on figures of their own (amendments E). */
export async function countersOf(
  { db }: Pick<ReadContext, 'db'>,
  batchIds: readonly number[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number; action: keyof typeof countSteps }>`
    select distinct doc_id, admin_id, action from audit_log
    where doc_type = ${inWareBatch.name} and doc_id = any(${[...batchIds]}::bigint[]) and action = any(${Object.keys(countSteps)})`.execute(
    db,
  );
  return batchIds.map((id) =>
    rows.filter(({ doc_id }) => doc_id === id).map((row) => ({ id: row.admin_id, part: countSteps[row.action] })),
  );
}
