import { describe, expect, test } from 'vitest';
import { guessColumns, importForms, missingColumns } from './import-columns.ts';
import { importType } from './task.ts';

const { [importType.goods]: goods, [importType.orders]: orders, [importType.openingStock]: stock } = importForms;

describe('what is missing', () => {
  test('is named, of lines of orders more than of a plain table', () => {
    expect(missingColumns(goods, {}).map((one) => one.key)).toEqual(['code', 'price']);
    expect(missingColumns(goods, { code: 0, price: 1, invoice: 2 }).map((one) => one.key)).toEqual([
      'quantity',
      'time',
    ]);
    expect(missingColumns(stock, { code: 0, quantity: 1 })).toEqual([]);
  });
});

test('the retail file and our templates are understood by their headings', () => {
  const retail = [
    '\uFEFFInvoiceNo',
    'StockCode',
    'Description',
    'Quantity',
    'InvoiceDate',
    'UnitPrice',
    'CustomerID',
    'Country',
  ];
  expect(guessColumns(orders, retail)).toEqual({
    invoice: 0,
    code: 1,
    name: 2,
    quantity: 3,
    time: 4,
    price: 5,
    customer: 6,
  });
  for (const form of Object.values(importForms)) {
    const heading = form.columns.map((column) => column.label);
    expect(guessColumns(form, heading)).toEqual(Object.fromEntries(form.columns.map(({ key }, index) => [key, index])));
  }
  expect(guessColumns(goods, ['SKU 编码', '吊牌价（元）', '吊牌价', '__proto__'])).toEqual({ code: 0, price: 2 });
});

test('one column is never two things', () => {
  expect(guessColumns(orders, ['商品', '商品', '编码'])).toEqual({ name: 0, code: 2 });
});
