import { expect, test } from 'vitest';
import { codeOf, reasonOf } from './startup-error.ts';

test('a system error is told in words', () => {
  expect(reasonOf(Object.assign(new Error('EACCES: /x'), { code: 'EACCES' }))).toBe('permission denied');
});

test('an unknown error is told by its first line', () => {
  expect(reasonOf(new Error('one\ntwo'))).toBe('one');
  expect(reasonOf('plain')).toBe('plain');
});

test('an error without words is told by its code', () => {
  expect(reasonOf(Object.assign(new Error(''), { code: 'EODD' }))).toBe('EODD');
  expect(reasonOf(new Error(''))).toBe('unknown error');
});

test('only a text is a code', () => {
  expect(codeOf({ code: 7 })).toBeUndefined();
  expect(codeOf(null)).toBeUndefined();
  expect(codeOf({ code: '40001' })).toBe('40001');
});
