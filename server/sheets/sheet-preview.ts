import { cut } from './bilingual-message.ts';
import { SheetError } from './sheet-error.ts';
import { sheetRecords } from './sheet-records.ts';
import type { SheetSource } from './sheet-source.ts';

/** The beginning of a sheet, for the person who says what its columns are. */
export interface SheetPreview {
  readonly heading: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const mostRows = 10;
const mostColumns = 100;
const mostOfCell = 120;

/** The heading of a sheet and its first rows, shortened to what a page shows. Throws a SheetError. */
export async function previewOf(source: SheetSource): Promise<SheetPreview> {
  const rows: string[][] = [];
  for await (const { cells, broken } of sheetRecords(source)) {
    if (broken && rows.length === 0) throw new SheetError(broken);
    rows.push(cells.slice(0, mostColumns).map((cell) => cut(cell, mostOfCell)));
    if (rows.length > mostRows) break;
  }
  const [heading, ...first] = rows;
  if (!heading) throw new SheetError({ en: 'the sheet is empty', zh: '表格是空的' });
  return { heading, rows: first };
}
