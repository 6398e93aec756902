import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { freshList, readAddress, writeAddress } from './list-address.ts';

it('leaves nonsense out and keeps within limits', () => {
  const state = readAddress(brand, new URLSearchParams('page=-2&page_size=9999&other=1'));
  expect(state).toEqual({ ...freshList, pageSize: 500 });
});

it('writes nothing for a list nobody asked anything', () => {
  expect(writeAddress(brand, new URLSearchParams('id=7'), freshList).toString()).toBe('id=7');
});

it('reads back what it wrote, whatever people type', () => {
  const filters = fc.record(
    {
      brand_id: fc.array(fc.integer({ min: 1 }), { minLength: 1 }),
      season_name: fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      status: fc.constantFrom(0, 1, 2),
      online_time_from: fc.string({ minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const states = fc.record({
    filters,
    keyword: fc.string(),
    sort: fc.constantFrom(undefined, '-id', 'name'),
    page: fc.integer({ min: 1, max: 9999 }),
    pageSize: fc.constantFrom(20, 50, 500),
  });
  fc.assert(
    fc.property(states, (state) => {
      const text = writeAddress(spu, new URLSearchParams(), state).toString();
      expect(readAddress(spu, new URLSearchParams(text))).toEqual(state);
    }),
  );
});

it('keeps a typed figure a text where it was typed as text', () => {
  const state = { ...freshList, filters: { name: '123', initial: 'true' } };
  expect(readAddress(brand, writeAddress(brand, new URLSearchParams(), state)).filters).toEqual(state.filters);
});
