import { type Access, type Call, command, query } from './call.ts';
import type { AnyDefinition } from './definition.ts';
import type { Fields, RecordValues } from './field.ts';

/**
 * What may be changed of many records of a definition at once. From it follow the calls, their schema, the preview, the task,
 * its undoing and the screen; a row is written by the definition's own edit, so nothing can be written here that could not be alone.
 */
export interface BulkMeaning<K extends string = string> {
  /** In the order in which they are offered; `status` is switched by the call that switches one. */
  readonly fields: readonly K[];
  /** Texts that people name a record by besides its number, title and hint; one that several records bear names none of them. */
  readonly named?: readonly K[];
  readonly access: Access;
  /** Code of tool_type (domain.md §2), one for each definition. */
  readonly type: number;
  /** Path of the call, `<group>/batchEdit` by default. Definitions that share one are told apart by their type. */
  readonly path?: `/v1/${string}`;
}

/** A definition that has it. */
export type BulkDefinition = AnyDefinition & { readonly bulk: BulkMeaning };

/** A record that is to be changed: by its id, or as a person or a sheet names it, then with values of its own as they stand there. */
export interface BulkTarget {
  id?: number;
  key?: string;
  texts?: Readonly<Record<string, string>>;
}

/** Rows to be looked at, at most `limits.bulkLook`, and what is to be written into all of them. */
export interface BulkLook {
  type?: number;
  targets: BulkTarget[];
  fields: RecordValues;
}

/** One field of a record before and after, in words. */
export interface BulkChange {
  name: string;
  label: string;
  before: string;
  after: string;
}

/** What would become of one row, in the place of its target. */
export interface LookedRow {
  /** Null where the target names no record that the caller sees. */
  id: number | null;
  version: number | null;
  title: string;
  hint: string | null;
  /** Values of its own, as an order takes them. */
  fields: RecordValues;
  /** Empty where it stands as it is to be. */
  changes: BulkChange[];
  /** What its save would say besides: that somebody judges it first. Then it is no row that changes nothing. */
  note: string | null;
  refused: { field: string | null; words: string } | null;
}

/** A row as it was looked at: changed since, it is refused. */
export interface BulkRow {
  id: number;
  version?: number;
  fields?: RecordValues;
}

/** The change itself: rows as they were looked at, or plain ids, which are taken as they are now. */
export interface BulkOrder {
  type?: number;
  ids?: number[];
  rows?: BulkRow[];
  fields?: RecordValues;
}

/** The task that an order became. */
export interface BulkOrdered {
  batch_id: number;
  batch_no: string;
}

/** Does it say what may be changed of many? */
export const isBulk = (definition: AnyDefinition): definition is BulkDefinition => definition.bulk !== undefined;

/** The fields that a record is named by, those that tell it best first. */
export const bulkKeys = ({ number, bulk, title, hint }: AnyDefinition): readonly string[] => [
  ...new Set([number?.field, ...(bulk?.named ?? []), title, hint].filter((name) => name !== undefined)),
];

/** Where the change is asked for. */
export const bulkPath = ({ bulk, group }: BulkDefinition): `/v1/${string}` => bulk.path ?? `${group}/batchEdit`;

/** The calls of it; asked of a definition that has none, a mistake of ours. */
export function bulkCalls(definition: AnyDefinition): {
  look: Call<BulkLook, { rows: LookedRow[] }>;
  order: Call<BulkOrder, BulkOrdered>;
} {
  if (!isBulk(definition)) throw new Error(`${definition.name} is not changed in bulk`);
  const { access } = definition.bulk;
  const path = bulkPath(definition);
  return {
    look: query({ service: definition.service, access, path: `${path}View` }),
    order: command({ service: definition.service, access, path }),
  };
}

const status = 'status';

/** Is the field switched by a call of its own, and not by an edit? */
export const isSwitched = ({ fields }: Pick<AnyDefinition, 'fields'>, name: string): boolean =>
  name === status && fields[name]?.derived === true;

/** The fields that a person who knows the definition like this may change of many, as a form of no record in particular has them. */
export function bulkFields(definition: AnyDefinition): Fields {
  return Object.fromEntries(
    (definition.bulk?.fields ?? []).flatMap((name) => {
      const field = definition.fields[name];
      if (!field) return [];
      // Which records have it, and which must, only a record can tell: the save of each does.
      const { visible: _visible, derived: _derived, ...plain } = field;
      return [[name, { ...plain, required: field.required === true || isSwitched(definition, name) }]];
    }),
  );
}
