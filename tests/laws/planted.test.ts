import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faults } from '#tests/planted/faults.ts';
import { houseRoot } from './source.ts';

// A fault that can no longer be planted would count as one that nobody finds, or as one that somebody does.
test.each(faults)('can still be planted: $name', ({ file, find, replace }) => {
  const text = readFileSync(join(houseRoot, file), 'utf8');
  expect(text.split(find), `${file} holds this exactly once: ${find}`).toHaveLength(2);
  expect(replace).not.toBe(find);
});

test('faults have names of their own, and tests that are there', () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  for (const path of faults.flatMap(({ tests = [] }) => tests))
    expect(readFileSync(join(houseRoot, path), 'utf8'), path).not.toBe('');
});
