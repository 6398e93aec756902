import type { AnyDefinition } from '../definition.ts';
import type { AlwaysField, Field, FieldOptions, Kind } from '../field.ts';
import { limits } from '../limits.ts';

/** The id of a record of another definition. A list answers its title beside it, as `<field>__title`. */
export const referenceKind: Kind<number> = {
  name: 'reference',
  filter: 'any',
  listed: 'ids',
  schema: (z) => z.int().min(1),
  print: (value) => String(value),
  parse: () => undefined,
};

/** Several ids of one other definition; order is kept, repeats are not allowed. */
export const referencesKind: Kind<number[]> = {
  name: 'references',
  many: true,
  filter: 'any',
  listed: 'ids',
  schema: (z) =>
    z
      .array(z.int().min(1))
      .max(limits.pastedEntries)
      .refine((ids) => new Set(ids).size === ids.length, '不能重复'),
  filterSchema: (z) => z.int().min(1),
  print: (value) => value.join('、'),
  parse: () => undefined,
};

/** Name of the companion key under which an answer carries what a reference shows. */
export const titleKey = (field: string): string => `${field}__title`;

type Referred<O, T> = O extends { required: true } ? AlwaysField<T> : Field<T>;

/** A reference; the target is given as a function because definitions may refer to one another. */
export function reference<const O extends FieldOptions = FieldOptions>(
  target: () => AnyDefinition,
  label: string,
  options?: O,
): Referred<O, number> {
  return { kind: referenceKind, label, target, always: options?.required === true, ...options } as Referred<O, number>;
}

/** References to several records; an empty list rather than null. */
export function references(target: () => AnyDefinition, label: string, options?: FieldOptions): AlwaysField<number[]> {
  return { kind: referencesKind, label, target, always: true, initial: [], ...options };
}
