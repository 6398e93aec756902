import { delimiterOf } from '#contract/kit/table-delimiter.ts';

/** Takes a CSV text piece by piece and hands out its rows (RFC 4180; comma, tab or semicolon; blank lines are no rows). */
export interface CsvRows {
  push(piece: string): void;
  /** The text is over: hands out what is left. Answers whether its last row is the rest behind a quote that is never closed. */
  end(): boolean;
}

/** Reads rows as they come. A quote that is never closed makes one last row of the rest, and is told. */
export function csvRows(onRow: (row: string[]) => void): CsvRows {
  let rest = '';
  let delimiter: string | null = null;
  let unclosed = false;

  function take(final: boolean): void {
    delimiter ??= firstDelimiter(rest, final);
    if (delimiter === null) return;
    let at = 0;
    while (at < rest.length) {
      const read = readRow(rest, at, { delimiter, final });
      if (!read) break;
      unclosed ||= read.unclosed;
      if (read.row.length > 1 || read.row[0] !== '') onRow(read.row);
      at = read.next;
    }
    rest = rest.slice(at);
  }

  return {
    push(piece) {
      rest += piece;
      take(false);
    },
    end() {
      take(true);
      return unclosed;
    },
  };
}

interface Reading {
  readonly delimiter: string;
  /** No more text comes: the row may end where the text ends. */
  readonly final: boolean;
}

interface Row {
  readonly row: string[];
  readonly next: number;
  readonly unclosed: boolean;
}

/** One row from a place on, and where the next begins; null when the text ends before the row does. */
function readRow(text: string, start: number, reading: Reading): Row | null {
  const row: string[] = [];
  let unclosed = false;
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at, reading) : readPlain(text, at, reading);
    if (!cell) return null;
    row.push(cell.value);
    unclosed ||= cell.unclosed ?? false;
    at = cell.end;
    if (text[at] === reading.delimiter) {
      at += 1;
      continue;
    }
    const next = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
    return { row, next, unclosed };
  }
}

interface Cell {
  readonly value: string;
  /** Where its delimiter or line break stands, or the end of the text. */
  readonly end: number;
  /** Its quote is never closed. */
  readonly unclosed?: true;
}

function readPlain(text: string, start: number, { delimiter, final }: Reading): Cell | null {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  // The piece may have been cut inside the cell. Cut inside a line break, what is left of it is a blank line.
  if (!final && end === text.length) return null;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number, reading: Reading): Cell | null {
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return reading.final ? { value: value + text.slice(from), end: text.length, unclosed: true } : null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      // What stands between the quote and the delimiter is no good CSV, but it is the person's text.
      const tail = readPlain(text, quote + 1, reading);
      return tail && { value: value + tail.value, end: tail.end };
    }
    value += '"';
    from = quote + 2;
  }
}

/** What parts the cells of the first line; null while that is not whole. */
function firstDelimiter(text: string, final: boolean): string | null {
  const end = text.search(/[\r\n]/);
  if (end < 0 && !final) return null;
  return delimiterOf(text.slice(0, end < 0 ? undefined : end));
}
