import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import { guessColumns, type ImportForm, type Mapping, missingColumns } from '#contract/areas/tasks/import-columns.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { isErrorText } from '#contract/kit/spoilt-code.ts';
import { type BilingualMessage, cut, joinMessages, shown } from '#server/sheets/bilingual-message.ts';
import type { SheetRecord } from '#server/sheets/sheet-source.ts';
import { reasonNoBarcode, reasonSpoilt } from './goods-codes.ts';
import { barcodesIn, hasStyles, readStyleCells, type StyleCells, wrongStyleCells } from './styles/style-cells.ts';

/** One row of an imported sheet: a line of an order, or one of a plain table. */
export interface RetailRow {
  readonly row: number;
  /**
   * `sale`: an invoice; `cancellation`: its number is C and digits; `other`: any other letter before six digits, a correction of the books;
   * `listed`: a row of a table without invoices.
   */
  readonly kind: 'sale' | 'cancellation' | 'other' | 'listed';
  readonly invoice: string;
  readonly code: string;
  readonly description: string;
  readonly quantity: number;
  /** `YYYY-MM-DD HH:mm:ss`, the shop's local time; compares as text. */
  readonly at: string;
  /** Millionths of a pound, so that no price is a float. */
  readonly price: number;
  readonly customer: string;
  /** What it says of its style; absent in a sheet without such columns. */
  readonly style?: StyleCells;
}

/** What is wrong with a row, for the report. */
export interface Problem {
  readonly row: number;
  readonly code: string;
  readonly reason: BilingualMessage;
}

/** How the rows of one sheet are read. */
export interface Heading {
  readonly mapping: Mapping;
  readonly width: number;
  /** A list of stock: its quantities are pieces on hand, and no line of an order. */
  readonly ofStock: boolean;
  /** Stands for the time where the sheet has none, as the shop's local time. */
  readonly now: string;
}

/** Where each column stands: as told, otherwise as the heading says; the labels of the missing ones when it lacks some. */
export function readHeading(
  record: SheetRecord,
  { form, mapping, now }: { form: ImportForm; mapping: Mapping | undefined; now: string },
): Heading | { missing: string[] } {
  const known = mapping ?? guessColumns(form, record.cells);
  const missing = missingColumns(form, known).map(({ label, aliases }) => `${label} (${aliases.at(-1)})`);
  const ofStock = form.type === importType.openingStock && known.invoice === undefined;
  return missing.length > 0 ? { missing } : { mapping: known, width: record.cells.length, ofStock, now };
}

