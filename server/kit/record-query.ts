import { type RawBuilder, sql } from 'kysely';
import { allFields } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, type Scope, scopePaths, tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { storageOf } from './kinds/index.ts';

/** The columns of a definition's rows under `alias`, id and version first. */
export function recordColumns(definition: AnyDefinition, alias: string): RawBuilder<unknown> {
  return sql.join(namesOf(definition).map((name) => sql.ref(`${alias}.${name}`)));
}

/** The same for a list: of what is whole on a record alone, the part that lists show. */
export function listedColumns(definition: AnyDefinition, alias: string): RawBuilder<unknown> {
  const fields = allFields(definition);
  return sql.join(
    namesOf(definition).map((name) => {
      const column = sql.ref(`${alias}.${name}`);
      const part = fields[name] && storageOf(fields[name]).inPart?.(column);
      return part ? sql`${part} as ${sql.ref(name)}` : column;
    }),
  );
}

const namesOf = (definition: AnyDefinition): string[] => [
  // A view that is changed in bulk says which version its rows have.
  ...(definition.view && !definition.bulk ? [] : ['version']),
  ...Object.keys(allFields(definition)),
];

/** What references show: `<field>__title` and `<field>__hint` columns, and the joins that bring them. */
export interface Titles {
  readonly columns: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

/** Whose eyes titles are for, and the definition whose own scope the rows have passed already. */
export interface Reader {
  readonly actor: Actor;
  readonly within?: AnyDefinition;
}

/**
 * Titles of every reference among `fields`, joined to rows under `alias`. One join a reference, after paging. What a
 * reference points to outside the reader's data scope stays an id without a title.
 */
export function titlesOf(fields: Fields, alias: string, reader: Reader): Titles {
  const shown = Object.entries(fields).filter(isSingleReference);
  const columns = shown.flatMap(([name, field], index) => {
    const { title, hint } = field.target();
    const at = `t${index}`;
    const titleColumn = sql`${sql.ref(`${at}.${title}`)} as ${sql.ref(`${name}__title`)}`;
    return hint ? [titleColumn, sql`${sql.ref(`${at}.${hint}`)} as ${sql.ref(`${name}__hint`)}`] : [titleColumn];
  });
  const joins = shown.map(([name, field], index) => {
    const at = `t${index}`;
    const scoped = follows(name, field.target(), reader.within)
      ? undefined
      : scopeCondition(field.target(), reader.actor, at);
    return sql`left join ${sql.table(tableOf(field.target()))} as ${sql.ref(at)} on ${sql.ref(`${at}.${field.by ?? 'id'}`)} = ${sql.ref(`${alias}.${name}`)}${scoped ? sql` and ${scoped}` : sql``}`;
  });
  return {
    columns: columns.length === 0 ? sql`` : sql`, ${sql.join(columns)}`,
    joins: sql.join(joins, sql` `),
  };
}

// The brand of a row that was let through because of its brand: asking again would find the same.
function follows(name: string, target: AnyDefinition, within: AnyDefinition | undefined): boolean {
  return Object.entries(target.scope ?? {}).every(
    ([dimension, path]) => path === 'id' && scopePaths(within?.scope, dimension as keyof Scope).includes(name),
  );
}

function isSingleReference(entry: [string, Field]): entry is [string, Field & { target: () => AnyDefinition }] {
  return entry[1].target !== undefined && !entry[1].kind.many;
}
