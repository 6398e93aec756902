import { expect, it } from 'vitest';
import { barsOf, chart, scaleOf, wordsOf } from './moves.ts';

const days = [
  { day: '2026-11-01', in: 0, out: 0 },
  { day: '2026-11-02', in: 3000, out: 1 },
  { day: '2026-11-03', in: 10, out: 1000 },
];

it('puts both directions on one scale that fills the chart', () => {
  const { bars, base } = barsOf(days);
  expect(base).toBeCloseTo(chart.height * 0.75);
  expect(bars[1]?.up).toBeCloseTo(base);
  expect(bars[2]?.down).toBeCloseTo(chart.height - base);
  expect(bars[0]).toMatchObject({ up: 0, down: 0 });
  expect(bars[1]?.down).toBe(1.5);
});

it('has a scale: the most that came above, nothing between, the most that went below', () => {
  expect(scaleOf(days)).toEqual([
    { at: 0, count: 3000 },
    { at: 0.75, count: 0 },
    { at: 1, count: 1000 },
  ]);
  expect(scaleOf(days.slice(0, 1))).toEqual([]);
  expect(scaleOf([{ day: '2026-11-01', in: 0, out: 5 }]).map(({ count }) => count)).toEqual([0, 5]);
  expect(scaleOf([{ day: '2026-11-01', in: 1000, out: 5 }]).map(({ count }) => count)).toEqual([1000, 5]);
});

it('draws nothing of nothing', () => {
  expect(barsOf([{ day: '2026-11-01', in: 0, out: 0 }])).toMatchObject({ base: 0, bars: [{ up: 0, down: 0 }] });
  expect(barsOf([])).toEqual({ base: 0, bars: [] });
});

it('says what it shows', () => {
  expect(wordsOf(days)).toBe('近 3 天入库 3,010 件，出库 1,001 件，11月2日最多');
  expect(wordsOf(days.slice(0, 1))).toBe('近 1 天没有出入库');
});
