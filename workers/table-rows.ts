import { sheetRows } from './sheet-rows.ts';
import { type OnRow, TableRefused } from './table-refused.ts';
import { textRows } from './text-rows.ts';

/**
 * The rows of a CSV or XLSX file, told apart by their first bytes, whatever the name says. Stops when `onRow` answers
 * false. Answers whether the rest of it is one cell because a quote is never closed. Throws TableRefused.
 */
export async function tableRows(file: Blob, onRow: OnRow): Promise<{ unclosed: boolean }> {
  const first = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const starts = (...bytes: readonly number[]) => bytes.every((byte, at) => first[at] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04)) {
    await sheetRows(file, onRow);
    return { unclosed: false };
  }
  // An old or encrypted workbook, a compressed file, a PDF.
  if (starts(0xd0, 0xcf) || starts(0x1f, 0x8b) || starts(0x25, 0x50, 0x44, 0x46)) throw new TableRefused('unreadable');
  return textRows(file, onRow);
}
