import type { RawBuilder } from 'kysely';
import type { Actor } from '#server/identity/actor.ts';

/** One column of an export (domain.md §9.2). */
export interface ExportColumn {
  readonly heading: string;
  /** What stands in it: an expression over `from`, as the file shows it (money in yuan with 2 decimals, times in Asia/Shanghai, words for codes). */
  readonly value: RawBuilder<unknown>;
  /**
   * `text` was written by people and is kept from being run by a spreadsheet; `code` is a number, a time or a word of ours and
   * cannot be one; `figure` is a number that a sheet may add up.
   */
  readonly shape: 'text' | 'code' | 'figure';
  /** The key without which the column is not in the file. */
  readonly mask?: `${string}:${string}`;
}

/** The rows of one export, as one statement. */
export interface ExportSource {
  readonly columns: readonly ExportColumn[];
  /** `from` and its joins, without the word. */
  readonly from: RawBuilder<unknown>;
  /** Filters of the payload and the data scope of the person. */
  readonly where: readonly RawBuilder<boolean>[];
  /** Total order, so that the same rows give the same file. */
  readonly order: RawBuilder<unknown>;
}

/** What a payload asks for, as far as this person may see it. The payload has passed its form. */
export type SourceOf = (payload: Readonly<Record<string, unknown>>, actor: Actor) => ExportSource;
