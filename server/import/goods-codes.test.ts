import { expect, test } from 'vitest';
import { reasonNoGoods, reasonNoGoodsByName } from './goods-codes.ts';
import { readRate, toFen } from './money.ts';
import { isProblem, readHeading, readRow } from './retail-row.ts';

test.each([
  'POST',
  'DOT',
  'M',
  'm',
  'D',
  'S',
  'B',
  'C2',
  'C3',
  'BANK CHARGES',
  'AMAZONFEE',
  'CRUK',
  'PADS',
  'gift_0001_20',
  'TEST001',
  'ADJUST2',
  '1234',
  'X12345',
  '12345 A',
  '22345é',
])('%s is no goods', (code) => {
  expect(reasonNoGoods(code)).toMatch(/\w/);
});

test.each(['85123A', '85123a', '71053', '15056BL', '79323LP', 'DCGS0003', 'DCGSSBOY', 'DCGSLBOY', 'dcgs0076'])(
  '%s is goods',
  (code) => {
    expect(reasonNoGoods(code)).toBeUndefined();
  },
);

test('a service under a goods code is told by its name; goods that sound alike are goods', () => {
  expect(
    ['Next Day Carriage', 'PACKING CHARGE', 'Dotcomgiftshop Gift Voucher £100.00'].map(
      (name) => reasonNoGoodsByName(name) !== undefined,
    ),
  ).toEqual([true, true, true]);
  expect(
    [
      'FRENCH CARRIAGE LANTERN',
      'BLACK BAROQUE CARRIAGE CLOCK',
      'ZINC HEART LATTICE CHARGER LARGE',
      'COFFEE MUG APPLES',
    ].map(reasonNoGoodsByName),
  ).toEqual([undefined, undefined, undefined, undefined]);
});

test('prices become fen without a float, rounded half up, and say when they were rounded', () => {
  const one = 1_000_000;
  expect(toFen(2_550_000, one)).toEqual({ fen: 255, exact: true });
  expect(toFen(1_000, one)).toEqual({ fen: 0, exact: false });
  expect(toFen(5_000, one)).toEqual({ fen: 1, exact: false });
  expect(toFen(2_550_000, 9_100_000)).toEqual({ fen: 2321, exact: false });
  expect(toFen(99_999_999_999_999, 9_999_999_999).fen).toBeGreaterThan(0);
  expect(['1', '9.15', '0', '-1', '1e3', '0.0000001', '', 'x'].map(readRate)).toEqual([
    1_000_000,
    9_150_000,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a bad row says everything that is wrong with it at once', () => {
  const heading = readHeading({
    row: 1,
    cells: ['\uFEFFInvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice', 'CustomerID'],
  });
  if ('missing' in heading) throw new Error('heading');
  const read = (...cells: string[]) => readRow({ row: 7, cells }, heading);
  const bad = read('', '', 'x', '1.5', '2010-02-30 08:26:00', '1e3', '');
  expect(isProblem(bad) && bad).toMatchObject({
    row: 7,
    reason: expect.stringMatching(/invoice.*stock code.*whole number: 1\.5.*date.*price: 1e3/),
  });
  expect(read('1', 'A')).toMatchObject({ reason: '2 cells instead of 7' });
  expect(read('1', '1'.repeat(33), '', '1', '2010-12-01 08:26', '1', '')).toMatchObject({
    reason: expect.stringContaining('longer than 32'),
  });
  expect(read('1', '22345', '', '9'.repeat(100), '2010-12-01 25:26', '', '')).toMatchObject({
    reason: expect.stringMatching(/^.{0,200}$/),
  });
  expect(read('C536365', ' 85123A ', 'X', '-6', '2010-12-01 08:26:00', '-2.55', '')).toEqual({
    row: 7,
    kind: 'cancellation',
    invoice: 'C536365',
    code: '85123A',
    description: 'X',
    quantity: -6,
    at: '2010-12-01 08:26:00',
    price: -2_550_000,
  });
  expect(readHeading({ row: 1, cells: ['InvoiceNo', 'Quantity'] })).toEqual({
    missing: ['StockCode', 'Description', 'InvoiceDate', 'UnitPrice'],
  });
});
