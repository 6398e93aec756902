import { describe, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { addLines, changeLines, linesFrom, linesToSend, noLines, removeLines, repeatedLine } from './lines.ts';

const line = (id: number) => ({
  id,
  sku_id: id,
  sku_id__title: `S${id}`,
  imperfect_type: 0,
  to_imperfect_type: null,
  zone: null,
  qty: 1,
  unit_cost: null,
  remark: null,
});
const edit = { mode: 'edit', record: {} } as const;
const stored = linesFrom(Array.from({ length: 5000 }, (_, index) => line(index + 1)));

describe('what an edit sends', () => {
  it('is nothing while nothing changed', () => {
    expect(linesToSend(stockAdjustment, stored, edit)).toEqual({ part: {}, keys: [] });
  });

  it('is one line of 5,000 when one was edited, without companions', () => {
    const edited = changeLines(stored, new Map([['l2500', { qty: 9 }]]));
    const { part } = linesToSend(stockAdjustment, edited, edit);
    expect(part).toEqual({
      line_changes: {
        put: [
          {
            id: 2501,
            sku_id: 2501,
            stock_batch_id: null,
            code_ids: null,
            imperfect_type: 0,
            to_imperfect_type: null,
            zone: null,
            qty: 9,
            unit_cost: null,
            remark: null,
          },
        ],
        remove: [],
      },
    });
  });

  it('is the ids of those removed, and nothing of a line that came and went', () => {
    const added = addLines(stockAdjustment, stored, { values: [{ sku_id: 9999 }] });
    const gone = removeLines(added, new Set(['l5000', 'l0']));
    expect(linesToSend(stockAdjustment, gone, edit).part).toEqual({ line_changes: { put: [], remove: [1] } });
  });
});

it('a new record sends every line, with the initial values of its fields', () => {
  const lines = addLines(stockAdjustment, noLines, { values: [{ sku_id: 3, qty: 2 }] });
  const { part, keys } = linesToSend(stockAdjustment, lines, { mode: 'add', record: {} });
  expect(part).toEqual({
    lines: [
      {
        sku_id: 3,
        imperfect_type: 0,
        to_imperfect_type: null,
        stock_batch_id: null,
        code_ids: [],
        zone: null,
        qty: 2,
        unit_cost: null,
        remark: null,
      },
    ],
  });
  expect(keys).toEqual(['l0']);
});

it('keeps keys apart after removing and adding', () => {
  const shorter = removeLines(linesFrom([line(1), line(2)]), new Set(['l1']));
  expect(addLines(stockAdjustment, shorter, { values: [{}] }).rows.map((row) => row.key)).toEqual(['l0', 'l2']);
});

it('finds a line that repeats an earlier one, initial values counted in', () => {
  const lines = addLines(stockAdjustment, linesFrom([line(1)]), { values: [{ sku_id: 1, imperfect_type: null }] });
  expect(repeatedLine(stockAdjustment, lines, {})).toEqual({ key: 'l1', field: 'sku_id', first: 0 });
});
