import { sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';
import { refusalOfConstraint } from './refusals.ts';
import type { StoredRow } from './save-record.ts';

export interface RemoveHooks<D extends AnyDefinition = AnyDefinition> {
  /** Refuses to remove what others depend on beyond what the database holds by itself; runs under the record's lock. */
  guardRemove?(context: WriteContext, record: StoredRow<D>): Promise<void>;
}

interface Removal {
  readonly definition: AnyDefinition;
  readonly id: number;
  /** As it was looked at; whatever there is by default. */
  readonly version: number | undefined;
  readonly hooks: RemoveHooks;
}

/**
 * Removes a master record with its lines; its history stays, and its last row says what the record was. What anything else refers
 * to is refused, by the database.
 */
export async function removeRecord(
  context: WriteContext,
  { definition, id, version, hooks }: Removal,
): Promise<{ count: number }> {
  const [record] = await lockRecords(context, definition, [id]);
  if (!record) throw new Refusal('notFound');
  if (version !== undefined && record.version !== version) throw new Refusal('versionConflict');
  await hooks.guardRemove?.(context, record);
  try {
    await sql`delete from ${sql.table(tableOf(definition))} where id = ${id}`.execute(context.db);
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
  const changes = Object.keys(definition.fields)
    .filter((name) => record[name] !== null && record[name] !== undefined)
    .map((name) => [name, { before: record[name], after: null }]);
  await writeAudit(context, [
    {
      docType: definition.name,
      docId: id,
      docNo: numberOf(definition, record),
      action: 'remove',
      label: '删除',
      fromStatus: (record.status as number | undefined) ?? null,
      changes: Object.fromEntries(changes),
    },
  ]);
  return { count: 1 };
}