/** Reads one record; a bad one answers every reason at once. */
export function readRow(record: SheetRecord, { mapping, width, ofStock, now }: Heading): RetailRow | Problem {
  const { row } = record;
  const cell = (key: ColumnKey): string | undefined => {
    const index = mapping[key];
    return index === undefined ? undefined : (record.cells[index] ?? '').trim();
  };
  const style = hasStyles(mapping) ? readStyleCells(cell) : undefined;
  const codes = style ? barcodesIn(cell('code') ?? '') : [cell('code') ?? ''];
  const [invoice, quantity = '1', date, price = '0'] = [cell('invoice'), cell('quantity'), cell('time'), cell('price')];
  // Of a row without a code its style is what people look for.
  const code = codes[0] ?? style?.style ?? '';
  const bad = (reason: BilingualMessage): Problem => ({ row, code: shown(code), reason });
  if (record.broken) return bad(record.broken);
  if (record.cells.length !== width)
    return bad({
      en: `${record.cells.length} cells instead of ${width}`,
      zh: `有 ${record.cells.length} 个单元格，应为 ${width} 个`,
    });
  const at = date === undefined ? now : readTime(date);
  const reasons = [
    invoice === '' ? { en: 'no invoice number', zh: '没有单号' } : undefined,
    invoice !== undefined && invoice.length > longestInvoice
      ? { en: `invoice number longer than ${longestInvoice} characters`, zh: `单号超过 ${longestInvoice} 个字符` }
      : undefined,
    code === '' ? { en: 'no stock code', zh: '没有商品编码' } : undefined,
    ...codes.map((one) => reasonSpoilt(one, '条码')),
    reasonSpoilt(invoice ?? '', '单号'),
    ...(style?.style === undefined ? [] : [reasonSpoilt(style.style, '款号')]),
    ...failed(mapping, cell),
    ...(style ? [...wrongStyleCells(style, mapping), ...codes.map(reasonNoBarcode)] : []),
    codes.some((one) => one.length > longestCode)
      ? { en: `stock code longer than ${longestCode} characters`, zh: `商品编码超过 ${longestCode} 个字符` }
      : undefined,
    /^-?\d{1,9}$/.test(quantity)
      ? undefined
      : { en: `quantity is not a whole number: ${shown(quantity)}`, zh: `数量不是整数：${shown(quantity)}` },
    ofStock && Number(quantity) < 0
      ? { en: `the quantity is below 0: ${shown(quantity)}`, zh: `数量为负：${shown(quantity)}` }
      : undefined,
    at === undefined
      ? { en: `not a date and time: ${shown(date ?? '')}`, zh: `不是日期时间：${shown(date ?? '')}` }
      : undefined,
    /^-?\d{1,8}(\.\d{1,6})?$/.test(price)
      ? undefined
      : { en: `not a price: ${shown(price)}`, zh: `不是价格：${shown(price)}` },
    style && price.startsWith('-')
      ? { en: `the price is below 0: ${shown(price)}`, zh: `价格为负：${shown(price)}` }
      : undefined,
    /\p{Cc}/u.test((invoice ?? '') + code + (cell('customer') ?? ''))
      ? { en: 'control characters in a number', zh: '编号中有控制字符' }
      : undefined,
  ].filter((reason) => reason !== undefined);
  if (reasons.length > 0 || at === undefined) return bad(joinMessages(reasons));
  return {
    row,
    kind: invoice === undefined ? 'listed' : kindOf(invoice),
    invoice: invoice ?? '',
    code,
    description: cell('name') ?? '',
    quantity: Number(quantity),
    at,
    price: millionths(price),
    customer: customerNo(cell('customer') ?? ''),
    ...(style && { style: { ...style, barcodes: codes } }),
  };
}

/** The cells, other than codes, in which a formula of a spreadsheet has failed: what stands there is nobody's name or brand. */
function failed(mapping: Mapping, cell: (key: ColumnKey) => string | undefined): BilingualMessage[] {
  const keys = (Object.keys(mapping) as ColumnKey[]).filter((key) => !codeKeys.has(key));
  return keys
    .map((key) => cell(key) ?? '')
    .filter(isErrorText)
    .map((text) => ({ en: `a formula that failed: ${text}`, zh: `单元格是公式的错误值：${text}` }));
}

const codeKeys: ReadonlySet<ColumnKey> = new Set(['code', 'invoice', 'style']);

export const isProblem = (row: RetailRow | Problem): row is Problem => 'reason' in row;

// style_no holds this many.
const longestCode = 32;
const longestInvoice = 32;
const longestCustomer = 32;

// The retailer's own numbers have six digits; a letter before them says that it is no invoice. Others number as they like.
function kindOf(invoice: string): RetailRow['kind'] {
  if (/^c\d+$/i.test(invoice)) return 'cancellation';
  return /^[a-z]\d{6}$/i.test(invoice) ? 'other' : 'sale';
}

/** A customer number that a spreadsheet took for a figure: 17850.0 is 17850. */
function customerNo(text: string): string {
  return cut(text.replace(/^(\d+)\.0+$/, '$1'), longestCustomer);
}

function readTime(text: string): string | undefined {
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00'] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  if (year === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${whole}T00:00:00Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole);
  return real && year >= '1990' && year <= '2100' ? `${whole} ${hour.padStart(2, '0')}:${minute}:${second}` : undefined;
}

function millionths(price: string): number {
  const [whole = '', fraction = ''] = price.replace('-', '').split('.');
  const value = Number(whole + fraction.padEnd(6, '0'));
  return price.startsWith('-') ? -value : value;
}
