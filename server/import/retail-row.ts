import type { CsvRecord } from './csv-records.ts';

/** One order line of the retail data (shared data README). */
export interface RetailRow {
  readonly row: number;
  /** `sale`: a plain invoice; `cancellation`: its number begins with C; `other`: any other letter, a correction of the books. */
  readonly kind: 'sale' | 'cancellation' | 'other';
  readonly invoice: string;
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  /** `YYYY-MM-DD HH:mm:ss`, the shop's local time; compares as text. */
  readonly at: string;
  /** Millionths of a pound, so that no price is a float. */
  readonly price: number;
}

/** What is wrong with a row, for the report. */
export interface Problem {
  readonly row: number;
  readonly code: string;
  readonly reason: string;
}

/** Columns that must be there; others are ignored. */
const columns = ['InvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice'] as const;

/** Where each column stands; the missing ones when the heading lacks some. */
export function readHeading(record: CsvRecord): { at: number[]; width: number } | { missing: string[] } {
  const names = record.cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const at = columns.map((column) => names.indexOf(column.toLowerCase()));
  const missing = columns.filter((_column, index) => at[index] === -1);
  return missing.length > 0 ? { missing } : { at, width: names.length };
}

/** Reads one record; a bad one answers every reason at once. */
export function readRow(record: CsvRecord, heading: { at: number[]; width: number }): RetailRow | Problem {
  const { row } = record;
  const [invoice = '', code = '', description = '', quantity = '', date = '', price = ''] = heading.at.map((index) =>
    (record.cells[index] ?? '').trim(),
  );
  if (record.broken) return { row, code: short(code), reason: record.broken };
  if (record.cells.length !== heading.width)
    return { row, code: short(code), reason: `${record.cells.length} cells instead of ${heading.width}` };
  const at = readTime(date);
  const reasons = [
    invoice === '' ? 'no invoice number' : undefined,
    code === '' ? 'no stock code' : undefined,
    code.length > longestCode ? `stock code longer than ${longestCode} characters` : undefined,
    /^-?\d{1,9}$/.test(quantity) ? undefined : `quantity is not a whole number: ${short(quantity)}`,
    at === undefined ? `not a date and time: ${short(date)}` : undefined,
    /^-?\d{1,8}(\.\d{1,6})?$/.test(price) ? undefined : `not a price: ${short(price)}`,
  ].filter((reason) => reason !== undefined);
  if (reasons.length > 0 || at === undefined) return { row, code: short(code), reason: reasons.join('; ') };
  return {
    row,
    kind: kindOf(invoice),
    invoice,
    code,
    description,
    quantity: Number(quantity),
    at,
    price: millionths(price),
  };
}

export const isProblem = (row: RetailRow | Problem): row is Problem => 'reason' in row;

// style_no holds this many.
const longestCode = 32;

function kindOf(invoice: string): RetailRow['kind'] {
  if (/^\d+$/.test(invoice)) return 'sale';
  return /^c/i.test(invoice) ? 'cancellation' : 'other';
}

function readTime(text: string): string | undefined {
  const [, day, hour = '', minute = '', second = '00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  return real ? `${day} ${hour}:${minute}:${second}` : undefined;
}

function millionths(price: string): number {
  const [whole = '', fraction = ''] = price.replace('-', '').split('.');
  const value = Number(whole + fraction.padEnd(6, '0'));
  return price.startsWith('-') ? -value : value;
}

// A report shows what it found, not a megabyte of it.
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
