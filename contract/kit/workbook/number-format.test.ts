import { expect, it } from 'vitest';
import { isPercent, isTime } from './number-format.ts';

it.each([
  '0.00',
  '0"%"',
  '0\\%',
  '#,##0_%',
  'General',
  '@',
  '"yyyy"0',
  '[Red]0',
  '[$-804]0',
  '0.00E+00',
  '_ * #,##0_ ',
])('%s is neither a percentage nor a time', (format) => {
  expect([isPercent(format), isTime(format)]).toEqual([false, false]);
});

it('percentages and times are known by what stands outside quotes', () => {
  for (const format of ['0%', '0.00%', '[Red]0.0%;-0%', '"税"0%']) expect(isPercent(format)).toBe(true);
  for (const format of ['yyyy\\-mm\\-dd', '[$-804]yyyy"年"m"月"', '[h]:mm', 'h:mm:ss'])
    expect(isTime(format)).toBe(true);
});
