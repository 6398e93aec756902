import { isPercent, isTime } from './number-format.ts';

/** A cell as a sheet has it: the kind of its value, its format, what stands in `v`, and a text of its own. */
export interface RawCell {
  readonly kind: string;
  readonly format: string;
  /** Undefined where the cell has no value, which is not the value 0. */
  readonly value: string | undefined;
  readonly inline: string;
}

/** What the cells of a workbook lean on. */
export interface CellTexts {
  /** Texts that several cells share, by their numbers. */
  readonly shared: readonly string[];
  /** Days are counted from 1904, as old computers did. */
  readonly from1904: boolean;
}

/**
 * A cell as the text that a person sees: figures plain, percents with their sign, times as `YYYY-MM-DD HH:mm:ss`, whole days without a time, formulas as what they last gave,
 * failed ones as the word that stands there. A cell without a value is empty, whatever kind it says it is of.
 */
export function cellText({ kind, format, value, inline }: RawCell, { shared, from1904 }: CellTexts): string {
  if (kind === 'inlineStr') return unescaped(inline);
  if (value === undefined || value === '') return '';
  if (kind === 's') return /^\d+$/.test(value.trim()) ? (shared[Number(value)] ?? '') : '';
  if (kind === 'str') return unescaped(value);
  if (kind === 'b') return value === '1' || value === 'true' ? 'true' : 'false';
  if (kind === 'e' || kind === 'd') return value;
  const figure = Number(value);
  if (Number.isNaN(figure)) return value;
  if (isTime(format)) return timeText(figure, from1904);
  return isPercent(format) ? `${figureText(figure * 100)}%` : figureText(figure);
}

/** A figure as it would be typed: 12.1, never 12.100000000000001. What is beyond the digits that a spreadsheet keeps shows its exponent: it is no code. */
export function figureText(value: number): string {
  // A sixteenth digit that is no 0 was written by a program that keeps it.
  if (Number.isSafeInteger(value) && (Math.abs(value) < 1e15 || value % 10 !== 0)) return String(value);
  const text = value.toPrecision(15);
  if (!/e/.test(text)) return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  const plain = value.toFixed(20).replace(/\.?0+$/, '');
  return Math.abs(value) < 1 ? plain : text.replace(/\.?0*e/, 'E');
}

/** Dates of a workbook have no zone. A serial number of days is a fraction: the second it means is the nearest. */
function timeText(days: number, from1904: boolean): string {
  // The 29th of February 1900, which spreadsheets believe in, moves whatever comes before it.
  const shift = from1904 ? days : days > 60 ? days - 1 : days;
  const zero = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31);
  const time = new Date(zero + Math.round(shift * 86_400) * 1000);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '');
}

/** Signs that XML cannot hold are spelled `_x0009_` in a workbook. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
