import { describe, expect, test } from 'vitest';
import { guessColumns, missingColumns } from './import-columns.ts';
import { importForms } from './import-kinds.ts';
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

describe('the number of a style', () => {
  test('is the code where nothing else is, and its own column beside a code, a colour or a size', () => {
    expect(guessColumns(goods, ['款号', '品名', '吊牌价'])).toEqual({ code: 0, name: 1, price: 2 });
    expect(guessColumns(goods, ['款号', '国际码', '吊牌价'])).toEqual({ style: 0, code: 1, price: 2 });
    expect(guessColumns(goods, ['货号', '条码', '吊牌价'])).toEqual({ style: 0, code: 1, price: 2 });
    expect(guessColumns(goods, ['款号', '货号', '吊牌价'])).toEqual({ style: 0, code: 1, price: 2 });
    expect(guessColumns(goods, ['款号', '颜色', '尺码', '吊牌价'])).toEqual({ style: 0, color: 1, size: 2, price: 3 });
    expect(guessColumns(goods, ['编码', '颜色', '吊牌价'])).toEqual({ code: 0, color: 1, price: 2 });
    expect(guessColumns(stock, ['款号', '数量'])).toEqual({ code: 0, quantity: 1 });
  });

  test('takes the place of a code that there is not', () => {
    expect(missingColumns(goods, { style: 0, price: 1 })).toEqual([]);
    expect(missingColumns(goods, { brand: 0, color: 1 }).map((one) => one.key)).toEqual(['code', 'price']);
  });
});

test('of goods the tag price is the price; English headings are known; no heading means two things', () => {
  expect(guessColumns(goods, ['条码', '售价', '吊牌价'])).toEqual({ code: 0, price: 2 });
  expect(guessColumns(goods, ['Style No.', 'Barcode', 'Colour', 'Size', 'Brand', 'Unit Price', 'Unit'])).toEqual({
    style: 0,
    code: 1,
    color: 2,
    size: 3,
    brand: 4,
    price: 5,
    unit: 6,
  });
  for (const { columns } of Object.values(importForms)) {
    const words = columns.flatMap(({ label, aliases }) => [...new Set([label, ...aliases])]);
    const twice = words.filter((word, index) => words.indexOf(word) !== index);
    expect(twice.filter((word) => !['款号', '货号'].includes(word))).toEqual([]);
  }
});

test('one column is never two things', () => {
  expect(guessColumns(orders, ['商品', '商品', '编码'])).toEqual({ name: 0, code: 2 });
});
