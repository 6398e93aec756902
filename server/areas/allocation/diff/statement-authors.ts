import { sql } from 'kysely';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { side } from '#contract/areas/allocation/allot-enums.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { LockedDocument } from '#server/kit/step.ts';

/**
 * Who spoke for one of the ends of these differences, or counted what was received, in their order: nobody judges his own words or figures
 * (amendments E).
 */
export async function statementAuthorsOf(
  { db }: Pick<ReadContext, 'db'>,
  documents: readonly LockedDocument<typeof allotDiff>[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number }>`
    select distinct doc_id, admin_id from audit_log
    where doc_type = ${allotDiff.name} and doc_id = any(${documents.map(({ id }) => id)}) and action = 'deal'`.execute(
    db,
  );
  const { rows: counters } = await sql<{ allot_id: number; admin_id: number }>`
    select distinct allot_id, counter_id as admin_id from allot_counted
    where side = ${side.receiver} and allot_id = any(${documents.map(({ allot_id }) => allot_id)}::bigint[])`.execute(
    db,
  );
  const part = allotDiff.parts?.steps?.deal ?? '';
  return documents.map(({ id, allot_id }) => [
    ...rows.filter(({ doc_id }) => doc_id === id).map(({ admin_id }) => ({ id: admin_id, part })),
    ...counters.filter((one) => one.allot_id === allot_id).map(({ admin_id }) => ({ id: admin_id, part: '清点人' })),
  ]);
}
