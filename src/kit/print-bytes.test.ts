import { expect, it } from 'vitest';
import { printBytes } from './print-bytes.ts';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1_300_000, '1.2 MB'],
  [5 * 1024 ** 5, '5120.0 TB'],
])('prints %i bytes', (count, words) => {
  expect(printBytes(count)).toBe(words);
});
