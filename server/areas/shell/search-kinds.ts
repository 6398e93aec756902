import { type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { mayBeName, mostFound } from '#contract/areas/shell/search.ts';
import { type AnyDefinition, linesTableOf, type Numbering, tableOf } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { whereClause } from '#server/kit/list-query.ts';

/** A row of the search: which record, by which number. */
export interface Hit {
  /** Name of the definition. */
  kind: string;
  place: number;
  id: number;
  no: string;
  /** The record's own number, where it was found by another. */
  own_no: string;
  name: string | null;
  status: number | null;
  /** 0 the very number, 1 it begins so, 2 it has the text, 3 a name has it. */
  likeness: number;
}

interface Asked {
  actor: Actor;
  text: string;
}

/** The looks for one definition, each a `select` of `Hit`: by its number, and for goods by their barcodes. */
export function searchOf(definition: AnyDefinition, asked: Asked): RawBuilder<unknown>[] {
  const { number } = definition;
  if (!number) return [];
  if (mayBeName(asked.text)) return namesOf(definition, asked);
  const texts = textsOf(number, asked.text);
  const own = looksOf(definition, {
    ...asked,
    ...texts,
    from: sql`${sql.table(tableOf(definition))} as r`,
    no: sql.ref(`r.${number.field}`),
  });
  if (definition.name !== sku.name) return own;
  const from = sql`${sql.table(linesTableOf(sku))} as b join ${sql.table(tableOf(sku))} as r on r.id = b.sku_id`;
  const beginning = /^\d{4,}$/.test(asked.text) ? [asked.text] : [];
  return [
    ...own,
    ...looksOf(sku, { ...asked, exact: [asked.text], beginnings: beginning, from, no: sql.ref('b.barcode') }),
  ];
}

interface Look extends Asked {
  /** The very numbers. */
  exact: readonly string[];
  /** What numbers may begin with; only digits follow. */
  beginnings: readonly string[];
  from: RawBuilder<unknown>;
  no: RawBuilder<unknown>;
}

function looksOf(definition: AnyDefinition, look: Look): RawBuilder<unknown>[] {
  const { exact, beginnings, no } = look;
  const ranges = beginnings.map(
    // Digits follow, so the last number of a beginning is known in any collation, and the unique index has it.
    (text) => sql<boolean>`(${no} between ${text} and ${text + '9'.repeat(16)} and ${no} like ${`${text}%`})`,
  );
  const others = sql<boolean>`${no} <> all(${exact})`;
  const begins = ranges.length > 0 ? sql<boolean>`(${sql.join(ranges, sql` or `)})` : sql<boolean>`false`;
  return [
    selectOf(definition, look, { likeness: 0, where: [sql<boolean>`${no} = any(${exact})`] }),
    ...(ranges.length > 0 ? [selectOf(definition, look, { likeness: 1, where: [begins, others] })] : []),
    selectOf(definition, look, {
      likeness: 2,
      where: [
        sql<boolean>`position(${look.text.toUpperCase()} in upper(${no})) > 0`,
        sql<boolean>`not ${begins}`,
        others,
      ],
    }),
  ];
}

/** Goods whose name has the text; documents have numbers and no names. */
function namesOf(definition: AnyDefinition, { actor, text }: Asked): RawBuilder<unknown>[] {
  const name = nameField(definition);
  if (definition.states || name === undefined) return [];
  const no = sql.ref(`r.${definition.number?.field ?? definition.title}`);
  const look = { actor, from: sql`${sql.table(tableOf(definition))} as r`, no };
  const where = [sql<boolean>`position(${text} in ${sql.ref(`r.${name}`)}) > 0`];
  return [selectOf(definition, look, { likeness: 3, where })];
}

/** Goods that a condition on `r` finds by their name. */
export function spelledOf(
  definition: AnyDefinition,
  { actor, where }: { actor: Actor; where: RawBuilder<boolean> },
): RawBuilder<unknown>[] {
  const no = sql.ref(`r.${definition.number?.field ?? definition.title}`);
  return [
    selectOf(
      definition,
      { actor, from: sql`${sql.table(tableOf(definition))} as r`, no },
      { likeness: 3, where: [where] },
    ),
  ];
}

/** What it is called beside its number. */
function nameField(definition: AnyDefinition): string | undefined {
  const ownNo = definition.number?.field ?? definition.title;
  return [definition.title, definition.hint].find((one) => one !== undefined && one !== ownNo);
}

function selectOf(
  definition: AnyDefinition,
  { actor, from, no }: Pick<Look, 'actor' | 'from' | 'no'>,
  { likeness, where }: { likeness: Hit['likeness']; where: RawBuilder<boolean>[] },
): RawBuilder<unknown> {
  const scoped = scopeCondition(definition, actor, 'r');
  const ownNo = definition.number?.field ?? definition.title;
  const name = nameField(definition);
  return sql`(select ${definition.name}::text as kind, ${definition.states ? 0 : 1}::int as place, r.id, ${no}::text as no,
      ${sql.ref(`r.${ownNo}`)}::text as own_no, ${name ? sql.ref(`r.${name}`) : sql`null`}::text as name,
      ${definition.states ? sql.ref('r.status') : sql`null`}::int as status, ${likeness}::int as likeness
    from ${from} ${whereClause([...where, ...(scoped ? [scoped] : [])])} order by ${no} desc limit ${mostFound})`;
}

/** What a person's text stands for among the numbers of a series: as typed, in capitals, or the digits alone. */
function textsOf({ prefix }: Numbering, text: string): Pick<Look, 'exact' | 'beginnings'> {
  const capitals = text.toUpperCase();
  const digits = /^\d+$/.test(text);
  const full = digits ? prefix + text : capitals;
  const inSeries = full.startsWith(prefix) && /^\d+$/.test(full.slice(prefix.length));
  return { exact: [...new Set([text, capitals, full])], beginnings: inSeries ? [full] : [] };
}
