import { sql } from 'kysely';
import { partSteps, stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { Step } from '#server/kit/serve-document.ts';

/** A sheet that is judged, or that somebody asks about. */
interface Judged extends Pick<Step, 'document'> {
  readonly context: Pick<ReadContext, 'db'>;
}

/** Everybody who counted, or was named to (amendments A). */
export async function countersOf({ context, document }: Judged): Promise<Participant[]> {
  const { rows } = await sql<{
    counter_id: number;
  }>`select distinct counter_id from stocktaking_count where stocktaking_id = ${document.id}`.execute(context.db);
  const ids = [...(document.counter_ids as number[]), ...rows.map((row) => row.counter_id)];
  return ids.map((id) => ({ id, part: '盘点人' }));
}

/** Besides them the reviewer, who decided on late counts and unknown barcodes, and who explained differences (amendments A, E). */
export async function workersOf(step: Judged): Promise<Participant[]> {
  const { context, document } = step;
  const { rows } = await sql<{ admin_id: number; action: keyof typeof partSteps }>`
    select distinct admin_id, action from audit_log
    where doc_type = ${stocktaking.name} and doc_id = ${document.id} and action = any(${Object.keys(partSteps)})`.execute(
    context.db,
  );
  const fields: Fields = stocktaking.fields;
  const named = (stocktaking.parts?.fields ?? []).map((field) => ({
    id: document[field] as number | null,
    part: fields[field]?.label ?? field,
  }));
  return [
    ...(await countersOf(step)),
    ...named.flatMap(({ id, part }) => (id === null ? [] : [{ id, part }])),
    ...rows.map(({ admin_id, action }) => ({ id: admin_id, part: partSteps[action] })),
  ];
}
