import { expect, it } from 'vitest';
import type { StyleGrid } from '#contract/areas/goods/style-grid.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { addLines, linesFrom } from './lines.ts';
import { linesByGoods, matrixFields, pastedCells, sumOfCells, workOf } from './matrix.ts';

const of = { goods: 'sku_id', qty: 'qty' };
const { qty: field } = purchaseOrder.lines.fields;

/** Two colours in three sizes; the last one has no L, and its M is switched off. */
const grid: StyleGrid = {
  spu_id: 1,
  spu_no: 'P1',
  style_no: 'T1',
  name: 'T恤',
  colors: [
    { id: 1, name: '黑' },
    { id: 2, name: '白' },
  ],
  sizes: [
    { id: 11, name: 'S' },
    { id: 12, name: 'M' },
    { id: 13, name: 'L' },
  ],
  cells: [
    [101, 1, 11, true],
    [102, 1, 12, true],
    [103, 1, 13, true],
    [201, 2, 11, true],
    [202, 2, 12, false],
  ].map(([sku_id, color_id, size_id, enabled]) => ({
    sku_id: sku_id as number,
    sku_no: `S${sku_id}`,
    name: '',
    color_id: color_id as number,
    size_id: size_id as number,
    enabled: enabled as boolean,
  })),
};

it('is there for lines that are goods and one quantity, and for no others', () => {
  expect(matrixFields(purchaseOrder)).toEqual(of);
  expect(matrixFields(stockAdjustment)).toBeUndefined();
  expect(matrixFields(priceSheet)).toBeUndefined();
});

it('changes a line that is there, adds one that is not, and takes away what comes to nothing', () => {
  const lines = linesFrom([
    { id: 7, sku_id: 101, qty: 3 },
    { id: 8, sku_id: 102, qty: 4 },
    { id: 9, sku_id: 900, qty: 5 },
  ]);
  const cells = new Map<number, unknown>([
    [101, 6],
    [102, 0],
    [103, 2],
    [201, null],
  ]);
  const named = new Map([[103, { title: 'S103', hint: 'T恤 黑 L' }]]);
  const work = workOf(of, lines, { cells, named });
  expect(work.changes).toEqual(new Map([['l0', { qty: 6 }]]));
  expect(work.removed).toEqual(new Set(['l1']));
  expect(work.added).toEqual([{ sku_id: 103, sku_id__title: 'S103', sku_id__hint: 'T恤 黑 L', qty: 2 }]);
  expect([...linesByGoods(of, lines).keys()]).toEqual([101, 102, 900]);
});

it('touches no line that says the same already', () => {
  const lines = addLines(purchaseOrder, linesFrom([]), { values: [{ sku_id: 101, qty: 6 }] });
  const work = workOf(of, lines, { cells: new Map([[101, 6]]), named: new Map() });
  expect([work.changes.size, work.removed.size, work.added.length]).toEqual([0, 0, 0]);
});

it('takes a block from the cell it is pasted into, within the style, past goods that are switched off', () => {
  const at = { color_id: 1, size_id: 12 };
  const pasted = pastedCells(grid, '5\t6\t7\n8\t9\nx', { at, field });
  expect(pasted).toEqual(
    new Map([
      [102, 5],
      [103, 6],
    ]),
  );
  expect(pastedCells(grid, '5\t\t1,000\nx', { at: { color_id: 1, size_id: 11 }, field })).toEqual(
    new Map<number, unknown>([
      [101, 5],
      [102, null],
      [103, 1000],
      [201, 'x'],
    ]),
  );
});

it('sums what is a figure', () => {
  expect(sumOfCells([3, 'x', null, undefined, 4])).toBe(7);
});
