import { sql } from 'kysely';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { Standing } from '#server/kit/step.ts';

/** Who spoke for one of the ends of these differences, in their order: nobody judges his own words (amendments E). */
export async function speakersOf(
  { db }: Pick<ReadContext, 'db'>,
  documents: readonly Standing[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number }>`
    select distinct doc_id, admin_id from audit_log
    where doc_type = ${allotDiff.name} and doc_id = any(${documents.map(({ id }) => id)}) and action = 'deal'`.execute(
    db,
  );
  const part = allotDiff.parts?.steps?.deal ?? '';
  return documents.map(({ id }) =>
    rows.filter(({ doc_id }) => doc_id === id).map(({ admin_id }) => ({ id: admin_id, part })),
  );
}
