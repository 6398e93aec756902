import type { DayMoves } from '#contract/areas/shell/dashboard.ts';

/** A day's two bars in the chart's own units: up from the base line what came, down from it what went. */
export interface Bar {
  x: number;
  width: number;
  up: number;
  down: number;
}

/** The chart's box; the base line lies where both directions have the same scale. */
export const chart = { width: 600, height: 150 } as const;

/** Bars of all days on one scale, and where the base line lies. */
export function barsOf(days: readonly DayMoves[]): { bars: Bar[]; base: number } {
  const most = (name: 'in' | 'out') => Math.max(0, ...days.map((day) => day[name]));
  const whole = most('in') + most('out') || 1;
  const step = chart.width / Math.max(days.length, 1);
  const scale = chart.height / whole;
  // A day with a single piece is still to be seen beside one with thousands.
  const high = (count: number) => (count === 0 ? 0 : Math.max(count * scale, 1.5));
  return {
    base: most('in') * scale,
    bars: days.map((day, at) => ({
      x: at * step + step * 0.18,
      width: step * 0.64,
      up: high(day.in),
      down: high(day.out),
    })),
  };
}

/** The chart's scale: where the most that came, nothing, and the most that went lie, as parts of its height from the top. */
export function scaleOf(days: readonly DayMoves[]): { at: number; count: number }[] {
  const [come, gone] = [Math.max(0, ...days.map((day) => day.in)), Math.max(0, ...days.map((day) => day.out))];
  if (come + gone === 0) return [];
  const base = come / (come + gone);
  const clear = base === 0 || base === 1 || (base > nearest && base < 1 - nearest);
  return [
    ...(come > 0 ? [{ at: 0, count: come }] : []),
    ...(clear ? [{ at: base, count: 0 }] : []),
    ...(gone > 0 ? [{ at: 1, count: gone }] : []),
  ];
}

/** Two figures of the scale closer than this would lie on one another. */
const nearest = 0.08;

/** The chart in words: sums, and the day on which most was moved. */
export function wordsOf(days: readonly DayMoves[]): string {
  const sum = (name: 'in' | 'out') => days.reduce((all, day) => all + day[name], 0);
  const busiest = days.reduce<DayMoves | undefined>(
    (best, day) => (day.in + day.out > (best ? best.in + best.out : 0) ? day : best),
    undefined,
  );
  if (!busiest) return `近 ${days.length} 天没有出入库`;
  return `近 ${days.length} 天入库 ${figure(sum('in'))} 件，出库 ${figure(sum('out'))} 件，${dayWords(busiest.day)}最多`;
}

/** `2026-11-03` as 11月3日. */
export function dayWords(day: string): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`;
}

/** A count with its thousands apart. */
export function figure(count: number): string {
  return count.toLocaleString('zh-CN');
}
