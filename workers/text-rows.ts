import { EncodingWeigher, isBareUtf16, markedEncoding, type TableEncoding } from '#contract/kit/text-encoding.ts';
import { csvRows } from './csv-rows.ts';
import { type OnRow, TableRefused } from './table-refused.ts';

/**
 * The rows of a CSV file, read piece by piece: UTF-8, with or without its mark, GB18030 where it is no UTF-8 (what Excel writes in China), and
 * UTF-16 by its mark (what it calls Unicode text). Stops when `onRow` answers false. Answers whether a quote is never closed. Throws TableRefused.
 */
export async function textRows(file: Blob, onRow: OnRow): Promise<{ unclosed: boolean }> {
  const encoding = await encodingOf(file);
  let goesOn = true;
  const rows = csvRows((row) => {
    goesOn &&= onRow(row);
  });
  for await (const piece of textOf(file, new TextDecoder(encoding))) {
    rows.push(piece);
    if (!goesOn) return { unclosed: false };
  }
  return { unclosed: rows.end() };
}

/** A whole pass where no mark stands, which costs a tenth of parsing: the first megabyte of an export may hold figures alone. */
async function encodingOf(file: Blob): Promise<TableEncoding> {
  const start = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  const marked = markedEncoding(start);
  if (marked) return marked;
  if (isBareUtf16(start)) throw new TableRefused('unreadable');
  try {
    for await (const _piece of textOf(file, new TextDecoder('utf-8', { fatal: true })));
    return 'utf-8';
  } catch (problem) {
    // What a fatal decoder throws for bytes that are no UTF-8.
    if (!(problem instanceof TypeError)) throw problem;
    const weigher = new EncodingWeigher();
    for await (const bytes of bytesOf(file)) weigher.take(bytes);
    return weigher.encoding;
  }
}

async function* textOf(file: Blob, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const bytes of bytesOf(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes)
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
}

const pieceBytes = 1_048_576;
