import { sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';
import type { StoredRow } from './save-record.ts';

export interface StatusHooks<D extends AnyDefinition = AnyDefinition> {
  /** Refuses a switch that others depend on (domain.md §4.27 "Switches"); runs under the records' locks. */
  guardStatus?(context: WriteContext, records: readonly StoredRow<D>[], status: number): Promise<void>;
}

interface StatusChange {
  definition: AnyDefinition;
  ids: readonly number[];
  status: number;
  hooks: StatusHooks;
}

/** Switches records to a status, all or none; records that already have it stay untouched and are not counted. */
export async function changeStatus(
  context: WriteContext,
  { definition, ids, status, hooks }: StatusChange,
): Promise<{ count: number }> {
  const unique = [...new Set(ids)];
  const records = await lockRecords(context, definition, unique);
  if (records.length !== unique.length) throw new Refusal('notFound');
  const changing = records.filter((record) => record.status !== status);
  if (changing.length === 0) return { count: 0 };
  await hooks.guardStatus?.(context, changing, status);
  await sql`
    update ${sql.table(tableOf(definition))} set status = ${status}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = any(${changing.map((record) => record.id)})`.execute(context.db);
  const label = definition.fields.status?.choices?.[status] ?? String(status);
  await writeAudit(
    context,
    changing.map((record) => ({
      docType: definition.name,
      docId: record.id,
      docNo: numberOf(definition, record),
      action: 'status',
      label,
      fromStatus: record.status as number,
      toStatus: status,
    })),
  );
  return { count: changing.length };
}
