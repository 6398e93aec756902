import { isChecked } from './check-digit.ts';

/**
 * How a barcode may be written: UPC-A and EAN-13 with a leading 0 are the same bars and one code (amendments H8). The code itself stands first.
 * Only with a right check digit: other numbers of 12 or 13 digits are codes of their own.
 */
export function barcodeSpellings(code: string): string[] {
  if (/^\d{12}$/.test(code) && isChecked(code)) return [code, `0${code}`];
  if (/^0\d{12}$/.test(code) && isChecked(code)) return [code, code.slice(1)];
  return [code];
}

/** Each code with each of its spellings, as two columns of one length. */
export function spellingColumns(codes: Iterable<string>): { codes: string[]; spellings: string[] } {
  const pairs = [...new Set(codes)].flatMap((code) =>
    barcodeSpellings(code).map((spelling) => [code, spelling] as const),
  );
  return { codes: pairs.map(([code]) => code), spellings: pairs.map(([, spelling]) => spelling) };
}

/** The one spelling that all spellings of a code share, to compare codes by. */
export function plainBarcode(code: string): string {
  return barcodeSpellings(code).toSorted((one, other) => one.length - other.length)[0] ?? code;
}

/** Codes without those that are another one's second spelling: of each the first. */
export const withoutTwins = (codes: readonly string[]): string[] =>
  [...new Map(codes.toReversed().map((code) => [plainBarcode(code), code])).values()].toReversed();
