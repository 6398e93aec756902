import { csvRows } from './csv-rows.ts';
import type { OnRow } from './table-refused.ts';

/**
 * The rows of a CSV file, read piece by piece: UTF-8, with or without its mark, and GB18030 where it is no UTF-8 (what
 * Excel writes in China). Stops when `onRow` answers false.
 */
export async function textRows(file: Blob, onRow: OnRow): Promise<void> {
  const encoding = (await isUtf8(file)) ? 'utf-8' : 'gb18030';
  let goesOn = true;
  const rows = csvRows((row) => {
    goesOn &&= onRow(row);
  });
  for await (const piece of textOf(file, new TextDecoder(encoding))) {
    rows.push(piece);
    if (!goesOn) return;
  }
  rows.end();
}

/** A whole pass, which costs a tenth of parsing: the first megabyte of an export may hold figures alone. */
async function isUtf8(file: Blob): Promise<boolean> {
  try {
    for await (const _piece of textOf(file, new TextDecoder('utf-8', { fatal: true })));
    return true;
  } catch (problem) {
    // What a fatal decoder throws for bytes that are no UTF-8.
    if (problem instanceof TypeError) return false;
    throw problem;
  }
}

async function* textOf(file: Blob, decoder: TextDecoder): AsyncGenerator<string> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer();
    yield decoder.decode(bytes, { stream: at + pieceBytes < file.size });
  }
}

const pieceBytes = 1_048_576;
