import { type BookRow, rowReader } from '#contract/kit/workbook/row-reader.ts';
import { workbookIndex } from '#contract/kit/workbook/workbook-index.ts';
import { XmlBroken } from '#contract/kit/workbook/xml-reader.ts';
import { damaged, SheetError } from './sheet-error.ts';
import type { SheetRecord, SheetSource } from './sheet-source.ts';
import { zipLimits } from './zip-entries.ts';
import { guardZip } from './zip-guard.ts';
import type { ZipParts } from './zip-parts.ts';

/** Columns a table may have; a cell far to the right would make every row as wide. */
const widest = 500;

/**
 * Reads the first visible sheet of a workbook row by row, as texts (`cellText`). Guarded against files that unfold (`guardZip`). Rows without any
 * cell are left out, and their numbers too.
 */
export async function* xlsxRecords(source: SheetSource): AsyncGenerator<SheetRecord> {
  if (source.size > zipLimits.packed)
    throw new SheetError({ en: 'the workbook is larger than 64 MB', zh: '工作簿超过 64 MB' });
  const parts: Buffer[] = [];
  for await (const chunk of source.read()) parts.push(chunk as Buffer);
  const zip = await guardZip(Buffer.concat(parts));
  let width = 0;
  try {
    for await (const { row, cells: given } of rowsOf(zip)) {
      if (given.length > widest) throw new SheetError({ en: `more than ${widest} columns`, zh: `列数超过 ${widest}` });
      const cells = [...given];
      if (cells.every((cell) => cell === '')) continue;
      if (width === 0) width = cells.length;
      // A row ends at its last cell that has something in it; the others of the heading are empty.
      while (cells.length < width) cells.push('');
      while (cells.length > width && cells.at(-1) === '') cells.pop();
      yield { row, cells };
    }
  } catch (error) {
    throw error instanceof XmlBroken || error instanceof RangeError ? damaged() : error;
  }
}

async function* rowsOf(zip: ZipParts): AsyncGenerator<BookRow> {
  const index = await workbookIndex((name) => zip.text(name));
  const sheet = index && zip.pieces(index.sheet);
  if (!sheet) throw damaged();
  let rows: BookRow[] = [];
  const reader = rowReader(index, (row) => rows.push(row));
  for await (const piece of sheet) {
    reader.push(piece);
    yield* rows;
    rows = [];
  }
  reader.end();
  yield* rows;
}
