import { streamXlsxRows } from 'hucre/xlsx';
import { type OnRow, TableRefused } from './table-refused.ts';
import { unpackedSize } from './unpacked-size.ts';

/**
 * The rows of an XLSX file, all its sheets one after the other; a heading that each sheet repeats is handed out once.
 * Stops when `onRow` answers false. Throws TableRefused for what is no workbook, and for one that unpacks to too much.
 */
export async function sheetRows(file: Blob, onRow: OnRow): Promise<void> {
  const unpacked = await unpackedSize(file);
  if (!unpacked) throw new TableRefused('unreadable');
  if (unpacked.entries > mostEntries || unpacked.bytes > mostBytes) throw new TableRefused('tooLarge');
  const bytes = await file.arrayBuffer();
  let headings: string | null = null;
  for (let sheet = 0; sheet < mostEntries; sheet += 1) {
    let first = true;
    for await (const { values } of rowsOf(bytes, sheet)) {
      const row = values.map(printed);
      const repeats = first && headings !== null && row.join('\t') === headings;
      if (first) headings ??= row.join('\t');
      first = false;
      if (!repeats && !onRow(row)) return;
    }
    // A workbook has no sheet behind its last, and an empty one is not worth looking past.
    if (first) return;
  }
}

async function* rowsOf(bytes: ArrayBuffer, sheet: number): AsyncGenerator<{ values: readonly unknown[] }> {
  try {
    yield* streamXlsxRows(bytes, { sheet });
  } catch (problem) {
    // Nothing of ours runs in here: whatever it stumbles over is the file, encrypted, cut or made by something odd.
    throw new TableRefused('unreadable', { cause: problem });
  }
}

function printed(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  const [day = '', time = ''] = value.toISOString().slice(0, 19).split('T');
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** Entries of a workbook, and bytes they may unpack to: a sheet of a million rows is half of it. */
const mostEntries = 1000;
const mostBytes = 1_073_741_824;
