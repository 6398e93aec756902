import { expect, it } from 'vitest';
import { typedArrivalSheet } from '../purchasing/line-sheets.ts';
import { lineRows } from './line-sheet.ts';

const rows = [
  ['CG1', ' 12 ', 'S1'],
  ['', '', ''],
  ['', '3', 'S2'],
];

it('knows columns by their headings, in whatever order, and leaves empty rows out', () => {
  expect(lineRows(typedArrivalSheet, { headings: ['采购单号', 'Qty', 'SKU编码'], rows })).toEqual({
    rows: [
      ['S1', '12', 'CG1'],
      ['S2', '3', ''],
    ],
  });
});

it('takes columns as they follow one another where no heading is known', () => {
  expect(lineRows(typedArrivalSheet, { headings: ['a', 'b'], rows: [['S1', '4']] })).toEqual({
    rows: [['S1', '4', '']],
  });
});

it('says which column is missing', () => {
  expect(lineRows(typedArrivalSheet, { headings: ['SKU'], rows })).toEqual({ missing: '数量' });
});
