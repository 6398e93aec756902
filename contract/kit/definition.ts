import type { AttachmentsMeaning } from './attachments.ts';
import type { BulkMeaning } from './bulk.ts';
import type { Access, Service } from './call.ts';
import type { Fields, RecordOf } from './field.ts';
import { limits, type timeouts } from './limits.ts';
import type { States } from './states.ts';
import type { Transition, Transitions } from './transition.ts';

/** The verbs every definition may serve; `transitions` add their own. */
export type Verb = 'list' | 'detail' | 'options' | 'add' | 'edit' | 'status' | 'remove';

/** How a verb is spelled on the wire and whose key opens it: `['spuList', 'spu:view']`. */
export type Spelling = readonly [segment: string, access: Access];

/**
 * A dimension of data scope (domain.md §10.3) and the field of this definition that carries it: one of its own, or one
 * of what a reference points to (`sku_id.brand_id`). Several: a record is seen from each of them (sender or receiver).
 */
export type Scope = Partial<
  Record<'organize' | 'warehouse' | 'shop' | 'supplier' | 'brand' | 'category', string | readonly [string, string]>
>;

/** The fields that carry a dimension, one or several. */
export const scopePaths = (scope: Scope | undefined, dimension: keyof Scope): readonly string[] =>
  [scope?.[dimension] ?? []].flat();

/** The fields of a definition by any one of which a record is seen: what each of them refers to need not be the caller's. */
export const sidesOf = ({ scope = {} }: { readonly scope?: Scope }): ReadonlySet<string> =>
  new Set(Object.values(scope).flatMap((path) => (typeof path === 'string' ? [] : path)));

/** What a list shows and how it is asked. Widths and components belong to the screens. */
export interface ListMeaning<K extends string> {
  readonly columns: readonly K[];
  readonly filters: readonly K[];
  /** Fields that the one search box looks into (indexed with trigrams). */
  readonly search: readonly K[];
  /**
   * Where the search box looks besides, each with its label: a field of what a reference points to (`sku_id.sku_no`), a field of
   * the lines, or one of the definition that refers to this one (`sku.sku_no`). Fields of lines are codes, found exactly.
   */
  readonly searchThrough?: Readonly<Record<string, string>>;
  /** Filters by which a select may narrow what it offers, for everybody who is offered anything (`Field.among`). */
  readonly offers?: readonly K[];
  /** What a select says of each besides its title, where the hint alone does not tell one from another. */
  readonly tells?: readonly K[];
  /** Columns a caller may sort by; `id` always. The first is the default, `-` for descending. */
  readonly sort: readonly (K | `-${K}`)[];
  /** Columns summed in the footer over the whole filtered list. */
  readonly sum?: readonly K[];
  /** How long a browser waits for it; as for most calls by default. */
  readonly timeout?: keyof typeof timeouts;
}

/** The lines of a record: their own fields, and what makes a line unique among its siblings. */
export interface LinesMeaning<L extends Fields> {
  readonly label: string;
  /** What a line is called where it is not simply a line: `barcode`, `zone`. The table is `<record>_<name>`. */
  readonly name?: string;
  /** The table itself, where others refer to lines and it has a name of its own. */
  readonly table?: string;
  readonly fields: L;
  readonly unique?: readonly string[];
  /** A document is not submitted with fewer lines than this (domain.md G2). */
  readonly least?: number;
  /** How many lines one record may have; `limits.documentLines` by default. */
  readonly most?: number;
}

/** What a document does in the books of stock. The invariants are made of it, so whoever posts or locks says it here. */
export interface LedgerMeaning<S extends number = number, K extends string = string> {
  /**
   * The states in which its rows stand in the ledger; or the flag that says of each record whether they do. Left out by what holds
   * pieces and never moves any.
   */
  readonly posted?: readonly S[] | K;
  /** The states in which it may hold pieces for itself; in every other it holds none. */
  readonly holds?: readonly S[];
}

/**
 * Who has a part in a document besides those who made, edited, submitted or passed it, so that they do not approve it
 * (amendments E): whom these fields name, and who took these steps of its history, each with what that makes of them.
 */
