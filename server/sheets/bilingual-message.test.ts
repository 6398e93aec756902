import { expect, test } from 'vitest';
import { cut, shown } from './bilingual-message.ts';

test('a text is cut between characters, never inside one', () => {
  expect(['', 'ab', 'abc', 'a👕', '👕b', '👕👕'].map((text) => cut(text, 2))).toEqual([
    '',
    'ab',
    'ab',
    'a',
    '👕',
    '👕',
  ]);
});

test('a cell is shown whole as long as it is short', () => {
  expect(shown('甲'.repeat(40))).toBe('甲'.repeat(40));
  expect(shown(`${'甲'.repeat(39)}👕`)).toBe(`${'甲'.repeat(39)}…`);
});
