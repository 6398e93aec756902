import { type RawBuilder, sql } from 'kysely';
import { allFields } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';

/** The columns of a definition's rows under `alias`, id and version first. */
export function recordColumns(definition: AnyDefinition, alias: string): RawBuilder<unknown> {
  const names = [...(definition.view ? [] : ['version']), ...Object.keys(allFields(definition))];
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
}

/** What references show: `<field>__title` and `<field>__hint` columns, and the joins that bring them. */
export interface Titles {
  readonly columns: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

/** Titles of every reference among `fields`, joined to rows under `alias`. One join a reference, after paging. */
export function titlesOf(fields: Fields, alias: string): Titles {
  const shown = Object.entries(fields).filter(isSingleReference);
  const columns = shown.flatMap(([name, field], index) => {
    const { title, hint } = field.target();
    const at = `t${index}`;
    const titleColumn = sql`${sql.ref(`${at}.${title}`)} as ${sql.ref(`${name}__title`)}`;
    return hint ? [titleColumn, sql`${sql.ref(`${at}.${hint}`)} as ${sql.ref(`${name}__hint`)}`] : [titleColumn];
  });
  const joins = shown.map(([name, field], index) => {
    const at = `t${index}`;
    return sql`left join ${sql.table(tableOf(field.target()))} as ${sql.ref(at)} on ${sql.ref(`${at}.id`)} = ${sql.ref(`${alias}.${name}`)}`;
  });
  return {
    columns: columns.length === 0 ? sql`` : sql`, ${sql.join(columns)}`,
    joins: sql.join(joins, sql` `),
  };
}

function isSingleReference(entry: [string, Field]): entry is [string, Field & { target: () => AnyDefinition }] {
  return entry[1].target !== undefined && !entry[1].kind.many;
}
