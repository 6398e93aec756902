import { expect, it } from 'vitest';
import { scopeDigest } from './scope-digest.ts';

it('differs where somebody sees more or less', () => {
  const scopes = [
    'everything',
    [],
    [{}],
    [{ brand: [1] }],
    [{ brand: [1, 2] }],
    [{ shop: [1] }],
    [{ brand: [1] }, { brand: [2] }],
  ] as const;
  expect(new Set(scopes.map((scope) => scopeDigest(scope))).size).toBe(scopes.length);
});

it('is the same in whatever order the same rules come', () => {
  const one = [{ brand: [2, 10, 1], shop: [3] }, { warehouse: [4] }];
  const other = [{ warehouse: [4] }, { shop: [3], brand: [1, 2, 10] }];
  expect(scopeDigest(one)).toBe(scopeDigest(other));
});
