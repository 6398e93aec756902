// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Call, command } from '#contract/kit/call.ts';
import { type Bench, createBench, renderHookOn, until } from './test-bench.tsx';
import { useCommand } from './use-command.ts';

const closeZone: Call<{ zone: number }, null> = command({ service: 'erp', path: '/v1/probe/close', access: 'login' });
const openZone: Call<{ zone: number }, null> = command({ service: 'erp', path: '/v1/probe/open', access: 'login' });
const upload: Call<FormData, null> = command({ service: 'erp', path: '/v1/probe/upload', access: 'login' });
const probe = { name: 'probe' } as const;

function serverThat(answers: 'cut' | { code: number; msg: string } | { result: null }): Bench {
  const bench = createBench();
  for (const { path } of [closeZone, openZone, upload]) bench.on(path, answers);
  return bench;
}

const show = (bench: Bench) => renderHookOn(() => useCommand<null>(probe), { bench });
const opIds = (bench: Bench) => bench.asked.map((call) => call.opId);

describe('a write whose outcome nobody knows', () => {
  it('keeps its op id when the same is sent once more', async () => {
    const bench = serverThat('cut');
    const view = show(bench);
    await act(() => view.now.run(closeZone, { zone: 1 }));
    expect(view.now.unknown).toBe(true);
    await act(() => view.now.run(closeZone, { zone: 1 }));
    await act(() => view.now.retry());
    const [first, ...again] = opIds(bench);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(again).toEqual([first, first]);
  });

  it('lends its op id to no other content and to no other call', async () => {
    const bench = serverThat('cut');
    const view = show(bench);
    await act(() => view.now.run(closeZone, { zone: 1 }));
    await act(() => view.now.run(closeZone, { zone: 2 }));
    await act(() => view.now.run(openZone, { zone: 2 }));
    await act(() => view.now.retry());
    const ids = opIds(bench);
    expect(new Set(ids.slice(0, 3)).size).toBe(3);
    expect(ids[3]).toBe(ids[2]);
    expect(bench.asked[3]).toEqual(bench.asked[2]);
  });

  it('of a file is the same for the same form only', async () => {
    const bench = serverThat('cut');
    const ids: (string | null)[] = [];
    const taken: Bench = {
      ...bench,
      fetch: (_address, init) => {
        ids.push(new Headers(init?.headers).get('idempotency-key'));
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    };
    const view = show(taken);
    const [one, other] = [new FormData(), new FormData()];
    await act(() => view.now.run(upload, one));
    await act(() => view.now.run(upload, one));
    await act(() => view.now.run(upload, other));
    await until(() => expect(ids).toHaveLength(3));
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });
});

it('has an op id of its own after a success and after it was given up', async () => {
  const bench = serverThat({ result: null });
  const view = show(bench);
  await act(() => view.now.run(closeZone, { zone: 1 }));
  await act(() => view.now.run(closeZone, { zone: 1 }));
  act(() => view.now.giveUp());
  await act(() => view.now.run(closeZone, { zone: 1 }));
  expect(new Set(opIds(bench)).size).toBe(3);
});

it('keeps its op id when it was refused and is sent as it was', async () => {
  const bench = serverThat({ code: 4010, msg: '当前状态不允许此操作' });
  const view = show(bench);
  await act(() => view.now.run(closeZone, { zone: 1 }));
  await act(() => view.now.run(closeZone, { zone: 1 }));
  expect(new Set(opIds(bench)).size).toBe(1);
});
