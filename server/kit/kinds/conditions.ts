import { type RawBuilder, sql } from 'kysely';
import { isKeptList } from '#contract/kit/kept-list.ts';
import type { Asked } from '../storage.ts';

type Column = RawBuilder<unknown>;

/**
 * Substring, upper and lower case alike, served by a trigram index. Wildcards in the text are plain characters. Of several
 * texts, any of them exactly: those are codes that somebody pasted.
 */
export function contains(column: Column, asked: Asked): RawBuilder<boolean>[] {
  if (asked.value === undefined || asked.value === '') return [];
  if (typeof asked.value !== 'string') return among('text')(column, asked);
  return [sql<boolean>`${column} ilike ${likePattern(String(asked.value))}`];
}

/** `%text%` with the wildcards of LIKE taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export function equals(column: Column, asked: Asked): RawBuilder<boolean>[] {
  return asked.value === undefined ? [] : [sql<boolean>`${column} = ${asked.value}`];
}

const keptIn = { bigint: 'ids', text: 'texts' } as const;

/** What was asked for as an array: the values themselves, or those of a kept list, which stay in the database. */
function valuesOf(value: unknown, type: 'bigint' | 'smallint' | 'text'): RawBuilder<unknown> {
  if (isKeptList(value) && type !== 'smallint')
    return sql`(select ${sql.ref(keptIn[type])} from kept_list where id = ${value.list})::${sql.raw(type)}[]`;
  return sql`${[value].flat()}::${sql.raw(type)}[]`;
}

/** Any of several values, or of a kept list, in one condition however many they are. */
export function among(type: 'bigint' | 'text') {
  return (column: Column, asked: Asked): RawBuilder<boolean>[] =>
    asked.value === undefined ? [] : [sql<boolean>`${column} = any(${valuesOf(asked.value, type)})`];
}

/** One value or any of several. An empty list asks for nothing and so finds nothing. */
export function any(column: Column, asked: Asked): RawBuilder<boolean>[] {
  if (asked.value === undefined) return [];
  return [
    Array.isArray(asked.value)
      ? sql<boolean>`${column} = any(${asked.value})`
      : sql<boolean>`${column} = ${asked.value}`,
  ];
}

/** A column of many values shares at least one with those asked for. */
export function sharing(type: 'bigint' | 'smallint' | 'text') {
  return (column: Column, asked: Asked): RawBuilder<boolean>[] =>
    asked.value === undefined ? [] : [sql<boolean>`${column} && ${valuesOf(asked.value, type)}`];
}

/** Both ends belong to the range. */
export function between(column: Column, asked: Asked): RawBuilder<boolean>[] {
  const ends: RawBuilder<boolean>[] = [];
  if (asked.from !== undefined) ends.push(sql<boolean>`${column} >= ${asked.from}`);
  if (asked.to !== undefined) ends.push(sql<boolean>`${column} <= ${asked.to}`);
  return ends;
}
