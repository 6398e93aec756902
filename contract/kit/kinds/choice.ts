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

/**
 * Several codes of an enumeration, in the order they were chosen. Where no code of its own is 0, `[0]` is all of them
 * (specification §5: the value 0 of a multi-select); so is an empty list.
 */
export const choicesKind: Kind<number[]> = several('choices', choiceKind, Number);

/** Several words of an enumeration. */
export const wordsKind: Kind<string[]> = several('words', wordKind, String);

/** Does this value of a `choices` or `words` field stand for all codes? */
export function meansAll(field: Field, value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return true;
  return field.choices?.[0] === undefined && value.length === 1 && String(value[0]) === '0';
}

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

/** A field that takes several codes of an enumeration; none of them is all. */
export function choices(label: string, codes: Choices, options?: FieldOptions): Field<number[]> {
  return build(choicesKind, label, codes, options);
}

/** As `choices`, with words for codes. */
export function words(label: string, codes: Choices, options?: FieldOptions): Field<string[]> {
  return build(wordsKind, label, codes, options);
}

/** A yes-or-no field; `false` by default. */
export function flag(label: string, options?: FieldOptions): AlwaysField<boolean> {
  return { kind: flagKind, label, always: true, initial: false, ...options };
}

function build<T>(kind: Kind<T>, label: string, choices: Choices, options: FieldOptions | undefined): Field<T> {
  return { kind, label, choices, always: options?.required === true || options?.initial !== undefined, ...options };
}

function oneOf<T extends string | number>(z: SchemaBuilder, field: Field<T>, codes: T[]) {
  const words = offeredCodes(field)
    .map(([, label]) => label)
    .join('、');
  const one = z.custom<T>((value) => codes.includes(value as T), { error: `请从这些值中选择：${words}`, abort: true });
  const { withheld } = field;
  return withheld ? one.refine((value) => !(value in withheld), Object.values(withheld).join('；')) : one;
}

/** The codes of an enumeration that may be chosen, with their labels. */
export function offeredCodes({ choices = {}, withheld = {} }: Pick<Field, 'choices' | 'withheld'>): [string, string][] {
  return Object.entries(choices).filter(([code]) => !(code in withheld));
}

function several<T extends string | number>(name: string, one: Kind<T>, coded: (code: string) => T): Kind<T[]> {
  return {
    name,
    many: true,
    filter: 'any',
    schema(z, field) {
      const codes = Object.keys(field.choices ?? {}).map(coded);
      const known = (value: T) => codes.includes(value);
      return z.custom<T[]>(
        (value) =>
          Array.isArray(value) &&
          new Set(value).size === value.length &&
          (value.every((code) => known(code as T)) || meansAll(field, value)),
        `请从这些值中选择，不能重复：${Object.values(field.choices ?? {}).join('、')}`,
      );
    },
    filterSchema: (z) => z.custom<T>((value) => typeof value === 'string' || typeof value === 'number'),
    print: (value, field) =>
      meansAll(field as Field, value)
        ? '全部'
        : value.map((code) => one.print(code, field as unknown as Field<T>)).join('、'),
    parse: (typed, field) => {
      const codes = typed.split(/[、,，]/).map((word) => one.parse(word.trim(), field as unknown as Field<T>));
      return codes.every((code) => code !== undefined) ? codes : undefined;
    },
  };
}
