import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { settableLineFields } from '../form/values.ts';
import { blockColumns, blockTexts, blockValues, isBlock, readBlock } from './paste-block.ts';

const fields = settableLineFields(stockAdjustment);

it('is no block: one word, with or without the line break that a scanner or a sheet adds', () => {
  expect(isBlock('S0001')).toBe(false);
  expect(isBlock('S0001\r\n')).toBe(false);
});

it('reads rows and columns of a sheet', () => {
  expect(readBlock('S1\t2\r\nS2\t3\r\n\r\n')).toEqual([
    ['S1', '2'],
    ['S2', '3'],
  ]);
});

it('takes two columns as goods and quantity, whatever stands between them', () => {
  expect(blockColumns(fields, { start: 'sku_id', width: 2 })).toEqual(['sku_id', 'qty']);
  expect(blockColumns(fields, { start: 'sku_id', width: 4 })).toEqual([
    'sku_id',
    'imperfect_type',
    'to_imperfect_type',
    'zone',
  ]);
  expect(blockColumns(fields, { start: 'zone', width: 2 })).toEqual(['zone', 'qty']);
});

it('puts found goods with their titles, names those it does not know, keeps what cannot be read for the schema', () => {
  const block = readBlock('S1\t2\nS9\tzwei');
  const columns = ['sku_id', 'qty'];
  expect(blockTexts(fields, block, columns)).toEqual(new Map([['sku_id', ['S1', 'S9']]]));
  const found = new Map([['sku_id', new Map([['S1', { id: 7, title: 'S1', hint: '短袖' }]])]]);
  const { values, unknown } = blockValues(fields, block, { columns, found });
  expect(unknown).toEqual(['S9']);
  expect(values).toEqual([
    { sku_id: 7, sku_id__title: 'S1', sku_id__hint: '短袖', sku_id__unknown: null, qty: 2 },
    { sku_id: null, sku_id__title: null, sku_id__hint: null, sku_id__unknown: 'S9', qty: 'zwei' },
  ]);
});
