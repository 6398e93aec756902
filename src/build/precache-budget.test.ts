import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPrecacheBudget } from './precache-budget.ts';

let target = '';

beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'precache-'));
  // Random bytes do not shrink, so that their weight is known.
  writeFileSync(join(target, 'heavy.js'), randomBytes(4000));
  writeFileSync(join(target, 'light.js'), randomBytes(500));
});

afterEach(() => rmSync(target, { recursive: true, force: true }));

it('fails a build whose precache is over its budget, and names the heaviest', () => {
  expect(() => keepPrecacheBudget(target, ['light.js', 'heavy.js'], 4000)).toThrow(/over its budget: heavy\.js \d+/);
});

it('lets one within its budget pass', () => {
  expect(() => keepPrecacheBudget(target, ['light.js', 'heavy.js'], 5000)).not.toThrow();
});
