import { type RawBuilder, sql } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { contains, equals } from './kinds/conditions.ts';
import { ownerColumn } from './lines.ts';

/** The conditions by which the search box finds rows under `r` through what they refer to, hold as lines, or are referred to by. */
export function foundThrough(definition: AnyDefinition, keyword: string): RawBuilder<boolean>[] {
  return Object.keys(definition.list.searchThrough ?? {}).flatMap((path) =>
    found({ definition, alias: 'r', keyword }, path.split('.')),
  );
}

interface Place {
  readonly definition: AnyDefinition;
  readonly alias: string;
  readonly keyword: string;
}

/** Throws for a path that leads nowhere: the definition is at fault, and a test of ours asks each of them. */
function found({ definition, alias, keyword }: Place, [name = '', ...rest]: string[]): RawBuilder<boolean>[] {
  const field = definition.fields[name];
  const at = `${alias}_${name}`;
  const inner = (next: AnyDefinition) => sql.join(found({ definition: next, alias: at, keyword }, rest), sql` and `);
  const target = field?.target?.();
  if (rest.length > 0 && target)
    return [
      sql<boolean>`${sql.ref(`${alias}.${name}`)} in (select ${sql.ref(`${at}.id`)} from ${sql.table(tableOf(target))} as ${sql.ref(at)} where ${inner(target)})`,
    ];
  const child = rest.length > 0 ? definitions.find((one) => one.name === name) : undefined;
  if (child) {
    const link = linkTo(child, definition);
    return [
      sql<boolean>`${sql.ref(`${alias}.id`)} in (select ${sql.ref(`${at}.${link}`)} from ${sql.table(tableOf(child))} as ${sql.ref(at)} where ${inner(child)})`,
    ];
  }
  if (field && rest.length === 0) return contains(sql.ref(`${alias}.${name}`), { value: keyword });
  const ofLine = definition.lines?.fields[name]?.target?.();
  if (rest.length > 0 && ofLine) {
    const lines = sql.table(linesTableOf(definition));
    return [
      sql<boolean>`${sql.ref(`${alias}.id`)} in (select ${sql.ref(`${at}_l.${ownerColumn(definition)}`)} from ${lines} as ${sql.ref(`${at}_l`)} join ${sql.table(tableOf(ofLine))} as ${sql.ref(at)} on ${sql.ref(`${at}.id`)} = ${sql.ref(`${at}_l.${name}`)} where ${inner(ofLine)})`,
    ];
  }
  if (rest.length > 0) throw new Error(`${definition.name} is not to be searched through ${name}`);
  if (!definition.lines?.fields[name]) throw new Error(`${definition.name} has no field ${name}, nor have its lines`);
  const lines = sql.table(linesTableOf(definition));
  return [
    sql<boolean>`${sql.ref(`${alias}.id`)} in (select ${sql.ref(`${at}.${ownerColumn(definition)}`)} from ${lines} as ${sql.ref(at)} where ${sql.join(equals(sql.ref(`${at}.${name}`), { value: keyword }))})`,
  ];
}

function linkTo(child: AnyDefinition, parent: AnyDefinition): string {
  const link = Object.entries(child.fields).find(([, field]) => field.target?.().name === parent.name)?.[0];
  if (!link) throw new Error(`${child.name} does not refer to ${parent.name}`);
  return link;
}
