import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { Option, OptionsRequest } from '#contract/kit/calls.ts';
import { type AnyDefinition, type Stored, tableOf } from '#contract/kit/definition.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { WriteContext } from './call-context.ts';
import { spelledGoods } from './goods-by-initials.ts';
import { contains } from './kinds/conditions.ts';
import { storageOf } from './kinds/index.ts';
import { whereClause } from './list-query.ts';
import { mostOptions } from './most-options.ts';
import { recordColumns, titlesOf } from './record-query.ts';

type Row = Record<string, unknown> & { id: number; version: number };

/** A record as its table has it; values by name where its definition is not known. */
export type LockedRow<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D ? Row : Stored<D>;

/** A record with what its references show; values by name where its definition is not known. */
export type ShownRow<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D
  ? Row
  : Stored<D> & Readonly<Record<`${string}__title`, string | null>>;

/** One record with what its references show; undefined when it is not there or outside the caller's scope. */
export async function readRecord<D extends AnyDefinition>(
  db: Kysely<unknown>,
  definition: D,
  { actor, id }: { actor: Actor; id: number },
): Promise<ShownRow<D> | undefined> {
  const scoped = scopeCondition(definition, actor, 'r');
  const titles = titlesOf(allFields(definition), 'p', { actor, within: definition });
  const { rows } = await sql<ShownRow<D>>`
    with p as (select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause([sql<boolean>`r.id = ${id}`, ...(scoped ? [scoped] : [])])})
    select p.*${titles.columns} from p ${titles.joins}`.execute(db);
  return rows[0];
}

/**
 * Locks records for a change, in id order whatever order they were asked in (one lock order everywhere), and reads
 * them under the lock. Records that are absent or out of the caller's scope are left out; the house itself sees all.
 */
export async function lockRecords<D extends AnyDefinition>(
  context: WriteContext,
  definition: D,
  ids: readonly number[],
  bySystem?: boolean,
): Promise<LockedRow<D>[]> {
  const scoped = bySystem ? undefined : scopeCondition(definition, context.actor, 'r');
  const { rows } = await sql<LockedRow<D>>`
    select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause([sql<boolean>`r.id = any(${arrayOf('bigint', ids)})`, ...(scoped ? [scoped] : [])])}
    order by r.id for no key update of r`.execute(context.db);
  return rows;
}

/** What a select offers: what holds the keyword or is spelled by it, the records with these ids, or those that the texts name; within the filters. */
export async function readOptions(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, asked }: { actor: Actor; asked: OptionsRequest },
): Promise<{ list: Option[] }> {
  const { title, hint } = definition;
  const named = [title, ...(hint ? [hint] : [])].map((name) => sql.ref(`r.${name}`));
  const scoped = scopeCondition(definition, actor, 'r');
  const parts = scoped ? [scoped] : [];
  for (const name of definition.list.offers ?? [])
    parts.push(...storageOf(fieldOf(definition, name)).where(sql.ref(`r.${name}`), { value: asked[name] }));
  if (asked.ids) parts.push(sql<boolean>`r.id = any(${asked.ids})`);
  if (asked.keyword) {
    parts.push(
      sql<boolean>`(${sql.join(
        [
          ...named.flatMap((name) => contains(name, { value: asked.keyword })),
          ...(await spelledGoods(db, definition, asked.keyword)),
        ],
        sql` or `,
      )})`,
    );
  }
  // Only what is in use is offered; asked for by id, a record is shown whatever its state, so that old data stays readable.
  const byStatus = asked.status !== undefined && definition.list.offers?.includes('status');
  if (!asked.ids && !byStatus && definition.fields.status) parts.push(sql<boolean>`r.status <> 0`);
  const shown = sql`r.id, ${named[0]}::text as title, ${hintOf(definition)} as hint`;
  const rows = sql`from ${sql.table(tableOf(definition))} as r`;
  if (asked.texts) {
    const names = sql<boolean>`(${sql.join(
      named.map((name) => sql`lower(${name}) = lower(k.text)`),
      sql` or `,
    )})`;
    const found = await sql<Option>`
      select distinct on (k.text) k.text, ${shown} ${rows} join unnest(${asked.texts}::text[]) as k (text) on ${names}${whereClause(parts)}
      order by k.text, r.id`.execute(db);
    return { list: found.rows };
  }
  const found = await sql<Option>`
    select ${shown} ${rows}${whereClause(parts)} order by ${named[0]}, r.id limit ${mostOptions(asked)}`.execute(db);
  return { list: found.rows };
}

/** The second line of an option: its hint, or all that it is told by. */
function hintOf(definition: AnyDefinition): RawBuilder<unknown> {
  const { list, hint } = definition;
  if (!list.tells) return hint ? sql`${sql.ref(`r.${hint}`)}::text` : sql`null::text`;
  const parts = list.tells.map((name) => {
    const target = fieldOf(definition, name).target?.();
    const column = sql.ref(`r.${name}`);
    return target
      ? sql`(select ${sql.ref(`t.${target.title}`)}::text from ${sql.table(tableOf(target))} t where t.id = ${column})`
      : sql`${column}::text`;
  });
  return sql`concat_ws(' · ', ${sql.join(parts)})`;
}
