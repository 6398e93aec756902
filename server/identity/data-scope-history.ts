import { type RawBuilder, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Actor } from './actor.ts';
import { scopeCondition } from './data-scope.ts';

/**
 * The condition that keeps rows of the audit trail (under `alias`) to records inside the caller's data scope, whatever
 * they are of; what is no record of `definitions` has no scope. Undefined when nothing limits.
 */
export function historyCondition(
  definitions: readonly AnyDefinition[],
  actor: Actor,
  alias: string,
): RawBuilder<boolean> | undefined {
  const cases = definitions
    .filter((definition) => !definition.view)
    .flatMap((definition) => {
      const scoped = scopeCondition(definition, actor, 'h');
      if (!scoped) return [];
      const records = sql`select 1 from ${sql.table(tableOf(definition))} as h where h.id = ${sql.ref(`${alias}.doc_id`)} and ${scoped}`;
      return [sql`when ${definition.name} then exists (${records})`];
    });
  if (cases.length === 0) return undefined;
  return sql<boolean>`case ${sql.ref(`${alias}.doc_type`)} ${sql.join(cases, sql` `)} else true end`;
}
