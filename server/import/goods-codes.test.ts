import { expect, test } from 'vitest';
import { importForms } from '#contract/areas/tasks/import-kinds.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { reasonNoBarcode, reasonNoGoods, reasonNoGoodsByName } from './goods-codes.ts';
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
  expect(reasonNoGoods(code)?.en).toMatch(/\w/);
  expect(reasonNoGoods(code)?.zh).toMatch(/\p{Script=Han}/u);
});

test.each(['85123A', '85123a', '71053', '15056BL', '79323LP', 'DCGS0003', 'DCGSSBOY', 'DCGSLBOY', 'dcgs0076'])(
  '%s is goods',
  (code) => {
    expect(reasonNoGoods(code)).toBeUndefined();
  },
);

test('in a plain table any number that can be a barcode is goods', () => {
  expect(['A-1', '6901234567892', 'POST'].map(reasonNoBarcode)).toEqual([undefined, undefined, undefined]);
  expect(['12 345', '条码'].map((code) => reasonNoBarcode(code)?.zh)).toEqual([
    expect.stringContaining('不是条码'),
    expect.stringContaining('不是条码'),
  ]);
});

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
  const order = { form: importForms[importType.orders], mapping: undefined, now: '2026-01-01 00:00:00' };
  const heading = readHeading(
    {
      row: 1,
      cells: ['\uFEFFInvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice', 'CustomerID'],
    },
    order,
  );
  if ('missing' in heading) throw new Error('heading');
  const read = (...cells: string[]) => readRow({ row: 7, cells }, heading);
  const bad = read('', '', 'x', '1.5', '2010-02-30 08:26:00', '1e3', '');
  expect(isProblem(bad) && bad).toMatchObject({
    row: 7,
    reason: {
      en: expect.stringMatching(/invoice.*stock code.*whole number: 1\.5.*date.*price: 1e3/),
      zh: expect.stringMatching(/单号.*编码.*整数：1\.5.*日期.*价格：1e3/),
    },
  });
  expect(read('1', 'A')).toMatchObject({ reason: { en: '2 cells instead of 7' } });
  expect(read('1', '1'.repeat(33), '', '1', '2010-12-01 08:26', '1', '')).toMatchObject({
    reason: { en: expect.stringContaining('longer than 32') },
  });
  expect(read('1', '22345', '', '9'.repeat(100), '2010-12-01 25:26', '', '')).toMatchObject({
    reason: { en: expect.stringMatching(/^.{0,200}$/) },
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
    customer: '',
  });
  expect(readHeading({ row: 1, cells: ['InvoiceNo', 'Quantity'] }, order)).toEqual({
    missing: [expect.stringContaining('下单时间'), expect.stringContaining('条码'), expect.stringContaining('单价')],
  });
});
