import type { AlwaysField, Choices, Field, FieldOptions, Kind, SchemaBuilder } from '../field.ts';

/** An enumeration with whole-number codes (domain.md §2). */
export const choiceKind: Kind<number> = {
  name: 'choice',
  filter: 'any',
  schema: (z, field) => oneOf(z, field, Object.keys(field.choices ?? {}).map(Number)),
  print: (value, field) => field.choices?.[value] ?? String(value),
  parse: (typed, field) => {
    const found = Object.entries(field.choices ?? {}).find(([code, words]) => words === typed || code === typed);
    return found && Number(found[0]);
  },
};

/** An enumeration whose codes are words (season_name, sex_name). */
export const wordKind: Kind<string> = {
  name: 'word',
  filter: 'any',
  schema: (z, field) => oneOf(z, field, Object.keys(field.choices ?? {})),
  print: (value, field) => field.choices?.[value] ?? value,
  parse: (typed, field) =>
    Object.entries(field.choices ?? {}).find(([code, words]) => words === typed || code === typed)?.[0],
};

/** Yes or no. */
export const flagKind: Kind<boolean> = {
  name: 'flag',
  filter: 'equals',
  schema: (z) => z.boolean(),
  print: (value) => (value ? '是' : '否'),
  parse: (typed) => ({ 是: true, 否: false, '1': true, '0': false })[typed],
};

type Chosen<O, T> = O extends { required: true } | { initial: unknown } ? AlwaysField<T> : Field<T>;

/** A field that takes one code of an enumeration. */
export function choice<const O extends FieldOptions = FieldOptions>(
  label: string,
  choices: Choices,
  options?: O,
): Chosen<O, number> {
  return build(choiceKind, label, choices, options) as Chosen<O, number>;
}

/** As `choice`, with words for codes. */
export function word<const O extends FieldOptions = FieldOptions>(
  label: string,
  choices: Choices,
  options?: O,
): Chosen<O, string> {
  return build(wordKind, label, choices, options) as Chosen<O, string>;
}

/** A yes-or-no field; `false` unless told. */
export function flag(label: string, options?: FieldOptions): AlwaysField<boolean> {
  return { kind: flagKind, label, always: true, initial: false, ...options };
}

function build<T>(kind: Kind<T>, label: string, choices: Choices, options: FieldOptions | undefined): Field<T> {
  return { kind, label, choices, always: options?.required === true || options?.initial !== undefined, ...options };
}

function oneOf<T extends string | number>(z: SchemaBuilder, field: Field<T>, codes: T[]) {
  const words = Object.values(field.choices ?? {}).join('、');
  return z.custom<T>((value) => codes.includes(value as T), `请从这些值中选择：${words}`);
}
