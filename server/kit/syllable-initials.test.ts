import { expect, it } from 'vitest';
import { initialsSpelledBy } from './syllable-initials.ts';

it.each([
  ['lianyiqun', ['lyq']],
  ['lianyiqu', ['lyq']],
  ['lianyiq', ['lyq']],
  ['chenshan', ['cs']],
  ['zhuangzhi', ['zz']],
  ['nvzhuang', ['nz']],
])('reads %s as %j', (text, initials) => {
  expect(initialsSpelledBy(text)).toEqual(expect.arrayContaining(initials));
});

it('reads a text in each way that it may be parted', () => {
  expect(initialsSpelledBy('xianfang').toSorted()).toEqual(['xaf', 'xafg', 'xf', 'xfg']);
});

it.each(['', 'a', 'lyq', 'shlyq', 'iphone', 'vvv'])('reads nothing into %j', (text) => {
  expect(initialsSpelledBy(text)).toEqual([]);
});

it('ends at once with whatever is typed', () => {
  expect(initialsSpelledBy('a'.repeat(64)).length).toBeLessThanOrEqual(24);
  expect(initialsSpelledBy('nanan'.repeat(12)).length).toBeLessThanOrEqual(24);
  expect(initialsSpelledBy(`${'nangeng'.repeat(9)}q`).length).toBeLessThanOrEqual(24);
});
