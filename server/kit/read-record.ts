import { type Kysely, sql } from 'kysely';
import { allFields } from '#contract/kit/base-fields.ts';
import type { Option } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { WriteContext } from './call-context.ts';
import { contains } from './kinds/conditions.ts';
import { whereClause } from './list-query.ts';
import { recordColumns, titlesOf } from './record-query.ts';

type Row = Record<string, unknown> & { id: number; version: number };

/** One record with what its references show; undefined when it is not there or outside the caller's scope. */
export async function readRecord(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, id }: { actor: Actor; id: number },
): Promise<Row | undefined> {
  const scoped = scopeCondition(definition, actor, 'r');
  const titles = titlesOf(allFields(definition), 'p');
  const { rows } = await sql<Row>`
    with p as (select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause([sql<boolean>`r.id = ${id}`, ...(scoped ? [scoped] : [])])})
    select p.*${titles.columns} from p ${titles.joins}`.execute(db);
  return rows[0];
}

/**
 * Locks records for a change, in id order whatever order they were asked in (one lock order everywhere), and reads
 * them under the lock. Records that are absent or out of the caller's scope are left out.
 */
export async function lockRecords(
  context: WriteContext,
  definition: AnyDefinition,
  ids: readonly number[],
): Promise<Row[]> {
  const scoped = scopeCondition(definition, context.actor, 'r');
  const { rows } = await sql<Row>`
    select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause([sql<boolean>`r.id = any(${ids})`, ...(scoped ? [scoped] : [])])}
    order by r.id for no key update of r`.execute(context.db);
  return rows;
}

/** What a select offers: records whose title or hint holds the keyword, or the records with these ids. */
export async function readOptions(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, asked }: { actor: Actor; asked: { keyword?: string; ids?: number[]; page_size?: number } },
): Promise<{ list: Option[] }> {
  const { title, hint } = definition;
  const conditions = scopeCondition(definition, actor, 'r');
  const parts = conditions ? [conditions] : [];
  if (asked.ids) parts.push(sql<boolean>`r.id = any(${asked.ids})`);
  if (asked.keyword) {
    const looked = [title, ...(hint ? [hint] : [])].flatMap((name) =>
      contains(sql.ref(`r.${name}`), { value: asked.keyword }),
    );
    parts.push(sql<boolean>`(${sql.join(looked, sql` or `)})`);
  }
  // Only what is in use is offered; asked for by id, a record is shown whatever its state, so that old data stays readable.
  if (!asked.ids && definition.fields.status) parts.push(sql<boolean>`r.status <> 0`);
  const { rows } = await sql<Option>`
    select r.id, ${sql.ref(`r.${title}`)}::text as title, ${hint ? sql`${sql.ref(`r.${hint}`)}::text` : sql`null`} as hint
    from ${sql.table(tableOf(definition))} as r${whereClause(parts)} order by ${sql.ref(`r.${title}`)}, r.id limit ${asked.page_size ?? limits.pageSizeMost}`.execute(
    db,
  );
  return { list: rows };
}
