import { type RawBuilder, sql } from 'kysely';
import type { Field } from '#contract/kit/field.ts';
import type { Printed, Storage } from '../storage.ts';
import { any, equals, sharing } from './conditions.ts';

export const choiceStorage: Storage = {
  column: (name, field) => `smallint check (${name} in (${codes(field).join(', ')}))`,
  where: any,
  printed: (column, field) => inWords(column, field, Number),
};

export const wordStorage: Storage = {
  column: (name, field) =>
    `text check (${name} in (${codes(field)
      .map((code) => `'${code.replaceAll("'", "''")}'`)
      .join(', ')}))`,
  where: any,
  printed: (column, field) => inWords(column, field, String),
};

export const choicesStorage: Storage = {
  column: (name, field) => `smallint[] check (${name} <@ array[${codes(field).join(', ')}]::smallint[])`,
  where: sharing('smallint'),
  printed: (column, field) => severalInWords(column, field, Number),
};

export const wordsStorage: Storage = {
  column: (name, field) =>
    `text[] check (${name} <@ array[${codes(field)
      .map((code) => `'${code.replaceAll("'", "''")}'`)
      .join(', ')}]::text[])`,
  where: sharing('text'),
  printed: (column, field) => severalInWords(column, field, String),
};

export const flagStorage: Storage = {
  column: () => 'boolean',
  where: equals,
  printed: (column, field) => ({
    value: sql`case when ${column} then ${print(field, true)} when not ${column} then ${print(field, false)} end`,
    shape: 'code',
  }),
};

/** The label of each code; a code that has none stands as it is. */
function inWords(column: RawBuilder<unknown>, field: Field, coded: (code: string) => string | number): Printed {
  const cases = codes(field).map((code) => sql`when ${sql.lit(coded(code))} then ${print(field, coded(code))}`);
  return { value: sql`case ${column} ${sql.join(cases, sql` `)} else ${column}::text end`, shape: 'code' };
}

/** Several codes in their order, in words; all of them where that is what the value means. */
function severalInWords(column: RawBuilder<unknown>, field: Field, coded: (code: string) => string | number): Printed {
  const all = [[], ...(field.choices?.[0] === undefined ? [[coded('0')]] : [])];
  const one = (code: string): RawBuilder<unknown> => sql.lit(field.kind.print([coded(code)], field));
  const cases = codes(field).map((code) => sql`when ${sql.lit(coded(code))} then ${one(code)}`);
  const words = sql`(select string_agg(case x.code ${sql.join(cases, sql` `)} else x.code::text end, '、' order by x.place) from unnest(${column}) with ordinality as x (code, place))`;
  const meansAll = sql.join(
    all.map((value) => sql`${column}::text[] = ${value.map(String)}::text[]`),
    sql` or `,
  );
  return {
    value: sql`case when ${meansAll} then ${sql.lit(field.kind.print([] as never, field))} else ${words} end`,
    shape: 'code',
  };
}

const print = (field: Field, value: unknown): RawBuilder<unknown> => sql.lit(field.kind.print(value, field));

function codes(field: Field): string[] {
  return Object.keys(field.choices ?? {});
}
