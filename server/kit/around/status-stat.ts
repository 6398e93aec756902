import { type RawBuilder, sql } from 'kysely';
import type { ListRequest } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { StatusStat } from '#contract/kit/document-calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '../call-context.ts';
import { refuseForgotten } from '../kept-lists.ts';
import { conditionsOf, whereClause } from '../list-query.ts';
import { waitsFor } from './waiting.ts';

/** How many of the documents that a list would show stand in each state, and how many of them wait for the caller. */
export async function countStates(
  { db, actor }: ReadContext,
  definition: AnyDefinition,
  asked: ListRequest,
): Promise<StatusStat> {
  await refuseForgotten(db, definition, asked);
  const conditions = conditionsOf(definition, actor, asked);
  const counted = (more: RawBuilder<boolean>) => sql`(
    select count(*)::int from (
      select 1 from ${sql.table(tableOf(definition))} as r${whereClause([...conditions, more])} limit ${limits.totalCap}
    ) as counted)`;
  const waits = waitsFor(definition, actor, 'r');
  const states = Object.keys(definition.states ?? {}).map(Number);
  const { rows } = await sql<{ status: number | null; count: number }>`
    select s.status, ${counted(sql<boolean>`r.status = s.status`)} as count from unnest(${states}::int[]) as s (status)
    union all select null, ${waits ? counted(waits) : sql`0`}`.execute(db);
  const list = rows.flatMap(({ status, count }) => (status === null || count === 0 ? [] : [{ status, count }]));
  return {
    list: list.toSorted((one, other) => one.status - other.status),
    waiting: rows.find(({ status }) => status === null)?.count ?? 0,
  };
}
