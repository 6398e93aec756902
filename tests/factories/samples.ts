import { type Kysely, sql } from 'kysely';
import { isVisible } from '#contract/kit/conditions.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { offeredCodes } from '#contract/kit/kinds/choice.ts';
import { proseKind } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import { askedOfLines, type CalledTransition, isJudging, lineFieldsWritten } from '#contract/kit/transition.ts';

type Values = Record<string, unknown>;

/** Makes a record of a definition through its own call and answers its id; only where there is no such call, straight into the table. */
export type Make = (definition: AnyDefinition) => Promise<number>;

/** Values that the guards of a definition ask for, by its name. */
export type Special = Readonly<Record<string, () => Promise<Values>>>;

let made = 0;

/**
 * A save that is accepted: every required field, lines where there must be some. `make` brings what references point to,
 * `special` what a definition's own guards ask for besides, by its name.
 */
export async function sampleOf(definition: AnyDefinition, make: Make, special: Special = {}): Promise<Values> {
  const least = definition.lines?.least ?? 0;
  const line = definition.lines ? { lines: least > 0 ? [await valuesOf(definition.lines.fields, make)] : [] } : {};
  return { ...(await valuesOf(definition.fields, make)), ...line, ...(await special[definition.name]?.()) };
}

/** What a step takes besides the document it is taken with: whatever it asks for, one answer about a line, and a pass where it judges. */
export async function askedBy(definition: AnyDefinition, step: CalledTransition, make: Make): Promise<Values> {
  const asks: Values = {};
  for (const [name, field] of Object.entries(step.asks ?? {}))
    asks[name] = field.kind === proseKind ? '理由充分' : await goodValue(field, make);
  // What the other answers leave no room for is not sent.
  for (const [name, field] of Object.entries(step.asks ?? {})) if (!isVisible(field, asks, asks)) delete asks[name];
  const answer: Values = { line_id: 1 };
  for (const [name, field] of Object.entries(askedOfLines(definition, step) ?? {}))
    if (field.required === true || (lineFieldsWritten(step).includes(name) && field.initial !== undefined))
      answer[name] = await goodValue(field, make);
  return { ...asks, ...(step.asksLines ? { lines: [answer] } : {}), ...(isJudging(step) ? { result: 1 } : {}) };
}

/** A value for each field that a caller must set. */
export async function valuesOf(fields: Fields, make: Make): Promise<Values> {
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.required === true && !field.derived) values[name] = await goodValue(field, make);
  }
  return values;
}

/** A value that the field takes. */
export async function goodValue(field: Field, make: Make): Promise<unknown> {
  made += 1;
  switch (field.kind.name) {
    case 'text':
    case 'prose':
      return `样${made}`.slice(0, field.most ?? limits.name);
    case 'mobile':
      return `138${String(made).padStart(8, '0')}`;
    case 'areaCode':
      return '330106';
    case 'choice':
      return Number(offeredCodes(field)[0]?.[0]);
    case 'word':
      return Object.keys(field.choices ?? {})[0];
    case 'flag':
      return true;
    case 'date':
      return '2026-03-02';
    case 'time':
      return '2026-03-01T08:00:00.000Z';
    case 'reference':
      return await make(field.target?.() as AnyDefinition);
    case 'texts':
      return [`样${made}`];
    case 'references':
      return [await make(field.target?.() as AnyDefinition)];
    default:
      return Math.max(field.least ?? 1, 1);
  }
}

