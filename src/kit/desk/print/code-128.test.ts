import { describe, expect, it } from 'vitest';
import { code128 } from './code-128.ts';

/** All of printable ASCII; digits stand apart, so that they are no pairs. */
const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  .map((sign) => (/\d/.test(sign) ? `${sign}-` : sign))
  .join('');
const pairs = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).join('');
const symbols = (text: string): string[] => (code128(text) ?? []).join('').match(/.{6}/g) ?? [];

describe('a Code 128', () => {
  it.each([
    ['nothing', ''],
    ['Chinese', '盘点单'],
    ['a line break', 'PD\n1'],
    ['a full-width digit', 'PD１'],
  ])('does not say %s', (_what, text) => {
    expect(code128(text)).toBeUndefined();
  });

  it('begins, checks and stops as the standard says', () => {
    // 104 + 48·1 + 42·2 + 42·3 + 17·4 + 18·5 + 19·6 + 35·7 leaves 55 of 103.
    expect(symbols('PJJ123C')).toEqual([
      '211214',
      '313121',
      '112133',
      '112133',
      '123221',
      '223211',
      '221132',
      '131321',
      '311321',
      '233111',
    ]);
  });

  it('has symbols of eleven modules, the stop of thirteen', () => {
    for (const text of [printable, pairs, 'PD26112200001']) {
      const widths = code128(text) ?? [];
      expect((widths.length - 7) % 6).toBe(0);
      expect(widths.slice(-7).join('')).toBe('2331112');
      expect(symbols(text).slice(0, -1).map(modules)).toEqual(
        symbols(text)
          .slice(0, -1)
          .map(() => 11),
      );
    }
  });

  it('tells every character and every pair of digits from all others', () => {
    expect(new Set(symbols(printable).slice(1, -2)).size).toBe(95);
    expect(new Set(symbols(pairs).slice(1, -2)).size).toBe(100);
  });

  it('packs digits where that is shorter, and turns back for the rest', () => {
    // Start, P, D, one digit to make the others even, turn, five pairs, check, stop.
    expect(symbols('PD26112200001')).toHaveLength(12);
    expect(symbols('12345678')).toHaveLength(7);
    expect(symbols('1234AB')).toHaveLength(8);
    // Four digits in the middle are not worth two turns; six are.
    expect(symbols('A1234B')).toHaveLength(9);
    expect(symbols('A123456B')).toHaveLength(10);
  });
});

const modules = (symbol: string): number => Array.from(symbol, Number).reduce((sum, width) => sum + width, 0);
