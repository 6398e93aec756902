import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money, moneyKind } from './money.ts';
import { discountKind, grouped, parseScaled, quantityKind, rateKind, tidyScaled, ungrouped } from './number.ts';

const field = money('金额');

describe('a comma that groups no thousands', () => {
  it.each(['59,90', '12,5', '1,5', ',5', '1,', '1,2345', '12,34,567', '1234,567', '1,234,56', '1.5,000', '0,'])(
    '%j is no figure of any kind',
    (typed) => {
      for (const kind of [moneyKind, quantityKind, rateKind, discountKind])
        expect(kind.parse(typed, field)).toBeUndefined();
    },
  );

  it('stays where it is typed, so that the figure is not another one without it', () => {
    const tidy = (typed: string) => tidyScaled(typed, { places: 2, signed: false });
    expect(tidy('59,90')).toBe('59,90');
    expect(tidy('¥1，5')).toBe('1,5');
    expect(tidy('1,234.505')).toBe('1234.50');
    expect(tidy('元12')).toBe('12');
  });
});

it('takes commas between thousands, as figures are shown', () => {
  expect(moneyKind.parse('1,234.50', field)).toBe(123_450);
  expect(quantityKind.parse('12,000', field)).toBe(12_000);
  expect(ungrouped('-1,234,567.8')).toBe('-1234567.8');
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (value) => {
      expect(parseScaled(grouped(value), 0)).toBe(value);
    }),
  );
});
