import { checkDigit, isChecked } from '../../kit/check-digit.ts';
import { barcodeType } from '../enums.ts';

/** Barcode types of domain.md §2, by name. */
export const barcodeTypes = { gs1: 1, supplier: 2, own: 3 } as const satisfies Record<string, keyof typeof barcodeType>;

/**
 * The code of a piece that nobody gave one: an EAN-13 from the range that GS1 leaves to each shop (20…), with the figures of its number, so
 * that every till reads it. A number of more figures than there is room for is its own code.
 */
export function ownBarcode(skuNo: string): string {
  const figures = skuNo.replace(/\D/g, '').replace(/^0+/, '');
  if (figures.length > 10) return skuNo;
  const digits = `20${figures.padStart(10, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

const gs1Form = /^(?:\d{8}|\d{12,14})$/;

/** The type of a code that somebody gave without saying it: of GS1 where it has the form of one, and is checked as such. */
export const typeOfBarcode = (code: string): number => (gs1Form.test(code) ? barcodeTypes.gs1 : barcodeTypes.supplier);

/** Why a code is none of GS1, in words; undefined where it is one, or where it has another form than these have. */
export function wrongCheckDigit(code: string): string | undefined {
  if (!gs1Form.test(code) || isChecked(code)) return undefined;
  return `${barcodeType[barcodeTypes.gs1]}“${code}”的校验位应为 ${checkDigit(code.slice(0, -1))}，请核对；不是国标条码的请选“${barcodeType[barcodeTypes.supplier]}”`;
}