/** Values that no field of this kind takes, each with its name; what only some fields refuse is left out where this one takes it. */
export function badValues(field: Field): readonly (readonly [name: string, value: unknown])[] {
  const everywhere: [string, unknown][] = [['an object', { a: 1 }]];
  if (field.required === true) everywhere.push(['null', null]);
  const number: [string, unknown][] = [
    ['text for a number', '1e3'],
    ['a word', 'abc'],
    ['half of one', 1.5],
    ['ten to the fifteenth', 1e15],
    ['more than a number holds', 2 ** 53],
    ['a list', [1]],
    ...((field.least ?? 0) >= 0 ? [['less than nothing', -1] as [string, unknown]] : []),
  ];
  const text: [string, unknown][] = [
    ['a number', 7],
    ['a megabyte', 'x'.repeat(1_000_000)],
    [
      'one letter too many',
      '长'.repeat(Math.min(field.most ?? (field.kind.name === 'prose' ? limits.remark : limits.name), 100_000) + 1),
    ],
    ['a control character', 'a\u0000b'],
    ['a list', ['a']],
  ];
  const code: [string, unknown][] = [
    ['a code nobody gave', 98_765],
    ['a word', 'nothing'],
    ['half of one', 0.5],
    ['a list', [1]],
  ];
  const codes: [string, unknown][] = [
    ['one code', 1],
    ['a code nobody gave', [98_765]],
    ['a word', 'nothing'],
    ['a list of half of one', [0.5]],
  ];
  const day: [string, unknown][] = [
    ['a word', 'tomorrow'],
    ['a day that is not', '2026-02-31'],
    ['a number', 20_260_302],
    ['the year 9999', '9999-01-01'],
  ];
  const id: [string, unknown][] = [
    ['an id of nobody', 999_999_999],
    ['ten to the fifteenth', 1e15],
    ['zero', 0],
    ['a negative id', -5],
    ['an id as text', '1'],
    ['half of one', 1.5],
  ];
  const ids: [string, unknown][] = [
    ['one id', 1],
    ['ids of nobody', [999_999_999]],
    ['ids as text', ['1']],
    ['an id twice', [1, 1]],
  ];
  const area: [string, unknown][] = [
    ['an area of nobody', '999999'],
    ['a number', 330_106],
    ['half a code', '330'],
    ['a list', ['330106']],
  ];
  const flag: [string, unknown][] = [
    ['a word', 'yes'],
    ['a number', 1],
  ];
  const own: Record<string, [string, unknown][]> = {
    text,
    prose: text,
    mobile: [...text, ['ten digits', '1380000123'], ['another country', '23800001234']],
    areaCode: area,
    choice: code,
    word: code,
    choices: codes,
    words: codes,
    flag,
    date: day,
    time: day,
    reference: id,
    references: ids,
  };
  return [...everywhere, ...(own[field.kind.name] ?? number)];
}

/** Fields that a server sets by itself, for records that no call makes. */
async function derivedOf({ fields }: { readonly fields: Fields }, make: Make): Promise<Values> {
  const needed = Object.entries(fields).filter(([, field]) => field.required === true && field.derived);
  return await valuesOf(Object.fromEntries(needed.map(([name, field]) => [name, { ...field, derived: false }])), make);
}

/** Makes records by the calls of a house: `add` sends a save and answers the id. */
export function maker(
  db: Kysely<unknown>,
  {
    add,
    special,
    byHand = {},
  }: {
    add: (definition: AnyDefinition, values: Values) => Promise<number>;
    special: Special;
    /** What neither a call nor its own fields make, by the name of its definition. */
    byHand?: Readonly<Record<string, () => Promise<number>>>;
  },
): Make {
  const make: Make = async (definition) => {
    const own = byHand[definition.name];
    if (own) return await own();
    if (definition.calls.add) return await add(definition, await sampleOf(definition, make, special));
    if (definition.name === 'admin') return 1;
    const values: Values = {
      ...(await valuesOf(definition.fields, make)),
      ...(await derivedOf(definition, make)),
      ...(definition.states ? { status: Number(Object.keys(definition.states)[0]) } : {}),
    };
    const id = await put(tableOf(definition), values);
    if (definition.lines)
      await put(linesTableOf(definition), {
        [`${tableOf(definition)}_id`]: id,
        ...(await valuesOf(definition.lines.fields, make)),
        ...(await derivedOf(definition.lines, make)),
      });
    return id;
  };
  const put = async (table: string, values: Values): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(values))}) returning id`.execute(
      db,
    );
    return rows[0]?.id ?? 0;
  };
  return make;
}
