import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { whereClause } from '../list-query.ts';

/** As much of a record as decides about its files. */
export interface VisibleRecord {
  readonly id: number;
  /** State of a document; null for what has none. */
  readonly status: number | null;
}

/** The record, where it is there and inside the person's data scope. Nothing is locked. */
export async function visibleRecord(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, id }: { actor: Actor; id: number },
): Promise<VisibleRecord | undefined> {
  const scoped = scopeCondition(definition, actor, 'r');
  const status = definition.states ? sql.ref('r.status') : sql`null::int`;
  const { rows } = await sql<VisibleRecord>`
    select r.id, ${status} as status from ${sql.table(tableOf(definition))} as r${whereClause([sql<boolean>`r.id = ${id}`, ...(scoped ? [scoped] : [])])}`.execute(
    db,
  );
  return rows[0];
}
