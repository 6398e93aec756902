import type { RawBuilder } from 'kysely';
import type { Field } from '#contract/kit/field.ts';

/** The storage face of a field kind: what column it lives in and how a filter asks for it. */
export interface Storage {
  /** The SQL type and checks of the column, without its name: `text check (char_length(x) <= 64)`. */
  column(name: string, field: Field): string;
  /** The condition of a filter on `column`. `asked` has passed the list schema. */
  where(column: RawBuilder<unknown>, asked: Asked): RawBuilder<boolean>[];
  /** The value as the driver must be given it, where that differs from the wire. */
  bind?(value: unknown): unknown;
  /** What lists, and files made of lists, show of a value that is whole on its record alone; all of it by default. */
  inPart?(column: RawBuilder<unknown>): RawBuilder<unknown>;
  /** How a file shows the value where the database itself writes the file; as the text it is by default. */
  printed?(column: RawBuilder<unknown>, field: Field): Printed;
}

/** A value as it stands in the cell of a file. */
export interface Printed {
  readonly value: RawBuilder<unknown>;
  /**
   * `code` is a number, a time or a word of ours, `figure` a number that a sheet may add up; neither was written by people, as
   * `text` was.
   */
  readonly shape: 'code' | 'figure' | 'text';
}

/** What a caller asked of one filter: a value, or the ends of a range. */
export interface Asked {
  readonly value?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
}
