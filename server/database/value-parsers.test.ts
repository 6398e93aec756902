import { expect, test } from 'vitest';
import { parseInstant, parseInt8, valueParsers } from './value-parsers.ts';

test.each(['9007199254740992', '-9007199254740992', '9223372036854775807'])(
  'refuses %s, which a number cannot hold',
  (text) => {
    expect(() => parseInt8(text)).toThrow(RangeError);
  },
);

test.each(['infinity', '-infinity', '10000-01-01 00:00:00+00', '2026-01-01', '0044-03-15 00:00:00+00 BC'])(
  'refuses the time %s',
  (text) => {
    expect(() => parseInstant(text)).toThrow(RangeError);
  },
);

test('the largest exact integers pass', () => {
  expect(parseInt8('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  expect(parseInt8('-9007199254740991')).toBe(Number.MIN_SAFE_INTEGER);
});

test.each([
  ['2026-11-21 17:00:00+00', '2026-11-21T17:00:00.000Z'],
  ['2026-11-21 17:00:00.123456+00', '2026-11-21T17:00:00.123Z'],
  ['2026-11-21 17:00:00.5+08', '2026-11-21T09:00:00.500Z'],
  ['2026-11-21 17:00:00.999999-03:30', '2026-11-21T20:30:00.999Z'],
])('%s is %s on the wire', (text, wire) => {
  expect(parseInstant(text)).toBe(wire);
});

const int8Array: number = 1016;

test('nested arrays are refused, flat ones keep their nulls', () => {
  const parse: (text: string) => unknown = valueParsers.getTypeParser(int8Array, 'text');
  expect(() => parse('{{1,2},{3,4}}')).toThrow(RangeError);
  expect(parse('{1,NULL,3}')).toEqual([1, null, 3]);
  expect(parse('{}')).toEqual([]);
});
