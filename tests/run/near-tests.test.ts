import { expect, test } from 'vitest';
import { nearTests } from './near-tests.ts';

const files = [
  { path: 'src/kit/a.ts', imports: [] },
  { path: 'src/kit/b.ts', imports: ['src/kit/a.ts'] },
  { path: 'src/kit/b.test.ts', imports: ['src/kit/b.ts'] },
  { path: 'src/kit/a.test.ts', imports: ['src/kit/a.ts'] },
  { path: 'src/kit/c.test.ts', imports: [] },
  { path: 'server/areas/goods/brand.ts', imports: ['server/kit/kit.ts'] },
  { path: 'server/areas/goods/spu/spu.pg.test.ts', imports: ['server/areas/goods/brand.ts'] },
  { path: 'server/areas/goods/brand.pg.test.ts', imports: ['server/areas/goods/brand.ts'] },
  { path: 'server/areas/price/price.pg.test.ts', imports: ['server/areas/goods/brand.ts'] },
  { path: 'tests/laws/goods.test.ts', imports: ['server/areas/goods/brand.ts'] },
];

test('tests come by how many imports lie between, and none that does not reach', () => {
  expect(nearTests(['src/kit/a.ts'], files).quick).toEqual(['src/kit/a.test.ts', 'src/kit/b.test.ts']);
  expect(nearTests(['src/kit/b.ts'], files).quick).toEqual(['src/kit/b.test.ts']);
});

test('a test that was touched is run, though nobody imports it', () => {
  expect(nearTests(['src/kit/c.test.ts'], files).quick).toEqual(['src/kit/c.test.ts']);
  expect(nearTests(['server/areas/price/price.pg.test.ts'], files).postgres[0]).toBe(
    'server/areas/price/price.pg.test.ts',
  );
});

test('PostgreSQL tests are those of the folder, then of the area, whatever else serves the house', () => {
  const both = ['server/areas/goods/brand.pg.test.ts', 'server/areas/goods/spu/spu.pg.test.ts'];
  expect(nearTests(['server/areas/goods/brand.ts'], files).postgres).toEqual(both);
  expect(nearTests(['contract/areas/goods/brand.ts'], files).postgres).toEqual(both);
});

test('says how many it leaves to the whole run', () => {
  const many = Array.from({ length: 65 }, (_, index) => ({
    path: `src/kit/t${index}.test.ts`,
    imports: ['src/kit/a.ts'],
  }));
  const { quick, left } = nearTests(['src/kit/a.ts'], [...files, ...many]);
  expect([quick.length, left]).toEqual([60, 7]);
});
