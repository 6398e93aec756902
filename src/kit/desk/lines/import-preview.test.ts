import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { importOutcome } from './import-preview.ts';

it('names rows as the sheet numbers them, in what is said of a row too', () => {
  const form = { definition: stockAdjustment, lines: [] };
  // A heading stands in the first row of the sheet, and the third is empty.
  const asked = [
    { row: 2, cells: ['S1', '5'] },
    { row: 4, cells: ['S1', '6'] },
  ];
  const read = {
    lines: [{ row: 1, sku_id: 1, shown: { sku_id__title: 'S1', sku_id__hint: '衬衫' }, values: { qty: 5 } }],
    errors: [{ row: 2, words: '与第 1 行是同一货品' }],
  };
  const { rows } = importOutcome(form, { asked, read, known: 'sku_id' });
  expect(rows.map(({ row, words }) => [row, words])).toEqual([
    [2, null],
    [4, '与第 2 行是同一货品'],
  ]);
});
