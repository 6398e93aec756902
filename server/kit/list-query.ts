import { type Kysely, type RawBuilder, sql } from 'kysely';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { ListAnswer, ListRequest } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { waitingFilter } from '#contract/kit/document-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { waitsFor } from './around/waiting.ts';
import { exactSum } from './exact-sum.ts';
import { refuseForgotten } from './kept-lists.ts';
import { contains } from './kinds/conditions.ts';
import { storageOf } from './kinds/index.ts';
import type { ShownRow } from './read-record.ts';
import { listedColumns, titlesOf } from './record-query.ts';
import { foundThrough } from './search-through.ts';

/**
 * Answers a list in one round trip: the page is cut first, inside the caller's data scope, and only its rows are
 * joined to what their references show. The total stops at `limits.totalCap` unless `exact` is asked.
 */
export async function listRows<D extends AnyDefinition>(
  db: Kysely<unknown>,
  definition: D,
  { actor, asked, where = [] }: { actor: Actor; asked: ListRequest; where?: RawBuilder<boolean>[] },
): Promise<ListAnswer<ShownRow<D>>> {
  await refuseForgotten(db, definition, asked);
  const size = asked.page_size ?? limits.pageSize;
  const page = asked.page ?? 1;
  const conditions = [...where, ...conditionsOf(definition, actor, asked)];
  const filtered = sql`from ${sql.table(tableOf(definition))} as r${whereClause(conditions)}`;
  const titles = titlesOf(allFields(definition), 'p', { actor, within: definition });
  const counted = asked.exact ? filtered : sql`from (select 1 ${filtered} limit ${limits.totalCap + 1}) as capped`;
  const { rows } = await sql<ShownRow<D> & { total__: number }>`
    with p as (
      select ${listedColumns(definition, 'r')} ${filtered}
      order by ${orderOf(definition, asked.sort, 'r')} limit ${size} offset ${(page - 1) * size}
    )
    select p.*${titles.columns}, (select count(*) ${counted}) as total__ from p ${titles.joins}
    order by ${orderOf(definition, asked.sort, 'p')}`.execute(db);
  const total = rows[0]?.total__ ?? (page === 1 ? 0 : await count(db, counted));
  const list = rows.map(({ total__: _total, ...row }) => row as unknown as ShownRow<D>);
  const answer = {
    list,
    total: asked.exact ? total : Math.min(total, limits.totalCap),
    capped: !asked.exact && total > limits.totalCap,
  };
  return definition.list.sum ? { ...answer, sum: await sums(db, definition.list.sum, filtered) } : answer;
}

/** The conditions of a list's question, data scope included, on rows under alias `r`. */
export function conditionsOf(definition: AnyDefinition, actor: Actor, asked: ListRequest): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  const scoped = scopeCondition(definition, actor, 'r');
  if (scoped) conditions.push(scoped);
  if (asked.ids) conditions.push(sql<boolean>`r.id = any(${asked.ids})`);
  for (const name of definition.list.filters) {
    const field = fieldOf(definition, name);
    const ends = { value: asked[name], from: asked[`${name}_from`], to: asked[`${name}_to`] };
    conditions.push(...storageOf(field).where(sql.ref(`r.${name}`), ends));
  }
  if (asked.keyword) conditions.push(keywordCondition(definition, asked.keyword));
  if (asked[waitingFilter]) conditions.push(waitsFor(definition, actor, 'r') ?? sql<boolean>`false`);
  return conditions;
}

/** `where a and b`, or nothing. */
export function whereClause(conditions: RawBuilder<boolean>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}

function keywordCondition(definition: AnyDefinition, keyword: string): RawBuilder<boolean> {
  const columns = [
    ...definition.list.search.flatMap((name) => searched(definition, name, keyword)),
    ...foundThrough(definition, keyword),
  ];
  return columns.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(columns, sql` or `)})`;
}

// What lists show in part alone is found whole, or by the end that they show: found by any part, it could be guessed piece by piece.
function searched(definition: AnyDefinition, name: string, keyword: string): RawBuilder<boolean>[] {
  const column = sql.ref(`r.${name}`);
  if (!storageOf(fieldOf(definition, name)).inPart) return contains(column, { value: keyword });
  return [sql<boolean>`(${column} = ${keyword} or right(${column}, 4) = ${keyword})`];
}

/** The order of a list. The id is always last, so that pages of equal values never overlap. `sort` has passed the allow-list. */
export function orderOf(definition: AnyDefinition, sort: string | undefined, alias: string): RawBuilder<unknown> {
  const chosen = sort ?? definition.list.sort[0] ?? 'id';
  const name = chosen.replace(/^-/, '');
  const direction = chosen.startsWith('-') ? sql`desc` : sql`asc`;
  // Where there are no nulls, saying where they go would keep the index from being read backwards.
  const nulls = chosen.startsWith('-') && !neverNull(definition, name) ? sql`nulls last` : sql``;
  const first = sql`${sql.ref(`${alias}.${name}`)} ${direction} ${nulls}`;
  return name === 'id'
    ? sql`${sql.ref(`${alias}.id`)} ${direction}`
    : sql`${first}, ${sql.ref(`${alias}.id`)} ${direction}`;
}

function neverNull(definition: AnyDefinition, name: string): boolean {
  if (definition.view) return false;
  const { required, initial } = fieldOf(definition, name);
  return (
    required === true || initial !== undefined || name === 'status' || name === 'created_at' || name === 'updated_at'
  );
}

async function count(db: Kysely<unknown>, counted: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${counted}`.execute(db);
  return rows[0]?.count ?? 0;
}

async function sums(
  db: Kysely<unknown>,
  names: readonly string[],
  filtered: RawBuilder<unknown>,
): Promise<Record<string, number | null>> {
  const columns = names.map((name) => sql`${exactSum(name)} as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, number | null>>`select ${sql.join(columns)} ${filtered}`.execute(db);
  return rows[0] ?? {};
}
