import { unarmed } from './formula-guard.ts';

/** A row of a CSV file: numbers as figures, texts that cannot run. */
export function csvLine(row: readonly (string | number | null)[]): string {
  return row.map(cell).join(',');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : guarded(value);
}

/** A text cell, which no spreadsheet runs. */
export function guarded(text: string): string {
  return quoted(unarmed(text));
}

/** A cell as it is, in quotes where it must be. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
