import type { Mapping } from '#contract/areas/tasks/import-columns.ts';
import type { ImportOptions, ImportResult } from '#contract/areas/tasks/imports.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import type { Remark } from '../remark.ts';

/** One run of one kind of import, inside a transaction that somebody else decides on. */
export interface KindRun {
  readonly context: WriteContext;
  readonly numbers: Numbers;
  readonly source: SheetSource;
  /** What the uploaded file was called. */
  readonly name: string;
  readonly mapping: Mapping;
  readonly options: ImportOptions;
  report(remarks: Iterable<Remark> | AsyncIterable<Remark>): Promise<void>;
  progress(percent: number): void;
  /** Throws when the task is not wanted any more. */
  goOn(): void;
}

/** What a kind of import has to say; the rest of the result is the same for all. */
export type KindOutcome = Pick<ImportResult, 'done' | 'rows' | 'facts' | 'months'>;

/** A number as a page shows it: `320,705`. */
export const count = (value: number): string => value.toLocaleString('en-US');

export const fact = (label: string, value: string | number): ImportResult['facts'][number] => ({
  label,
  value: typeof value === 'number' ? count(value) : value,
});
