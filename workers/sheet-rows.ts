import { type BookRow, rowReader } from '#contract/kit/workbook/row-reader.ts';
import { workbookIndex } from '#contract/kit/workbook/workbook-index.ts';
import { type OnRow, TableRefused } from './table-refused.ts';
import { unpackedPart, type ZipPart, zipList } from './zip-list.ts';

/**
 * The rows of the first visible sheet of an XLSX file, as texts; what other sheets hold was not asked for. Stops when `onRow` answers
 * false. Throws TableRefused for what is no workbook, and for one that unpacks to too much.
 */
export async function sheetRows(file: Blob, onRow: OnRow): Promise<void> {
  const parts = await zipList(file);
  if (!parts) throw new TableRefused('unreadable');
  const bytes = parts.reduce((sum, { size }) => sum + size, 0);
  if (parts.length > mostEntries || bytes > mostBytes) throw new TableRefused('tooLarge');
  const rows = rowsOf(file, new Map(parts.map((part) => [part.name, part])));
  for (;;) {
    const { done, value } = await rows.next().catch((problem: unknown) => {
      // Nothing of the page runs in here: whatever it stumbles over is the file, encrypted, cut or made by something odd.
      throw new TableRefused('unreadable', { cause: problem });
    });
    if (done) return;
    if (onRow(value.cells)) continue;
    await rows.return();
    return;
  }
}

async function* rowsOf(file: Blob, parts: ReadonlyMap<string, ZipPart>): AsyncGenerator<BookRow, void, undefined> {
  const index = await workbookIndex(async (name) => {
    const part = parts.get(name);
    if (!part) return undefined;
    const pieces: string[] = [];
    for await (const piece of textOf(file, part)) pieces.push(piece);
    return pieces.join('');
  });
  const sheet = index && parts.get(index.sheet);
  if (!sheet) throw new Error('no sheet to be seen');
  let rows: BookRow[] = [];
  const reader = rowReader(index, (row) => rows.push(row));
  for await (const piece of textOf(file, sheet)) {
    reader.push(piece);
    yield* rows;
    rows = [];
  }
  reader.end();
  yield* rows;
}

async function* textOf(file: Blob, part: ZipPart): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of unpackedPart(file, part)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** Entries of a workbook, and bytes they may unpack to: a sheet of a million rows is half of it. */
const mostEntries = 1000;
const mostBytes = 1_073_741_824;
