import { describe, expect, it } from 'vitest';
import { measureAtOf, pasteInto, withMeasure } from './measure-rows.ts';

const table = {
  parts: ['肩宽', '胸围', '衣长'],
  sizes: [
    { id: 1, name: 'S' },
    { id: 2, name: 'M' },
  ],
};
const rows = [{ size_id: 2, part: '衣长', value_mm: 700 }];

describe('a block from a spreadsheet', () => {
  it('leaves alone what is over the edge or no measure', () => {
    const text = '400\t很宽\t-1\n1.5\t10000\t0\n380\t900\t650\n';
    const pasted = pasteInto({ table, rows, text, from: { sizeId: 1, part: '肩宽' } });
    expect(pasted).toEqual([...rows, { size_id: 1, part: '肩宽', value_mm: 400 }]);
  });

  it('is put from the cell on, to the right and down; an empty cell takes a measure out', () => {
    const pasted = pasteInto({ table, rows, text: '900\t650\r\n1,020\t\r\n', from: { sizeId: 1, part: '胸围' } });
    expect(measureAtOf(pasted, 1, '胸围')).toBe(900);
    expect(measureAtOf(pasted, 1, '衣长')).toBe(650);
    expect(measureAtOf(pasted, 2, '胸围')).toBe(1020);
    expect(measureAtOf(pasted, 2, '衣长')).toBeUndefined();
    expect(measureAtOf(pasted, 1, '肩宽')).toBeUndefined();
  });
});

it('one measure stands once', () => {
  expect(withMeasure(rows, { size_id: 2, part: '衣长', value_mm: 710 })).toEqual([
    { size_id: 2, part: '衣长', value_mm: 710 },
  ]);
  expect(withMeasure(rows, { size_id: 2, part: '衣长', value_mm: null })).toEqual([]);
});
