import { expect, it } from 'vitest';
import { money, moneyKind, printMoney } from './money.ts';

const field = money('金额');

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [123_456, '1,234.56'],
  [-100_000_000, '-1,000,000.00'],
  [99_999_999_999_999, '999,999,999,999.99'],
])('%i fen are shown as %s yuan', (fen, shown) => {
  expect(printMoney(fen)).toBe(shown);
});

it.each(['', 'x', '1.234', '1..2', '1e3', '１'])('%j is no amount', (typed) => {
  expect(moneyKind.parse(typed, field)).toBeUndefined();
});

it('takes what it shows', () => {
  for (const fen of [1, 10, 1234, 123_456])
    expect(moneyKind.parse(printMoney(fen).replaceAll(',', ''), field)).toBe(fen);
});
