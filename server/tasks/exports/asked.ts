import { type RawBuilder, sql } from 'kysely';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import type { Field } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import { meansAll } from '#contract/kit/kinds/choice.ts';
import { between } from '#server/kit/kinds/conditions.ts';

type Condition = RawBuilder<boolean>;
type Column = RawBuilder<unknown>;

/** The payload of one kind of export, read field by field as conditions; a field that asks for nothing gives none. */
export interface Asked {
  /** The value of a field; undefined where nothing is asked. */
  value<T>(name: string): T | undefined;
  /** The values of a field; undefined where none, or all of an enumeration, are meant (specification §5). */
  values<T>(name: string): readonly T[] | undefined;
  /** The column is the value. */
  is(column: Column, name: string): Condition[];
  /** The column is among the values. */
  among(column: Column, name: string, type: 'bigint' | 'smallint' | 'text'): Condition[];
  /** The column lies between two ends, both included. */
  during(column: Column, from: string, to: string): Condition[];
}

/** Reads a payload that has passed its form. Throws for a field that the form has not: a filter by it would never act. */
export function askedOf({ definition }: TaskForm, payload: Readonly<Record<string, unknown>>): Asked {
  const { fields } = definition;
  const given = (name: string): { field: Field; value: unknown } => {
    const field = fields[name];
    if (!field) throw new Error(`${definition.name} has no field ${name}`);
    const value = payload[name];
    return { field, value: isGiven(value) ? value : undefined };
  };
  const value = <T>(name: string): T | undefined => given(name).value as T | undefined;
  const values = <T>(name: string): readonly T[] | undefined => {
    const { field, value: list } = given(name);
    if (list === undefined || (field.choices && meansAll(field, list))) return undefined;
    return list as readonly T[];
  };
  return {
    value,
    values,
    is(column, name) {
      const wanted = value(name);
      return wanted === undefined ? [] : [sql<boolean>`${column} = ${wanted}`];
    },
    among(column, name, columnType) {
      const wanted = values(name);
      return wanted === undefined ? [] : [isAmong(column, wanted, columnType)];
    },
    during: (column, from, to) => between(column, { from: value(from), to: value(to) }),
  };
}

/** The column is one of these. */
export function isAmong(column: Column, values: readonly unknown[], type: 'bigint' | 'smallint' | 'text'): Condition {
  return sql<boolean>`${column} = any(${values}::${sql.raw(type)}[])`;
}
