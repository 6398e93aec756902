import { expect, it } from 'vitest';
import { barcodePattern, isErrorText, spoiltCode } from './spoilt-code.ts';

it.each([
  ['6.93E+12', '科学计数'],
  ['6.93e+12', '科学计数'],
  ['6.93E12', '科学计数'],
  ['1E+15', '科学计数'],
  ['6,93E+12', '科学计数'],
  ['6,93E12', '科学计数'],
  ['6901234560024,0', '小数'],
  ['6,930,123,456,789', '千位'],
  ["6'930'123'456'789", '千位'],
  ['="6901234560024"', '文本标记'],
  ["'6901234560024", '文本标记'],
  ['6901234560024.0', '小数'],
  ['6901234560024.', '小数'],
  [' 123.00 ', '小数'],
  ['#N/A', '错误值'],
  ['#REF!', '错误值'],
  ['#DIV/0!', '错误值'],
  ['#n/a', '错误值'],
  ['S0000000231\u200B', '看不见'],
  ['690\uFEFF1234560024', '看不见'],
  ['69012\u202A34560024', '看不见'],
])('%j is told: %s', (text, words) => {
  expect(spoiltCode(text)).toContain(words);
  expect(barcodePattern.regex.test(text.trim())).toBe(false);
});

it.each([
  '6901234567892',
  '84997E',
  '79321E5',
  'E10',
  '1E5',
  '#12',
  'N/A',
  'A1.0',
  '12.5',
  '1.0.0',
  '12,345',
  'A,B',
  "A'1",
  '1,5',
  '',
])('%j is what somebody wrote', (text) => {
  expect(spoiltCode(text)).toBeUndefined();
  expect(isErrorText(text)).toBe(false);
  expect(barcodePattern.regex.test(text)).toBe(text !== '');
});
