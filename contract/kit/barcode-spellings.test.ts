import { expect, it } from 'vitest';
import { barcodeSpellings, plainBarcode, spellingColumns } from './barcode-spellings.ts';

it.each(['012345678906', '0012345678906', '6901234567892', '12345678905', '00012345678905', 'S0012345678', ''])(
  '%j has no other spelling',
  (code) => {
    expect(barcodeSpellings(code)).toEqual([code]);
    expect(plainBarcode(code)).toBe(code);
  },
);

it('UPC-A and EAN-13 with a leading 0 are one code', () => {
  expect(barcodeSpellings('012345678905')).toEqual(['012345678905', '0012345678905']);
  expect(barcodeSpellings('0012345678905')).toEqual(['0012345678905', '012345678905']);
  expect(plainBarcode('0036000291452')).toBe(plainBarcode('036000291452'));
  expect(spellingColumns(['a', '036000291452', 'a'])).toEqual({
    codes: ['a', '036000291452', '036000291452'],
    spellings: ['a', '036000291452', '0036000291452'],
  });
});
