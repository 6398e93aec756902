import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { type Call, command, query } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { ownBases } from './bases.ts';
import { savedAs } from './file-name.ts';
import { createWire, type Wire } from './wire.ts';

// A server that never answers: only the clock and the caller end these calls.

const at = { service: 'erp', path: '/v1/x', access: 'login' } as const;
const kinds: [string, Call<object>, number][] = [
  ['a reading call', query(at), 80_000],
  ['a writing call', command(at), 280_000],
  ['a call of the default kind', query({ ...at, timeout: 'default' }), 6_000],
  ['an export', query({ ...at, timeout: 'export' }), 150_000],
  ['a list', callsOf(stock).list, 80_000],
  ['the inventory stream list', callsOf(inventoryStream).list, 300_000],
];

let wire: Wire;
let running: number[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  );
  running = [];
  wire = createWire({
    bases: ownBases,
    device: '',
    build: '',
    caller: () => null,
    onActivity: (count) => running.push(count),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('how long a call is waited for (specification §9)', () => {
  it.each(kinds)('%s', async (_what, call, patience) => {
    let came: unknown;
    void wire.send(call, {}).then((sent) => (came = sent));
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(came).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(came).toEqual({ ok: false, failure: { kind: 'timeout' } });
  });

  it('sign-in and other raw calls: 6 s', async () => {
    const sent = wire.raw({ service: 'acl', path: '/login' }, {});
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await sent).toMatchObject({ failure: { kind: 'timeout' } });
  });

  it('a caller may say otherwise', async () => {
    const sent = wire.file(query({ ...at, timeout: 'export' }), {}, { timeout: 50 });
    await vi.advanceTimersByTimeAsync(50);
    expect(await sent).toMatchObject({ failure: { kind: 'timeout' } });
  });
});

describe('what the loading overlay counts (specification §9)', () => {
  it('goes down to zero when calls time out or are given up', async () => {
    const stop = new AbortController();
    const late = wire.send(query(at), {}, { timeout: 100 });
    const left = wire.send(query(at), {}, { signal: stop.signal });
    const quiet = wire.send(query(at), {}, { timeout: 100, hideLoading: true, ownWords: true });
    await vi.advanceTimersByTimeAsync(100);
    stop.abort();
    await Promise.all([late, left, quiet]);
    expect(running).toEqual([1, 2, 1, 0]);
  });

  it('goes down to zero when asking who calls goes wrong', async () => {
    const broken = createWire({
      bases: ownBases,
      device: '',
      build: '',
      caller: () => Promise.reject(new Error('no database')),
      onActivity: (count) => running.push(count),
    });
    await expect(broken.send(query(at), {})).rejects.toThrow('no database');
    expect(running).toEqual([1, 0]);
  });
});

it('a file is saved under the given name, with the extension of the header or .csv', () => {
  expect(savedAs('临期商品', '')).toBe('临期商品.csv');
  expect(savedAs('临期商品', 'export.xlsx')).toBe('临期商品.xlsx');
});
