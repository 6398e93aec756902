import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchReturns, type Returned, type Sold } from './match-returns.ts';

const sold = (at: string, itemId: number, qty: number, amount = qty * 100): Sold => ({
  at,
  orderId: itemId * 10,
  itemId,
  qty,
  amount,
});
const back = (at: string, row: number, qty: number, fen = 100): Returned => ({ at, row, qty, fen });

describe('a return', () => {
  test('without any sale, or before it, has no known order', () => {
    expect(matchReturns([], [back('02', 1, 3)])).toEqual([{ row: 1, orderId: null, itemId: null, qty: 3 }]);
    expect(matchReturns([sold('03', 1, 5)], [back('02', 1, 3)])).toEqual([
      { row: 1, orderId: null, itemId: null, qty: 3 },
    ]);
  });

  test('gives no more money back than the line took', () => {
    expect(matchReturns([sold('01', 1, 5, 250)], [back('02', 1, 3)])).toEqual([
      { row: 1, orderId: 10, itemId: 1, qty: 2 },
      { row: 1, orderId: null, itemId: null, qty: 1 },
    ]);
  });

  test('comes from the latest order before it, and from the ones before that', () => {
    expect(matchReturns([sold('01', 1, 2), sold('03', 2, 2), sold('09', 3, 2)], [back('04', 7, 3)])).toEqual([
      { row: 7, orderId: 20, itemId: 2, qty: 2 },
      { row: 7, orderId: 10, itemId: 1, qty: 1 },
    ]);
  });
});

test('every piece is told once, none comes from the future, no line gives more than it has', () => {
  const at = fc.integer({ min: 0, max: 20 }).map((day) => String(day).padStart(2, '0'));
  const qty = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(at, qty, fc.integer({ min: 1, max: 900 })), { maxLength: 8 }),
      fc.array(fc.tuple(at, qty, fc.integer({ min: 1, max: 300 })), { maxLength: 8 }),
      (sales, returns) => {
        const lines = sales.map(([when, pieces, amount], index) => sold(when, index + 1, pieces, amount));
        const backs = returns.map(([when, pieces, fen], index) => back(when, index + 1, pieces, fen));
        const matches = matchReturns(lines, backs);
        for (const one of backs) {
          const own = matches.filter((match) => match.row === one.row);
          expect(own.reduce((sum, match) => sum + match.qty, 0)).toBe(one.qty);
        }
        for (const line of lines) {
          const own = matches.filter((match) => match.itemId === line.itemId);
          expect(own.reduce((sum, match) => sum + match.qty, 0)).toBeLessThanOrEqual(line.qty);
          const money = own.reduce((sum, match) => sum + match.qty * (backs[match.row - 1]?.fen ?? 0), 0);
          expect(money).toBeLessThanOrEqual(line.amount);
          for (const match of own) expect((backs[match.row - 1]?.at ?? '') >= line.at).toBe(true);
        }
      },
    ),
  );
});
