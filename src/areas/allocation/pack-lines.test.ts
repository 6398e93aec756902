import { expect, it } from 'vitest';
import { byPieces, leftOf, restInto, scannedInto, withPut } from './pack-lines.ts';

const lines = [
  { id: 1, sku_id: 10, picked: 3 },
  { id: 2, sku_id: 20, picked: 4 },
  { id: 3, sku_id: 10, picked: 1 },
];

it('puts a scanned piece on the first of its lines that has some left, and says when none has', () => {
  const full = [{ line: 1, carton: 1, qty: 3 }];
  expect(scannedInto(lines, [], { goods: 10, carton: 2 })).toEqual([{ line: 1, carton: 2, qty: 1 }]);
  expect(scannedInto(lines, full, { goods: 10, carton: 1 })).toEqual([...full, { line: 3, carton: 1, qty: 1 }]);
  expect(scannedInto(lines, [...full, { line: 3, carton: 1, qty: 1 }], { goods: 10, carton: 1 })).toBeUndefined();
  expect(scannedInto(lines, [], { goods: 99, carton: 1 })).toBeUndefined();
});

it('takes a line out of a carton at 0, and puts all that is left into one', () => {
  const puts = [{ line: 2, carton: 1, qty: 3 }];
  expect(withPut(puts, { line: 2, carton: 1, qty: 0 })).toEqual([]);
  const all = restInto(lines, puts, 1);
  expect(lines.map((line) => leftOf(line, all))).toEqual([0, 0, 0]);
  expect(all.filter(({ line }) => line === 2)).toEqual([{ line: 2, carton: 1, qty: 4 }]);
});

it('fills cartons one after another, a line over two where one is full', () => {
  expect(byPieces(lines, 5)).toEqual([
    { line: 1, carton: 1, qty: 3 },
    { line: 2, carton: 1, qty: 2 },
    { line: 2, carton: 2, qty: 2 },
    { line: 3, carton: 2, qty: 1 },
  ]);
});
