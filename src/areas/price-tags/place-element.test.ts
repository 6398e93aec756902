import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freePlace, moved, sheetOf, sized, step } from './place-element.ts';

const paper = { w: 600, h: 400 };
const element = { x: 100, y: 100, w: 200, h: 50 };
const by = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });

describe('an element', () => {
  it('never leaves the paper, however it is moved and sized', () => {
    fc.assert(
      fc.property(by, by, (move, size) => {
        const { x, y, w, h } = sized(moved(element, move, paper), size, paper);
        expect(x >= 0 && y >= 0 && w >= 2 && h >= 2 && x + w <= paper.w && y + h <= paper.h).toBe(true);
      }),
    );
  });

  it('keeps to half millimetres', () => {
    expect(moved(element, { x: 13, y: -2 }, paper)).toEqual({ ...element, x: 115, y: 100 });
    expect(sized(element, { x: 7, y: 0 }, paper).w % step).toBe(0);
  });

  it('that is new stands under the others, or at the top', () => {
    expect(freePlace([element], { w: 200, h: 60 }, paper)).toEqual({ x: 10, y: 160, w: 200, h: 60 });
    expect(freePlace([{ ...element, y: 340 }], { w: 900, h: 60 }, paper)).toEqual({ x: 10, y: 10, w: 580, h: 60 });
  });
});

it('tags fill a sheet by their sides and the gap, and at least one stands on it', () => {
  const sheet = { width: 194, height: 281 };
  expect(sheetOf({ width: 60, height: 40, gap: 2 }, sheet)).toEqual({ columns: 3, rows: 6 });
  expect(sheetOf({ width: 90, height: 130, gap: 4 }, sheet)).toEqual({ columns: 2, rows: 2 });
  expect(sheetOf({ width: 300, height: 300, gap: 0 }, sheet)).toEqual({ columns: 1, rows: 1 });
});
