import { type RawBuilder, sql } from 'kysely';
import { type AnyDefinition, type Scope, scopePaths, tableOf } from '#contract/kit/definition.ts';
import type { Actor } from './actor.ts';

type Dimension = keyof Scope;

/**
 * The condition that keeps a query inside the caller's data scope: the union over the person's data roles of the
 * intersection of their dimensions. `alias` is the table's alias in the query. Undefined when nothing limits.
 */
export function scopeCondition(
  definition: AnyDefinition,
  actor: Actor,
  alias: string,
): RawBuilder<boolean> | undefined {
  return conditionOf(definition, { actor, alias, dimensions: dimensionsOf(definition) });
}

/**
 * The same for where a record stands, without what it is: its warehouse and its brand count, its own id does not, for a
 * new record cannot be among the ids that a person was given.
 */
export function placeCondition(
  definition: AnyDefinition,
  actor: Actor,
  alias: string,
): RawBuilder<boolean> | undefined {
  return conditionOf(definition, { actor, alias, dimensions: placesOf(definition) });
}

/** Whether a joined record may be named to the caller, as a column or a condition: what stands in the way of a change may be anybody's. */
export function isVisible(definition: AnyDefinition, actor: Actor, alias: string): RawBuilder<boolean> {
  return scopeCondition(definition, actor, alias) ?? sql<boolean>`true`;
}

/** The dimensions of a definition that follow from what its records refer to. */
export function placesOf(definition: AnyDefinition): Dimension[] {
  return dimensionsOf(definition).filter((dimension) => !scopePaths(definition.scope, dimension).includes('id'));
}

/**
 * The same for rows that are joined of several tables: for each dimension the column that carries it. A rule holds for a
 * row as a whole; the conditions of the joined definitions, each for itself, would let pass what no one rule does.
 */
export function scopeOfColumns(
  actor: Actor,
  columns: Partial<Record<Dimension, RawBuilder<unknown>>>,
): RawBuilder<boolean> | undefined {
  return unionOf(actor, Object.keys(columns) as Dimension[], (dimension, ids) => {
    return sql<boolean>`${columns[dimension]} = any(${ids}::bigint[])`;
  });
}

interface Limits {
  actor: Actor;
  alias: string;
  dimensions: readonly Dimension[];
}

function conditionOf(definition: AnyDefinition, { actor, alias, dimensions }: Limits): RawBuilder<boolean> | undefined {
  return unionOf(actor, dimensions, (dimension, ids) =>
    anyOf(scopePaths(definition.scope, dimension).map((path) => within(definition, { alias, path, ids }))),
  );
}

function unionOf(
  actor: Actor,
  dimensions: readonly Dimension[],
  inside: (dimension: Dimension, ids: readonly number[]) => RawBuilder<boolean>,
): RawBuilder<boolean> | undefined {
  if (actor.scope === 'everything' || dimensions.length === 0) return undefined;
  const rules = actor.scope.map((rule) => {
    const parts = dimensions.flatMap((dimension) => {
      const ids = rule[dimension];
      return ids === undefined ? [] : [inside(dimension, ids)];
    });
    return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  });
  if (rules.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(rules, sql` or `)})`;
}

function anyOf(parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const [first] = parts;
  return parts.length === 1 && first ? first : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

interface Within {
  alias: string;
  path: string;
  ids: readonly number[];
}

// A list of ids is inside when one of them is. A path leads through a reference to a column of what it points to.
function within(definition: AnyDefinition, { alias, path, ids }: Within): RawBuilder<boolean> {
  const [name = 'id', ...rest] = path.split('.');
  const column = sql.ref(`${alias}.${name}`);
  const field = definition.fields[name];
  if (rest.length > 0) {
    const target = field?.target?.();
    if (!target) throw new Error(`${definition.name}: the scope ${path} leads through no reference`);
    const inner = within(target, { alias: `${alias}_${name}`, path: rest.join('.'), ids });
    const table = sql`${sql.table(tableOf(target))} as ${sql.ref(`${alias}_${name}`)}`;
    return field?.kind.many
      ? sql<boolean>`exists (select 1 from ${table} where ${sql.ref(`${alias}_${name}.id`)} = any(${column}) and ${inner})`
      : sql<boolean>`${column} in (select id from ${table} where ${inner})`;
  }
  return field?.kind.many ? sql<boolean>`${column} && ${ids}::bigint[]` : sql<boolean>`${column} = any(${ids})`;
}

function dimensionsOf({ scope = {} }: AnyDefinition): Dimension[] {
  return Object.keys(scope) as Dimension[];
}
