import type { SheetColumn } from './import-column.ts';
import { guessEach } from './import-columns.ts';

/**
 * A sheet of a few columns that becomes lines of a document, read beside the form of it and not as a task: nothing is stored
 * before the form is saved.
 */
export interface LineSheet {
  /** The code of its template (domain.md §11 tpl_code). */
  readonly template: string;
  readonly label: string;
  readonly columns: readonly SheetColumn[];
}

/**
 * The rows of a file as cells in the order of the sheet's columns, trimmed. Columns are known by their headings, or follow one another where
 * no heading is known; one that must be there and is not is told by its label. A row without anything in it is none.
 */
export function lineRows(
  { columns }: LineSheet,
  { headings, rows }: { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] },
): { rows: string[][] } | { missing: string } {
  const guessed = guessEach(columns, headings);
  const known = Object.keys(guessed).length > 0;
  const places = columns.map(({ key }, place) => (known ? guessed[key] : place));
  const missing = columns.find(({ required }, place) => required && places[place] === undefined);
  if (missing) return { missing: missing.label };
  const read = rows.map((row) => places.map((place) => (place === undefined ? '' : (row[place] ?? '').trim())));
  return { rows: read.filter((row) => row.some((cell) => cell !== '')) };
}
