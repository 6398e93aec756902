import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

/** One record of a CSV file. `row` counts as a spreadsheet does: the heading is row 1. `broken` says why its cells cannot be trusted. */
export interface CsvRecord {
  readonly row: number;
  readonly cells: readonly string[];
  readonly broken?: string;
}

/**
 * Reads a comma-separated file record by record (RFC 4180: quoted cells, doubled quotes, line breaks inside quotes), as it
 * comes off the disk, unpacked when its name ends in .gz. UTF-8, else GB18030 as Chinese spreadsheets save it. A file that
 * cannot be read throws a StartupError with the reason.
 */
export async function* csvRecords(path: string): AsyncGenerator<CsvRecord> {
  const encoding = await encodingOf(path);
  let row = 0;
  let rest = '';
  for await (const text of textOf(path, new TextDecoder(encoding, { fatal: encoding === 'utf-8' }))) {
    rest += text ?? '';
    let start = 0;
    for (let found = recordAt(rest, start); found; found = recordAt(rest, start)) {
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
  const last = recordAt(`${rest}\n`, 0);
  yield { row: row + 1, ...(last && last.next === rest.length + 1 ? last.record : { cells: [], broken: unclosed }) };
}

/** The encoding of a file: UTF-8 when all of it is, otherwise GB18030. */
async function encodingOf(path: string): Promise<'utf-8' | 'gb18030'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const _text of textOf(path, decoder));
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'gb18030';
    throw error;
  }
}

// A quotation mark that nobody closes would swallow the rest of the file as one cell.
const longestRecord = 1_048_576;
const unclosed = 'a quotation mark is never closed: the rest of the file cannot be read';

async function* textOf(path: string, decoder: TextDecoder): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 262_144 });
  // Errors reach the reader of the last stream; the callback is what pipeline wants.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip({ chunkSize: 262_144 }), () => undefined) : file;
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk as Uint8Array, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw error;
    throw new StartupError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

interface Found {
  record: { cells: string[]; broken?: string };
  next: number;
}

/** The record that begins at `start`; undefined when its end has not come yet. */
function recordAt(text: string, start: number): Found | undefined {
  const end = text.indexOf('\n', start);
  if (end === -1) return undefined;
  const line = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
  if (!line.includes('"')) return { record: { cells: line.split(',') }, next: end + 1 };
  return quotedRecordAt(text, start);
}

function quotedRecordAt(text: string, start: number): Found | undefined {
  const cells: string[] = [];
  let broken: string | undefined;
  for (let at = start; ; at += 1) {
    let cell = '';
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close === undefined) return undefined;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    }
    const stop = nextOf(text, at);
    if (stop === undefined) return undefined;
    const plain = text[stop] === '\n' && text[stop - 1] === '\r' ? text.slice(at, stop - 1) : text.slice(at, stop);
    if (cell !== '' && plain.trim() !== '') broken = 'text after a closing quotation mark';
    cells.push(cell === '' ? plain : cell);
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

function nextOf(text: string, from: number): number | undefined {
  const comma = text.indexOf(',', from);
  const line = text.indexOf('\n', from);
  if (line === -1) return undefined;
  return comma !== -1 && comma < line ? comma : line;
}
