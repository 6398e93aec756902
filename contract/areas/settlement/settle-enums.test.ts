import { expect, it } from 'vitest';
import { taxWithin } from './settle-enums.ts';

// domain.md §1.2: tax within an amount that includes it, rounded half away from zero to the fen.
it.each([
  [11_300, 1300, 1300],
  // 113.89 fen
  [990, 1300, 114],
  // 689.12 fen
  [5990, 1300, 689],
  // A half goes away from zero, on either side of it.
  [5, 10_000, 3],
  [-5, 10_000, -3],
  [-990, 1300, -114],
  [100, 0, 0],
  [0, 1300, 0],
])('of %d fen at %d hundredths of a per cent there are %d', (amount, rate, tax) => {
  expect(taxWithin(amount, rate)).toBe(tax);
});
