import { type RawBuilder, sql } from 'kysely';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import { conditionsOf, orderOf } from '#server/kit/list-query.ts';
import type { Hiding } from '#server/kit/registry.ts';
import { fieldColumn } from '../exports/columns.ts';
import { joinTitle } from '../exports/joins.ts';
import type { ExportColumn, ExportSource } from '../exports/source.ts';
import type { ListOrder } from './list-payload.ts';

/** The rows of a list export: the list's own question and order, its person's columns, what references show in words. */
export function listSource(
  { definition, columns, asked }: ListOrder,
  { actor, hiding }: { actor: Actor; hiding: Hiding | undefined },
): ExportSource {
  const hidden = hiding?.(actor);
  const shown = (name: string): RawBuilder<unknown> => {
    const column = sql.ref(`r.${name}`);
    const value = storageOf(fieldOf(definition, name)).inPart?.(column) ?? column;
    return hidden?.fields.includes(name) ? sql`case when not ${hidden.when} then ${value} end` : value;
  };
  const singles = columns.filter((name) => isSingle(fieldOf(definition, name)));
  const joins = singles.map((name, at) => {
    const field = fieldOf(definition, name);
    return joinTitle(actor, targetOf(field), `t${at}`, sql.ref(`r.${name}`), field);
  });
  const all = columns.flatMap((name): ExportColumn[] => {
    const field = fieldOf(definition, name);
    const mask = field.mask ? { mask: field.mask } : {};
    if (isSingle(field))
      return titles(definition, name, `t${singles.indexOf(name)}`).map((one) => ({ ...one, ...mask }));
    if (field.target)
      return [{ heading: field.label, value: titlesOfMany(actor, targetOf(field), name), shape: 'text', ...mask }];
    return [fieldColumn(allFields(definition), name, shown(name), 'r')];
  });
  return {
    columns: all.filter(({ heading }, at) => all.findIndex((one) => one.heading === heading) === at),
    from: sql`${sql.table(tableOf(definition))} as r${sql.join(joins, sql``)}`,
    where: conditionsOf(definition, actor, asked),
    order: orderOf(definition, asked.sort, 'r'),
  };
}

/** What a reference shows: its title, and beside it the second thing that a page shows, under a heading of its own. */
function titles(definition: AnyDefinition, name: string, at: string): ExportColumn[] {
  const { label, ...field } = fieldOf(definition, name);
  const target = targetOf({ label, ...field });
  const title: ExportColumn = {
    heading: label,
    value: sql`coalesce(${sql.ref(`${at}.${target.title}`)}::text, ${sql.ref(`r.${name}`)}::text)`,
    shape: 'text',
  };
  if (!target.hint) return [title];
  const hint = fieldOf(target, target.hint);
  const heading = hint.label.startsWith(label) ? hint.label : `${label}${hint.label}`;
  return [title, { ...fieldColumn(allFields(target), target.hint, sql.ref(`${at}.${target.hint}`)), heading }];
}

/** Titles of several references in their order; what is outside the data scope stays an id. */
function titlesOfMany(actor: Actor, target: AnyDefinition, name: string): RawBuilder<unknown> {
  const scoped = scopeCondition(target, actor, 'm');
  return sql`(select string_agg(coalesce(${sql.ref(`m.${target.title}`)}::text, x.id::text), '、' order by x.place)
    from unnest(${sql.ref(`r.${name}`)}) with ordinality as x (id, place)
    left join ${sql.table(tableOf(target))} as m on m.id = x.id${scoped ? sql` and ${scoped}` : sql``})`;
}

const isSingle = (field: Field): boolean => field.target !== undefined && !field.kind.many;

function targetOf(field: Field): AnyDefinition {
  if (!field.target) throw new Error(`reference without a target: ${field.label}`);
  return field.target();
}
