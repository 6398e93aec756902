// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { firstQuestion } from '#src/engine/list/first-question.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { firstScreen, takeStartList } from './first-screen.ts';
import { holdIdle, whenIdle } from './idle.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

afterEach(() => {
  globalThis.startList = undefined;
  vi.unstubAllGlobals();
});

it('asks for no list where the first script has asked for none', () => {
  const queries = new QueryClient();
  takeStartList({ queries, wire: undefined as never });
  expect(queries.getQueryCache().getAll()).toEqual([]);
});

it('has the rows where the list looks for them, once', async () => {
  const queries = new QueryClient();
  const answer = { list: [{ id: 1 }], total: 1, capped: false };
  const send = vi.fn(async () => ({ ok: true as const, value: answer, serverTime: null }));
  globalThis.startList = firstQuestion(brand);
  for (let n = 0; n < 2; n += 1) takeStartList({ queries, wire: { send } as never });
  const key = keysOf(brand).list({ page_size: 20, page: 1 });
  await expect.poll(() => queries.getQueryData(key)).toEqual(answer);
  expect(send).toHaveBeenCalledTimes(1);
});

it('is not idle before the first screen has what it shows, and is from then on', async () => {
  const queries = new QueryClient();
  let answer = (_value: string) => {};
  void queries.prefetchQuery({
    queryKey: ['rows'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  holdIdle(firstScreen(queries, Promise.resolve()));
  const run = vi.fn();
  whenIdle(run);
  await wait(500);
  expect(run).not.toHaveBeenCalled();
  answer('rows');
  await expect.poll(() => run.mock.calls.length).toBe(1);
  whenIdle(run);
  await expect.poll(() => run.mock.calls.length).toBe(2);
});
