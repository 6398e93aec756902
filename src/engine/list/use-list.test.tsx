// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { createBench, renderHookOn, until } from '../test-bench.tsx';
import { useList } from './use-list.ts';

const page = (total: number, capped = false) => ({ result: { list: [{ id: 1, name: '安踏' }], total, capped } });

// The network is there again for the next test.
afterEach(() => void dispatchEvent(new Event('online')));

it('asks what its address says', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', page(1));
  const list = renderHookOn(() => useList(brand), {
    bench,
    at: '/shops/addBrands?status=%5B1%5D&keyword=安&sort=-updated_at&page=3',
  });
  await until(() => expect(list.now.rows).toHaveLength(1));
  expect(bench.asked[0]?.input).toEqual({ status: [1], keyword: '安', sort: '-updated_at', page: 3, page_size: 20 });
});

it('writes what is asked into the address and begins at page 1', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', page(100));
  const list = renderHookOn(() => useList(brand), { bench, at: '/shops/addBrands?page=3&id=9' });
  await until(() => expect(list.now.rows).toHaveLength(1));
  act(() => list.now.change({ keyword: '李' }));
  await until(() => expect(list.router.state.location.search).toBe(`?id=9&keyword=${encodeURIComponent('李')}`));
  await until(() => expect(bench.asked.at(-1)?.input).toEqual({ keyword: '李', page: 1, page_size: 20 }));
});

it('counts exactly only on demand, and without reading the page again', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', (input) => (input.exact ? page(23_456) : page(10_000, true)));
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.capped).toBe(true));
  expect(list.now.total).toBe(10_000);
  act(() => list.now.countExactly());
  await until(() => expect(list.now.total).toBe(23_456));
  expect(list.now.capped).toBe(false);
  expect(bench.asked.at(-1)?.input).toEqual({ page: 1, page_size: 1, exact: true });
});

it('drops the picks when something else is asked', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', page(1));
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.rows).toHaveLength(1));
  act(() => list.now.selection.pick([{ id: 1 }], [{ id: 1 }]));
  expect(list.now.selection.ids).toEqual([1]);
  act(() => list.now.change({ filters: { status: [0] } }));
  await until(() => expect(list.now.selection.ids).toEqual([]));
});

it('goes back to the last page that holds rows', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', (input) =>
    input.page === 1 ? page(1) : { result: { list: [], total: 1, capped: false } },
  );
  const list = renderHookOn(() => useList(brand), { bench, at: '/shops/addBrands?page=4' });
  await until(() => expect(list.now.state.page).toBe(1));
  await until(() => expect(list.now.rows).toHaveLength(1));
});

it('a refusal is not asked again', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', { code: 4003, msg: '没有操作权限', http: 403 });
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.failure).toEqual({ kind: 'forbidden', msg: '没有操作权限' }));
  // Twice under StrictMode at most: never a retry.
  expect(bench.asked.length).toBeLessThanOrEqual(2);
});

it('counts exactly anew with 刷新, and leaves the figure once the list knows its own total', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', (input) => (input.exact ? page(23_456) : page(10_000, true)));
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.capped).toBe(true));
  act(() => list.now.countExactly());
  await until(() => expect(list.now.total).toBe(23_456));
  bench.on('/v1/brand/list', (input) => (input.exact ? page(23_457) : page(10_000, true)));
  act(() => list.now.reload());
  await until(() => expect(list.now.total).toBe(23_457));
  bench.on('/v1/brand/list', (input) => (input.exact ? page(23_457) : page(7)));
  act(() => list.now.reload());
  await until(() => expect(list.now).toMatchObject({ total: 7, capped: false }));
});

it('shows no exact figure of before when it could not be counted again, and counts once more on demand', async () => {
  const bench = createBench();
  const count = (total: number | 'cut') =>
    bench.on('/v1/brand/list', (input) => (!input.exact ? page(10_000, true) : total === 'cut' ? total : page(total)));
  count(23_456);
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.capped).toBe(true));
  act(() => list.now.countExactly());
  await until(() => expect(list.now.total).toBe(23_456));
  count('cut');
  act(() => list.now.reload());
  await until(() => expect(list.now).toMatchObject({ total: 10_000, capped: true }));
  count(23_457);
  act(() => list.now.countExactly());
  await until(() => expect(list.now).toMatchObject({ total: 23_457, capped: false }));
});

it('without network shows nothing of one question as the answer to another, and answers it afterwards', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', (input) => page(input.status ? 2 : 1));
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.total).toBe(1));
  act(() => void dispatchEvent(new Event('offline')));
  act(() => list.now.change({ filters: { status: [0] } }));
  await until(() =>
    expect(list.now).toMatchObject({ failure: { kind: 'offline' }, rows: [], total: 0, loading: false }),
  );
  act(() => void dispatchEvent(new Event('online')));
  await until(() => expect(list.now).toMatchObject({ failure: null, total: 2 }));
});

it('without network says that its own answer could not be read again', async () => {
  const bench = createBench();
  bench.on('/v1/brand/list', page(1));
  const list = renderHookOn(() => useList(brand), { bench });
  await until(() => expect(list.now.total).toBe(1));
  act(() => void dispatchEvent(new Event('offline')));
  act(() => list.now.reload());
  await until(() => expect(list.now).toMatchObject({ failure: null, stale: { kind: 'offline' }, total: 1 }));
  act(() => void dispatchEvent(new Event('online')));
  await until(() => expect(list.now.stale).toBeNull());
});
