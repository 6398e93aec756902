import { expect, it } from 'vitest';
import { nextRunAt } from './schedule.ts';

// 2026-03-02 is a Monday; 02:00 UTC is ten in the morning in Shanghai.
const now = new Date('2026-03-02T02:00:00.000Z');

it.each<[string, string, string | undefined]>([
  ['later the same day', '每天 10:30', '2026-03-02T02:30:00.000Z'],
  ['not at this very minute', '每天 10:00', '2026-03-03T02:00:00.000Z'],
  ['before dawn there, the day before here', '每天 06:00', '2026-03-02T22:00:00.000Z'],
  ['on a weekday', '每周三五 06:00', '2026-03-03T22:00:00.000Z'],
  ['a week on', '每周一 09:00', '2026-03-09T01:00:00.000Z'],
  ['on a Sunday', '每周日 00:00', '2026-03-07T16:00:00.000Z'],
  ['never, of what is no schedule', '每月 06:00', undefined],
])('%s', (_name, schedule, at) => {
  expect(nextRunAt(schedule, now)?.toISOString()).toBe(at);
});
