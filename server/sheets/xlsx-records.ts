import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { damaged, SheetError } from './sheet-error.ts';
import type { SheetRecord, SheetSource } from './sheet-source.ts';
import { guardZip, zipLimits } from './zip-guard.ts';

/** Columns a table may have; a cell far to the right would make every row as wide. */
const widest = 500;

/**
 * Reads the first sheet of a workbook row by row, as texts: figures plain, times as `YYYY-MM-DD HH:mm:ss`, formulas as what
 * they last gave. Guarded against files that unfold (`guardZip`). Rows without any cell are left out, and their numbers too.
 */
export async function* xlsxRecords(source: SheetSource): AsyncGenerator<SheetRecord> {
  if (source.size > zipLimits.packed)
    throw new SheetError({ en: 'the workbook is larger than 64 MB', zh: '工作簿超过 64 MB' });
  const parts: Buffer[] = [];
  for await (const chunk of source.read()) parts.push(chunk as Buffer);
  const file = Buffer.concat(parts);
  await guardZip(file);
  const rows = streamXlsxRows(file, { dateSystem: 'auto' });
  let width = 0;
  try {
    for await (const { index, values } of rows) {
      if (values.length > widest) throw new SheetError({ en: `more than ${widest} columns`, zh: `列数超过 ${widest}` });
      const cells = values.map(textOf);
      if (cells.every((cell) => cell === '')) continue;
      if (width === 0) width = cells.length;
      // A row ends at its last cell that has something in it; the others of the heading are empty.
      while (cells.length < width) cells.push('');
      while (cells.length > width && cells.at(-1) === '') cells.pop();
      yield { row: index + 1, cells };
    }
  } catch (error) {
    throw error instanceof SheetError ? error : isHouseError(error) ? error : damaged();
  }
}

// What the reader of workbooks throws is about the file; what has a code comes from below it.
function isHouseError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error;
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : timeText(value);
  if (typeof value === 'number') return numberText(value);
  return String(value);
}

/** Dates of a workbook have no zone; the reader gives them as if they were UTC. A whole day has no time. */
function timeText(value: Date): string {
  // A serial number of days is a fraction: the second it means is the nearest.
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  return text.slice(0, 19).replace('T', ' ');
}

/** A figure as it would be typed: 12.1, never 12.100000000000001 nor 1e+21. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const text = value.toPrecision(15);
  return /e/.test(text) ? String(value) : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}
