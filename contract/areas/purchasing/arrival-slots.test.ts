import { expect, it } from 'vitest';
import { slotEnd, slotsFault, slotsOn } from './arrival-slots.ts';

const entries = ['* 1-5 09:00-11:00 300', '* 6 09:00-10:00 100', 'W02 1-7 14:00-16:00 50', 'W02 7 08:00-09:00 20'];
const place = (warehouse_no: string, slot_capacity_qty: number | null = null) => ({ warehouse_no, slot_capacity_qty });

it('a warehouse has its own slots, in their order, else those of all, within its own capacity', () => {
  // 2 March 2026 is a Monday.
  expect(slotsOn(entries, place('W01'), '2026-03-02')).toEqual([{ slot: '09:00-11:00', capacity_qty: 300 }]);
  expect(slotsOn(entries, place('W01', 80), '2026-03-07')).toEqual([{ slot: '09:00-10:00', capacity_qty: 80 }]);
  expect(slotsOn(entries, place('W01'), '2026-03-08')).toEqual([]);
  expect(slotsOn(entries, place('W02', 80), '2026-03-08')).toEqual([
    { slot: '08:00-09:00', capacity_qty: 20 },
    { slot: '14:00-16:00', capacity_qty: 50 },
  ]);
});

it('a slot ends by the clock of Shanghai', () => {
  expect(slotEnd('2026-03-02', '09:00-11:00').toISOString()).toBe('2026-03-02T03:00:00.000Z');
});

it.each([
  ['an entry that is none', ['W01'], '第 1 行'],
  ['a day that is not', ['W01 0 09:00-11:00 1'], '第 1 行'],
  ['days the wrong way round', ['W01 5-1 09:00-11:00 1'], '第 1 行'],
  ['an end before its beginning', ['W01 1 11:00-09:00 1'], '第 1 行'],
  ['a number', [7], '第 1 行'],
  ['slots that overlap', ['W01 1-5 09:00-11:00 1', 'W02 1 09:00-11:00 1', 'W01 5-7 10:00-12:00 1'], '第 3 行与第 1 行'],
])('%s is a fault', (_name, wrong, words) => {
  expect(slotsFault(wrong)).toContain(words);
  expect(slotsFault(entries)).toBe('');
});
