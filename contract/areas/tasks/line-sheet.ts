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

/** One row of a sheet: its place there as a person counts it, and its cells in the order that they are read in. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The first row of a sheet with anything in it, where it names columns of ours; undefined where it is a row like the others. */
export function headingOf(sheet: LineSheet, rows: readonly (readonly string[])[]): readonly string[] | undefined {
  const first = rows.find((cells) => cells.some((cell) => cell.trim() !== ''));
  return first && Object.keys(guessEach(sheet.columns, first)).length > 0 ? first : undefined;
}

/**
 * Rows as they stand in a file or were copied, as cells in the order of the sheet's columns, trimmed. Columns are known by the first row where
 * that is a heading; where it names none of them it is a row like the others, and columns follow one another. A column that must be there and
 * is not is told by its label. A row without anything in it is none; each keeps its place, by which its person finds it again.
 */
export function lineRows(
  sheet: LineSheet | undefined,
  rows: readonly (readonly string[])[],
): { rows: SheetRow[] } | { missing: string } {
  const numbered = rows
    .map((cells, place) => ({ row: place + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (!sheet) return { rows: numbered };
  const { columns } = sheet;
  const guessed = guessEach(columns, numbered[0]?.cells ?? []);
  const known = Object.keys(guessed).length > 0;
  const places = columns.map(({ key }, place) => (known ? guessed[key] : place));
  const missing = columns.find(({ required }, place) => required && places[place] === undefined);
  if (missing) return { missing: missing.label };
  const read = (known ? numbered.slice(1) : numbered).map(({ row, cells }) => ({
    row,
    cells: places.map((place) => (place === undefined ? '' : (cells[place] ?? ''))),
  }));
  return { rows: read.filter(({ cells }) => cells.some((cell) => cell !== '')) };
}
