import { describe, expect, it } from 'vitest';
import { createChance } from '#tests/torture/chance.ts';
import { addTo, type Figure, type Figures, spread } from './count-figures.ts';

const figure = (qty: number, more: Partial<Figure> = {}): Figure => ({
  imperfect_type: 0,
  production_date: null,
  expire_at: null,
  qty,
  ...more,
});

describe('figures', () => {
  it('never go below nothing, and are gone at nothing', () => {
    const figures: Figures = new Map();
    expect(addTo(figures, figure(-1))).toBe(false);
    expect(addTo(figures, figure(2))).toBe(true);
    expect(addTo(figures, figure(-1, { imperfect_type: 1 }))).toBe(false);
    expect(addTo(figures, figure(-2))).toBe(true);
    expect(figures.size).toBe(0);
  });
});

describe('spread', () => {
  const roots = [
    { id: 1, plan_qty: 10 },
    { id: 2, plan_qty: 5 },
  ];

  it('fills one planned line after the other, the good ones first, and leaves what is over to the last', () => {
    const counted = [figure(3, { imperfect_type: 1 }), figure(14)];
    expect(spread(roots, counted).map(({ line_id, imperfect_type, qty }) => [line_id, imperfect_type, qty])).toEqual([
      [1, 0, 10],
      [2, 0, 4],
      [2, 1, 3],
    ]);
    expect(spread(roots, []).map(({ line_id, qty }) => [line_id, qty])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it('gives the same lines for the same pieces, in whatever order they were counted, and loses none', () => {
    const chance = createChance(5);
    const pieces = Array.from({ length: 40 }, () =>
      figure(chance.between(1, 3), {
        imperfect_type: chance.between(0, 2),
        expire_at: chance.pick([null, '2026-06-01', '2026-09-01']),
      }),
    );
    const lines = (all: readonly Figure[]) => {
      const figures: Figures = new Map();
      for (const one of all) addTo(figures, one);
      return spread(roots, figures.values());
    };
    const sum = (all: readonly Figure[]) => all.reduce((total, { qty }) => total + qty, 0);
    expect(lines(pieces.toReversed())).toEqual(lines(pieces));
    expect(sum(lines(pieces))).toBe(sum(pieces));
  });
});