export interface PartsMeaning<K extends string = string> {
  readonly fields?: readonly K[];
  readonly steps?: Readonly<Record<string, string>>;
}

/** A rule across fields, true on both sides of the wire: pure, over plain data. */
export type Rule = (value: Readonly<Record<string, unknown>>) => { field: string; words: string } | undefined;

export interface Numbering<K extends string = string> {
  readonly prefix: string;
  readonly field: K;
  readonly digits?: number;
}

/** What a thing IS (design §3). About ten keys; what would be an eleventh belongs into a screen. */
export interface Definition<F extends Fields = Fields, L extends Fields = Fields> {
  /** camelCase English of domain.md §3; the table is its snake_case. */
  readonly name: string;
  readonly label: string;
  readonly service: Service;
  /** Path group of specification §7, for example `/v1/brand`. */
  readonly group: `/v1/${string}`;
  readonly fields: F;
  readonly lines?: LinesMeaning<L>;
  /** Field shown where another record refers to this one, and the one a person types to find it. */
  readonly title: keyof F & string;
  /** Second thing shown where another record refers to this one: a name beside a number, a number beside a name. */
  readonly hint?: keyof F & string;
  readonly calls: Partial<Record<Verb, Spelling>>;
  readonly list: ListMeaning<(keyof F & string) | 'id' | 'created_at' | 'updated_at' | 'created_by' | 'status'>;
  readonly scope?: Scope;
  /** Sets of fields that no two records share. */
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  readonly rules?: readonly Rule[];
  /** The number the server gives: prefix + yyMMdd + 5 digits, or prefix + `digits` digits (domain.md §1.4). */
  readonly number?: Numbering<keyof F & string>;
  /** Its records carry uploaded files. */
  readonly attachments?: AttachmentsMeaning;
  /** Masters only: what may be changed of many records at once. */
  readonly bulk?: BulkMeaning<keyof F & string>;
  /** Read off other tables: rows nobody writes here, so without author and times, and without version unless they are changed in bulk. */
  readonly view?: true;
  /** Documents only: states, the ways between them, and the states in which it may be edited (domain.md G2). */
  readonly states?: States;
  /** States in which a document may begin: `add` begins in the first, another document may make it in any (0 by default). */
  readonly begins?: readonly number[];
  readonly transitions?: Transitions;
  readonly editable?: readonly number[];
  /** Documents only: left out by those that move no stock, and by those that nobody but their authors has a part in. */
  readonly ledger?: LedgerMeaning;
  readonly parts?: PartsMeaning;
}

export type AnyDefinition = Definition<Fields, Fields>;

/** Fields that every record carries and nobody sends (domain.md §1.3 baseFields). */
export interface BaseRecord {
  id: number;
  version: number;
  created_by: number | null;
  created_at: string;
  updated_by: number | null;
  updated_at: string;
}

/** Fields that every document carries besides (domain.md §1.3 docFields). */
export interface DocumentRecord extends BaseRecord {
  status: number;
  remark: string | null;
  last_edited_by: number | null;
  submitted_by: number | null;
  submitted_at: string | null;
  cancelled_by: number | null;
  cancelled_at: string | null;
  cancel_reason: string | null;
  print_count: number;
}

/** The record a definition describes, lines included where it has lines. */
export type Recorded<D> =
  D extends Definition<infer F, infer L>
    ? (D extends { states: States } ? DocumentRecord : BaseRecord) &
        RecordOf<F> &
        (D extends { lines: LinesMeaning<L> } ? { lines: LineOf<D>[] } : unknown)
    : never;

/** The row of a record in its table: without lines, and with its number, which nothing is without. */
export type Stored<D> =
  D extends Definition<infer F, infer _L>
    ? Plain<(D extends { states: States } ? DocumentRecord : BaseRecord) & RecordOf<F> & NumberOf<D>>
    : never;

type NumberOf<D> = D extends { number: Numbering<infer K> } ? Record<K, string> : unknown;

/** The same type as one object, which may stand where values by name are wanted. */
type Plain<T> = { [K in keyof T]: T[K] };

/** Names of the steps of a document. */
export type StepOf<D> = D extends { transitions: Readonly<Record<infer T, Transition>> } ? T & string : string;

