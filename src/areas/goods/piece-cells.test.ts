import { describe, expect, it } from 'vitest';
import type { PieceCell } from '#contract/areas/goods/init-spu.ts';
import { type Cells, cellKey, coded, laidOver, toggled, wrongCodes } from './piece-cells.ts';

const cell = (color_value_id: number, size_id: number, barcode?: string): PieceCell => ({
  color_value_id,
  size_id,
  ...(barcode === undefined ? {} : { barcode }),
});
const cellsOf = (...cells: PieceCell[]): Cells => new Map(cells.map((one) => [cellKey(one), one]));
const there = new Set(['1/1']);

describe('ticking', () => {
  it('never touches what is there, and keeps the codes of what is ticked already', () => {
    const chosen = toggled(cellsOf(cell(1, 2, 'A')), [cell(1, 1), cell(1, 2), cell(1, 3)], there);
    expect([...chosen.values()]).toEqual([cell(1, 2, 'A'), cell(1, 3)]);
  });

  it('takes all out where all are in', () => {
    expect(toggled(cellsOf(cell(1, 2), cell(1, 3)), [cell(1, 1), cell(1, 2), cell(1, 3)], there).size).toBe(0);
  });
});

describe('barcodes', () => {
  it('are laid over from a corner, never beyond the edge nor over what is there', () => {
    const told = laidOver(
      [
        ['A', 'B'],
        ['C', '', 'D'],
      ],
      { row: 0, column: 0 },
      { colors: [1, 2], sizes: [1, 2] },
    );
    expect(told).toEqual([cell(1, 1, 'A'), cell(1, 2, 'B'), cell(2, 1, 'C'), cell(2, 2, '')]);
    expect([...coded(new Map(), told, there).values()]).toEqual([cell(1, 2, 'B'), cell(2, 1, 'C')]);
  });

  it('that are taken away leave the piece to be made', () => {
    expect([...coded(cellsOf(cell(2, 1, 'C')), [cell(2, 1, ' ')], there).values()]).toEqual([cell(2, 1)]);
  });

  it('are wrong with another check digit, and twice', () => {
    const wrong = wrongCodes(cellsOf(cell(1, 2, '6901234567890'), cell(2, 1, 'C'), cell(2, 2, 'C'), cell(3, 1)));
    expect([...wrong]).toEqual([
      ['1/2', expect.stringContaining('校验位应为 2')],
      ['2/2', '条码“C”重复'],
    ]);
  });
});
