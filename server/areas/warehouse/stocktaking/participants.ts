import { sql } from 'kysely';
import { partSteps, stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { LockedDocument } from '#server/kit/step.ts';

type Context = Pick<ReadContext, 'db'>;

/** Everybody who counted each sheet, or was named to (amendments A). */
export async function countersOf(
  { db }: Context,
  sheets: readonly LockedDocument<typeof stocktaking>[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ stocktaking_id: number; counter_id: number }>`
    select distinct stocktaking_id, counter_id from stocktaking_count where stocktaking_id = any(${idsOf(sheets)}::bigint[])`.execute(
    db,
  );
  return sheets.map(({ id, counter_ids: named }) =>
    [...named, ...rows.filter((row) => row.stocktaking_id === id).map(({ counter_id }) => counter_id)].map(
      (counter) => ({ id: counter, part: '盘点人' }),
    ),
  );
}

/** Besides them the reviewer, who decided on late counts and unknown barcodes, and who explained differences (amendments A, E). */
export async function workersOf(
  context: Context,
  sheets: readonly LockedDocument<typeof stocktaking>[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number; action: keyof typeof partSteps }>`
    select distinct doc_id, admin_id, action from audit_log
    where doc_type = ${stocktaking.name} and doc_id = any(${idsOf(sheets)}::bigint[]) and action = any(${Object.keys(partSteps)})`.execute(
    context.db,
  );
  const counters = await countersOf(context, sheets);
  const fields: Fields = stocktaking.fields;
  const named = stocktaking.parts?.fields ?? [];
  return sheets.map((sheet, index) => [
    ...(counters[index] ?? []),
    ...named.flatMap((field) => {
      const id = (sheet as Values)[field];
      return typeof id === 'number' ? [{ id, part: fields[field]?.label ?? field }] : [];
    }),
    ...rows
      .filter((row) => row.doc_id === sheet.id)
      .map(({ admin_id, action }) => ({ id: admin_id, part: partSteps[action] })),
  ]);
}

const idsOf = (sheets: readonly LockedDocument<typeof stocktaking>[]): number[] => sheets.map(({ id }) => id);