/** One line of a definition's record. */
export type LineOf<D> = D extends { lines: LinesMeaning<infer L> } ? { id: number } & RecordOf<L> : never;

/** The row of a line in its table. */
export type StoredLine<D> = Plain<LineOf<D>>;

/** Lines are there in the type exactly when the meaning gave some. */
type WithLines<L extends Fields> = Fields extends L ? unknown : { lines: LinesMeaning<L> };

/** Declares a master record: brand, unit, warehouse. */
export function entity<const N extends string, const F extends Fields, L extends Fields = Fields>(
  name: N,
  meaning: Omit<Definition<F, L>, 'name' | 'states' | 'transitions' | 'service'> & { service?: Service },
): Definition<F, L> & { name: N } & WithLines<L> {
  return { service: 'erp', ...meaning, name } as Definition<F, L> & { name: N } & WithLines<L>;
}

/** Declares a document: numbered, with states and the transitions between them, always with an audit trail. */
export function document<
  const N extends string,
  const F extends Fields,
  const S extends States,
  const T extends string,
  const K extends keyof F & string,
  L extends Fields = Fields,
>(
  name: N,
  meaning: Omit<
    Definition<F, L>,
    'name' | 'service' | 'states' | 'transitions' | 'number' | 'begins' | 'editable' | 'ledger' | 'parts' | 'bulk'
  > & {
    service?: Service;
    number: Numbering<K>;
    states: S;
    begins?: readonly [keyof S & number, ...(keyof S & number)[]];
    transitions: Readonly<Record<T, Transition<keyof S & number>>>;
    editable: readonly (keyof S & number)[];
    ledger?: LedgerMeaning<keyof S & number, keyof F & string>;
    parts?: PartsMeaning<keyof F & string>;
  },
): DocumentDefinition<N, F, L, S, T, K> {
  return { service: 'erp', ...meaning, name } as unknown as DocumentDefinition<N, F, L, S, T, K>;
}

type DocumentDefinition<
  N extends string,
  F extends Fields,
  L extends Fields,
  S extends States,
  T extends string,
  K extends string,
> = Definition<F, L> &
  WithLines<L> & { name: N; states: S; number: Numbering<K>; transitions: Readonly<Record<T, Transition>> };

/** The usual spelling of a group: list, detail, options, add and edit under `<group>:<verb>` keys. */
export function usualCalls<const G extends string>(group: G) {
  return {
    list: ['list', `${group}:view`],
    detail: ['detail', `${group}:view`],
    options: ['options', 'login'],
    add: ['add', `${group}:add`],
    edit: ['edit', `${group}:edit`],
    status: ['status', `${group}:status`],
  } as const satisfies Partial<Record<Verb, Spelling>>;
}

/** Name of the table of a definition. Reserved words are the two exceptions of domain.md §1.3. */
export function tableOf(definition: { readonly name: string }): string {
  return reserved[definition.name] ?? definition.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Name of the table of a definition's lines. */
export const linesTableOf = (definition: AnyDefinition): string =>
  definition.lines?.table ?? `${tableOf(definition)}_${definition.lines?.name ?? 'line'}`;

/** How many lines one record of a definition may have. */
export const mostLines = ({ lines }: Pick<AnyDefinition, 'lines'>): number => lines?.most ?? limits.documentLines;

/** Do new and old records come by one call, which an id tells apart (`/v1/data/bankSave`)? */
export const savesByOneCall = ({ calls: { add, edit } }: Pick<AnyDefinition, 'calls'>): boolean =>
  add !== undefined && add[0] === edit?.[0];

/** The states in which a document may begin; `add` begins in the first. */
export const beginsOf = ({ begins = [0] }: Pick<AnyDefinition, 'begins'>): readonly number[] => begins;

/** Is it a document, with states and a number? */
export function isDocument(
  definition: AnyDefinition,
): definition is AnyDefinition & Required<Pick<AnyDefinition, 'number' | 'states' | 'transitions'>> {
  return definition.states !== undefined;
}

const reserved: Record<string, string> = { order: 'sale_order', user: 'member_user' };
