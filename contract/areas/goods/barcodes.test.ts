import { describe, expect, it } from 'vitest';
import { isChecked } from '../../kit/check-digit.ts';
import { ownBarcode, wrongCheckDigit } from './barcodes.ts';

describe('a code of GS1 is refused', () => {
  it.each(['6901234567890', '036000291453', '12345678', '16901234567890'])('with another check digit: %s', (code) =>
    expect(wrongCheckDigit(code)).toContain('校验位应为'),
  );

  it('and the right digit is said', () => expect(wrongCheckDigit('6901234567890')).toContain('应为 2'));
});

it.each(['6901234567892', '036000291452', '0036000291452', '96385074', 'K-1', '6970001', '69012345678901234'])(
  'a right one, and one of another form, is taken: %s',
  (code) => expect(wrongCheckDigit(code)).toBeUndefined(),
);

describe('a code of our own', () => {
  it('is an EAN-13 of the range of shops, other for each number', () => {
    expect(ownBarcode('S0000000123')).toBe('2000000001234');
    const codes = Array.from({ length: 500 }, (_, n) => ownBarcode(`S${String(n * 7919).padStart(10, '0')}`));
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect([code.length, code.startsWith('20'), isChecked(code)]).toEqual([13, true, true]);
  });

  it('of a number that is too long is that number', () => expect(ownBarcode('S12345678901')).toBe('S12345678901'));
});
