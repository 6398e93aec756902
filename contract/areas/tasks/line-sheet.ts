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
 * The rows of a sheet under the keys of its columns, which are known by its heading, or follow one another where the heading says
 * nothing that is known. A column that must be there and is not is told by its label.
 */
export function lineRows(
  { columns }: LineSheet,
  { heading, rows }: { readonly heading: readonly string[]; readonly rows: readonly (readonly string[])[] },
): { rows: Record<string, string>[] } | { missing: string } {
  const guessed = guessEach(columns, heading);
  const known = Object.keys(guessed).length > 0;
  const places = known ? guessed : Object.fromEntries(columns.map(({ key }, place) => [key, place]));
  const missing = columns.find(({ key, required }) => required && places[key] === undefined);
  if (missing) return { missing: missing.label };
  const read = rows.map((row) =>
    Object.fromEntries(
      columns.flatMap(({ key }) => {
        const place = places[key];
        return place === undefined ? [] : [[key, (row[place] ?? '').trim()] as const];
      }),
    ),
  );
  return { rows: read.filter((row) => Object.values(row).some((cell) => cell !== '')) };
}
