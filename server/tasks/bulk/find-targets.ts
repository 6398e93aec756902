import { type RawBuilder, sql } from 'kysely';
import { type BulkTarget, bulkKeys } from '#contract/kit/bulk.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { recordColumns } from '#server/kit/record-query.ts';
import type { Values } from '#server/kit/save-record.ts';

/** A record under its id and version, with all of its fields. */
export type Found = Values & { readonly id: number; readonly version: number };

/**
 * The record that each target names, in their order, or why it names none. Within the caller's data scope, in use or not: what
 * was switched off can be named to be switched on.
 */
export async function findTargets(
  context: ReadContext,
  definition: AnyDefinition,
  targets: readonly BulkTarget[],
): Promise<(Found | string)[]> {
  const keys = [...new Set(targets.flatMap(({ id, key }) => (id === undefined && key !== undefined ? [key] : [])))];
  const named = await idsOfKeys(context, definition, keys);
  const ids = targets.flatMap(({ id, key }) => id ?? named.get(key ?? '') ?? []);
  const records = await recordsOf(context, definition, ids);
  return targets.map(({ id, key = '' }) => {
    const [own, ...others] = id === undefined ? (named.get(key) ?? []) : [id];
    if (others.length > 0) return `“${key}”不止一个，请用编号`;
    const absent = id === undefined ? `找不到“${key}”` : catalogue.notFound.words;
    return (own === undefined ? undefined : records.get(own)) ?? absent;
  });
}

/** The records with these ids that the caller sees. */
export async function recordsOf(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  definition: AnyDefinition,
  ids: readonly number[],
): Promise<Map<number, Found>> {
  const { rows } = await sql<Found>`
    select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r
    where r.id = any(${arrayOf('bigint', [...new Set(ids)])}) and ${isVisible(definition, actor, 'r')}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

// As they stand first, which an index finds; only what is left over whatever its letters.
async function idsOfKeys(
  { db, actor }: ReadContext,
  definition: AnyDefinition,
  keys: readonly string[],
): Promise<Map<string, number[]>> {
  const names = bulkKeys(definition).map((name) => sql.ref(`r.${name}`));
  const found = new Map<string, number[]>();
  const look = async (left: readonly string[], matches: (name: RawBuilder<unknown>) => RawBuilder<boolean>) => {
    if (left.length === 0) return;
    // Each name joined by itself: an "or" over all of them would compare every key with every record.
    const each = names.map(
      (name) => sql`
      select k.key, r.id from unnest(${left}::text[]) as k (key) join ${sql.table(tableOf(definition))} as r on ${matches(name)}
      where ${isVisible(definition, actor, 'r')}`,
    );
    const { rows } = await sql<{ key: string; id: number }>`${sql.join(each, sql` union `)} order by id`.execute(db);
    for (const { key, id } of rows) found.set(key, [...(found.get(key) ?? []), id]);
  };
  await look(keys, (name) => sql<boolean>`${name} = k.key`);
  await look(
    keys.filter((key) => !found.has(key)),
    (name) => sql<boolean>`lower(${name}) = lower(k.key)`,
  );
  return found;
}
