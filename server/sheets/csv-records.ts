import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { delimiterOf } from '#contract/kit/table-delimiter.ts';
import { EncodingWeigher, isBareUtf16, markedEncoding, type TableEncoding } from '#contract/kit/text-encoding.ts';
import { codeOf, reasonOf } from '../platform/startup-error.ts';
import type { BilingualMessage } from './bilingual-message.ts';
import { unpacksTooFar } from './compression-ratio.ts';
import { bareUtf16, SheetError } from './sheet-error.ts';
import type { SheetRecord, SheetSource } from './sheet-source.ts';

/**
 * Reads comma-separated text record by record (RFC 4180: quoted cells, doubled quotes, line breaks inside quotes), as it
 * comes off the disk, unpacked where `packed`; tabs or semicolons part the cells where they part those of the first line. UTF-8, else GB18030 as
 * Chinese spreadsheets save it, or UTF-16 by its mark; a byte that is of none comes as U+FFFD. Memory does not grow with the file. Throws a
 * SheetError where the packing is broken, or unfolds to far more than a table, and for UTF-16 without a mark.
 */
export async function* csvRecords(source: SheetSource, packed: boolean): AsyncGenerator<SheetRecord> {
  const encoding = await encodingOf(source, packed);
  let row = 0;
  let rest = '';
  let delimiter: string | undefined;
  for await (const text of textOf(source, packed, new TextDecoder(encoding))) {
    rest += text;
    // A file that was saved twice may begin with more than the one mark that the decoder takes away.
    if (row === 0) rest = rest.replace(/^\uFEFF+/, '');
    delimiter ??= firstDelimiter(rest);
    let start = 0;
    for (let found = recordAt(rest, start, delimiter); found; found = recordAt(rest, start, delimiter)) {
      start = found.next;
      row += 1;
      yield { row, ...found.record };
    }
    rest = rest.slice(start);
    if (rest.length > longestRecord) {
      yield { row: row + 1, cells: [], broken: unclosed };
      return;
    }
  }
  if (rest === '') return;
  // The last line may lack its line break.
  const last = recordAt(`${rest}\n`, 0, delimiter ?? firstDelimiter(`${rest}\n`));
  yield { row: row + 1, ...(last && last.next === rest.length + 1 ? last.record : { cells: [], broken: unclosed }) };
}

/** What parts the cells of a text that begins so; undefined while its first line is not whole. */
function firstDelimiter(text: string): string | undefined {
  const end = text.indexOf('\n');
  return end === -1 ? undefined : delimiterOf(text.slice(0, end));
}

/** The encoding of a file: what its mark says, UTF-8 when all of it is, otherwise what its bytes look like. Throws a SheetError. */
async function encodingOf(source: SheetSource, packed: boolean): Promise<TableEncoding> {
  const start = await startOf(bytesOf(source, packed));
  const marked = markedEncoding(start);
  if (marked) return marked;
  if (isBareUtf16(start)) throw bareUtf16();
  try {
    for await (const _text of textOf(source, packed, new TextDecoder('utf-8', { fatal: true })));
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const weigher = new EncodingWeigher();
    for await (const bytes of bytesOf(source, packed)) weigher.take(bytes);
    return weigher.encoding;
  }
}

/** The first kilobyte. */
async function startOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const piece of pieces) {
    start = Buffer.concat([start, piece.subarray(0, 1024)]);
    if (start.length >= 1024) break;
  }
  return start.subarray(0, 1024);
}

// A quotation mark that nobody closes would swallow the rest of the file as one cell.
const longestRecord = 1_048_576;
const unclosed: BilingualMessage = {
  en: 'a quotation mark is never closed: the rest of the file cannot be read',
  zh: '引号没有闭合：文件其余部分无法读取',
};
const behindQuote: BilingualMessage = { en: 'text after a closing quotation mark', zh: '引号之后还有文字' };

/** A packed file may not grow beyond this when it is unpacked, in bytes: what is larger is no table of a shop. */
const unpackedMost = 4_294_967_296;
const tooLarge = (): SheetError =>
  new SheetError({ en: 'the file unpacks to far more than a table', zh: '文件解压后过大，已拒绝' });

async function* textOf(source: SheetSource, packed: boolean, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const bytes of bytesOf(source, packed)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* bytesOf(source: SheetSource, packed: boolean): AsyncGenerator<Uint8Array> {
  const file = source.read();
  // Errors reach the reader of the last stream; the callback is what pipeline wants.
  const bytes = packed ? pipeline(file, createGunzip({ chunkSize: 262_144 }), () => undefined) : file;
  let size = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > unpackedMost || (packed && unpacksTooFar(source.size, size))) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    if (!codeOf(error)?.startsWith('Z_')) throw error;
    throw new SheetError({
      en: `cannot read the file: it is damaged (${reasonOf(error)})`,
      zh: '无法读取文件：压缩内容已损坏',
    });
  }
}

interface Found {
  record: { cells: string[]; broken?: BilingualMessage };
  next: number;
}

/** The record that begins at `start`; undefined when its end has not come yet. */
function recordAt(text: string, start: number, delimiter: string | undefined): Found | undefined {
  if (delimiter === undefined) return undefined;
  const end = text.indexOf('\n', start);
  if (end === -1) return undefined;
  const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
  if (!line.includes('"')) return { record: { cells: line.split(delimiter) }, next: end + 1 };
  return quotedRecordAt(text, start, delimiter);
}

function quotedRecordAt(text: string, start: number, delimiter: string): Found | undefined {
  const cells: string[] = [];
  let broken: BilingualMessage | undefined;
  for (let at = start; ; at += 1) {
    let cell: string | undefined;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close === undefined) return undefined;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const stop = nextOf(text, at, delimiter);
    if (stop === undefined) return undefined;
    const plain = text[stop] === '\n' && text[stop - 1] === '\r' ? text.slice(at, stop - 1) : text.slice(at, stop);
    if (cell !== undefined && plain.trim() !== '') broken = behindQuote;
    cells.push(cell ?? plain);
    at = stop;
    if (text[stop] === '\n') return { record: { cells, ...(broken ? { broken } : {}) }, next: stop + 1 };
  }
}

function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length) return undefined;
    if (text[at + 1] !== '"') return at;
  }
  return undefined;
}

function nextOf(text: string, from: number, delimiter: string): number | undefined {
  const comma = text.indexOf(delimiter, from);
  const line = text.indexOf('\n', from);
  if (line === -1) return undefined;
  return comma !== -1 && comma < line ? comma : line;
}
