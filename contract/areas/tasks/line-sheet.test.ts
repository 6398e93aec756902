import { expect, it } from 'vitest';
import { typedArrivalSheet } from '../purchasing/line-sheets.ts';
import { lineRows } from './line-sheet.ts';

const rows = [
  ['CG1', ' 12 ', 'S1'],
  ['', ' ', ''],
  ['', '3', 'S2'],
];

it('says which column is missing', () => {
  expect(lineRows(typedArrivalSheet, [['SKU'], ...rows])).toEqual({ missing: '数量' });
});

it('knows columns by their headings, in whatever order, leaves empty rows out and keeps the places of the others', () => {
  expect(lineRows(typedArrivalSheet, [['采购单号', 'Qty', 'SKU编码', '备注'], ...rows, ['', '', '', 'x']])).toEqual({
    rows: [
      { row: 2, cells: ['S1', '12', 'CG1'] },
      { row: 4, cells: ['S2', '3', ''] },
    ],
  });
});

it('takes the first row for a row and columns as they follow one another where no heading is known', () => {
  expect(lineRows(typedArrivalSheet, [[''], ['S1', '4'], ['S2', '5', 'CG1', 'x']])).toEqual({
    rows: [
      { row: 2, cells: ['S1', '4', ''] },
      { row: 3, cells: ['S2', '5', 'CG1'] },
    ],
  });
});

it('takes every row as it stands where no sheet says what its columns are', () => {
  expect(lineRows(undefined, [['SKU', '数量'], ['S1 ']])).toEqual({
    rows: [
      { row: 1, cells: ['SKU', '数量'] },
      { row: 2, cells: ['S1'] },
    ],
  });
});
