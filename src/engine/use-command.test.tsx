// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Call, command, query } from '#contract/kit/call.ts';
import { type Bench, createBench, renderHookOn, until } from './test-bench.tsx';
import { heldPath } from './test-held-path.ts';
import { useCommand } from './use-command.ts';
import { useRead } from './use-read.ts';

const closeZone: Call<{ zone: number }, null> = command({ service: 'erp', path: '/v1/probe/close', access: 'login' });
const openZone: Call<{ zone: number }, null> = command({ service: 'erp', path: '/v1/probe/open', access: 'login' });
const upload: Call<FormData, null> = command({ service: 'erp', path: '/v1/probe/upload', access: 'login' });
const readZones: Call<object, string> = query({ service: 'erp', path: '/v1/probe/zones', access: 'login' });
const readDevices: Call<object, string> = query({ service: 'erp', path: '/v1/probe/devices', access: 'login' });
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

describe('a write that succeeded', () => {
  it('is told at once, and runs until what was read before it has been read again', async () => {
    const bench = serverThat({ result: null });
    bench.on(readZones.path, { result: 'zones' });
    const line = heldPath(bench, readZones.path, 2);
    const view = renderHookOn(
      () => ({ command: useCommand<null>(probe), reading: useRead(probe, readZones, { input: {} }) }),
      { bench: line.bench },
    );
    await until(() => expect(view.now.reading.value).toBe('zones'));
    await act(() => view.now.command.run(closeZone, { zone: 1 }));
    await until(() => expect(bench.calls(readZones.path)).toHaveLength(2));
    expect(view.now.command.running).toBe(true);
    // Nothing is left to give up: it goes on being read.
    act(() => view.now.command.giveUp());
    expect(view.now.command.running).toBe(true);
    line.release();
    await until(() => expect(view.now.command.running).toBe(false));
  });

  it('has everything read again that it is told of', async () => {
    const bench = serverThat({ result: null });
    for (const { path } of [readZones, readDevices]) bench.on(path, { result: '' });
    const names = [probe, { name: 'device' }];
    const view = renderHookOn(
      () => ({
        command: useCommand<null>(names),
        zones: useRead(probe, readZones, { input: {} }),
        devices: useRead({ name: 'device' }, readDevices, { input: {} }),
      }),
      { bench },
    );
    await until(() => expect([view.now.zones.loading, view.now.devices.loading]).toEqual([false, false]));
    await act(() => view.now.command.run(closeZone, { zone: 1 }));
    await until(() => expect([readZones, readDevices].map(({ path }) => bench.calls(path).length)).toEqual([2, 2]));
  });
});
