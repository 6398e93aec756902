import { FileAnswer } from './file-answer.ts';
import { unarmed } from './formula-guard.ts';

/** Rows as a CSV file: UTF-8 with a mark, so that spreadsheets read Chinese; numbers as figures, texts that cannot run. */
export function csvFile(name: string, rows: readonly (readonly (string | number | null)[])[]): FileAnswer {
  const lines = rows.map((row) => row.map(cell).join(','));
  return new FileAnswer({
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    body: `\uFEFF${lines.join('\r\n')}\r\n`,
  });
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
