import { type RawBuilder, sql } from 'kysely';
import type { AnyDefinition, Scope } from '#contract/kit/definition.ts';
import type { Actor } from './actor.ts';

/**
 * The condition that keeps a query inside the caller's data scope: the union over the person's data roles of the
 * intersection of their dimensions. `alias` is the table's alias in the query. Undefined when nothing limits.
 */
export function scopeCondition(
  definition: AnyDefinition,
  actor: Actor,
  alias: string,
): RawBuilder<boolean> | undefined {
  const { scope } = definition;
  if (actor.scope === 'everything' || !scope) return undefined;
  const rules = actor.scope.map((rule) => {
    const parts = dimensions(scope)
      .filter((dimension) => rule[dimension] !== undefined)
      .map((dimension) => sql<boolean>`${sql.ref(`${alias}.${scope[dimension]}`)} = any(${rule[dimension]})`);
    return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  });
  if (rules.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(rules, sql` or `)})`;
}

function dimensions(scope: Scope): (keyof Scope)[] {
  return Object.keys(scope) as (keyof Scope)[];
}
