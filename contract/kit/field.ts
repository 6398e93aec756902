import type * as Zod from 'zod';
import type { ZodType } from 'zod';
import type { FilePurpose } from '../areas/tasks/files.ts';
import type { AnyDefinition } from './definition.ts';

/**
 * What kinds may use of zod, handed in so that a definition costs no bytes of zod where no schema is built, and so few
 * words that the rest of zod stays out of the page that builds one.
 */
export type SchemaBuilder = Pick<typeof Zod, 'string' | 'int' | 'boolean' | 'array' | 'custom' | 'iso'>;

/**
 * A field kind: one capsule with three faces (meaning here, look in `src/kit/desk/kinds`, storage in
 * `server/kit/kinds`, same file name). Engines ask the capsule; nobody switches on its name (design §3).
 */
export interface Kind<T> {
  readonly name: string;
  /** The strict schema of a present value: no coercion, every limit of the field applied. */
  schema(z: SchemaBuilder, field: Field<T>): ZodType<T>;
  /** The value as a person reads it in a cell, an export or the audit trail. */
  print(value: T, field: Field<T>): string;
  /** The value where it is read in a text or on paper and never typed: money with the sign of its currency. As it is printed by default. */
  tell?(value: T): string;
  /** Reads what a person typed or a file holds; undefined when it cannot be read. */
  parse(text: string, field: Field<T>): T | undefined;
  /** What of a text may stand in an input while it is typed (specification §5, price input); all of it by default. */
  tidy?(typed: string, field: Field<T>): string;
  /** A value is a list of values of the same sort. */
  readonly many?: true;
  /** What a figure counts, where it is read without its label. */
  readonly unit?: string;
  /** Numbers stand on the right of a column. */
  readonly align?: 'end';
  /** How a list filters by it: one value, any of several, a range, a substring or any of several texts exactly. */
  readonly filter: 'equals' | 'any' | 'range' | 'contains';
  /** What a kept list holds of it, where a filter takes one (decision 0039). */
  readonly listed?: 'texts' | 'ids';
  /** One value of a filter, where it differs from a value of the field (a list of ids is asked for by one id). */
  filterSchema?(z: SchemaBuilder): ZodType;
}

/** A record as plain data, for functions of a definition. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** What follows from a record. Of a field of a line: from the line, and from the record that it is a line of. */
export type OfRecord<T> = (values: RecordValues, record: RecordValues) => T;

/** What a definition may say of a field. A new key needs three documents that use it and a decision note. */
export interface FieldOptions {
  /** Must be present on add and edit; as a function, in records of which that is true. */
  required?: boolean | OfRecord<boolean>;
  /** The records that have the field, all by default: of the others it is not shown, not sent, refused and stored as nothing. */
  visible?: OfRecord<boolean>;
  /** What a derived field is worth, shown while somebody types and worked out again by the server on every save. */
  compute?: OfRecord<unknown>;
  /** What a person is told who leaves a required field empty, where the specification gives the words. */
  missing?: string;
  /** No two live records share it; NULLs do not count. */
  unique?: boolean;
  /** Set by the server only: read everywhere, accepted from nobody. */
  derived?: boolean;
  /** A key, or the name of its kind of document, where the number beside it tells the record: in answers, and no fact of a detail. */
  internal?: boolean;
  /** Characters of a text, or the value of a number: least and most. */
  least?: number;
  most?: number;
  /** What a text must look like, with the words for a text that does not. */
  pattern?: { regex: RegExp; words: string };
  /** What each of several texts is, where it is more than a word: how long it may be, what it must say, and how it is told. */
  each?: {
    readonly most: number;
    readonly says: (text: string) => boolean;
    readonly words: string;
    readonly told: (text: string) => string;
    readonly between: string;
  };
  /** Codes of an enumeration that records may have and nobody may choose now, each with the words that say why (decision 0035). */
  withheld?: Choices;
  /**
   * Records of which the figure stands for one that nobody knows yet: those whose fields have these numbers, nothing being zero. The words are
   * read in its place, never a zero, on screens, paper and in files.
   */
  pending?: { readonly when: Readonly<Record<string, number>>; readonly words: string };
  /** Value a new record starts with. */
  initial?: unknown;
  /**
   * Of a reference of a record, or of what a step asks of one: what there is to choose from, as filters that the target offers
   * (`list.offers`): of the branches those of the chosen bank. What was chosen before stays; that it still fits is a matter of rules and guards.
   */
  among?: OfRecord<RecordValues>;
  /** Stands on one side of the wall only: seen with this permission key (purchase prices, margins). */
  mask?: `${string}:${string}`;
}

export interface Field<T = unknown> extends FieldOptions {
  readonly kind: Kind<T>;
  readonly label: string;
  /** Choices of an enumeration, code → label. */
  readonly choices?: Choices;
  /** The definition a reference points to; a function because definitions may refer to one another. */
  readonly target?: () => AnyDefinition;
  /** Which field of the target the value is, where it is not the id. */
  readonly by?: string;
  /** Of a picture: how its file comes in. */
  readonly upload?: PictureUpload;
  /** `required` and `initial` in the type, so that inferred records know what is always there. */
  readonly always?: boolean;
}

/** The call of the ERP service that takes a picture, and what the file service knows its files as. */
export interface PictureUpload {
  readonly path: `/${string}`;
  readonly purpose: FilePurpose;
}

/** A field whose value is always present, as the inferred record type sees it. */
export type AlwaysField<T> = Field<T> & { readonly always: true };

export type Choices = Readonly<Record<string | number, string>>;
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<infer T> ? T : never;
type AlwaysKeys<F> = { [K in keyof F]: F[K] extends { always: true } ? K : never }[keyof F];

/** The record that a set of fields describes: present fields plain, the others nullable. */
export type RecordOf<F> = { [K in keyof F]: K extends AlwaysKeys<F> ? ValueOf<F[K]> : ValueOf<F[K]> | null };

type AlwaysIf<O, T> = O extends { required: true } | { initial: unknown } ? AlwaysField<T> : Field<T>;

/** Builds the factory of a kind: `const money = factory(moneyKind)`. */
export function factory<T>(kind: Kind<T>) {
  return function field<const O extends FieldOptions = FieldOptions>(label: string, options?: O): AlwaysIf<O, T> {
    return {
      kind,
      label,
      always: options?.required === true || options?.initial !== undefined,
      ...options,
    } as AlwaysIf<O, T>;
  };
}
