// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadBases } from './bases.ts';
import { prefetch, readPrefetched, takePrefetched, takePrefetchedFile } from './prefetched.ts';
import { request } from './request.ts';

const mine = { url: '/api/erp/v1/brand/list', headers: { authorization: 't' }, body: '{"page":1}' };
const asked: string[] = [];
let answers: (() => Promise<Response>)[] = [];

beforeEach(() => {
  asked.length = 0;
  answers = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return (answers.shift() ?? (async () => new Response('own')))();
  });
});

afterEach(() => {
  globalThis.askedAhead = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function send(change: Partial<typeof mine> = {}, more: { timeout?: number; signal?: AbortSignal } = {}) {
  const { url, headers, body } = { ...mine, ...change };
  const exchange = { url, headers, input: JSON.parse(body), timeout: 1000, signal: undefined, ...more };
  return request(exchange, async (response) => ({ ok: true, text: await response.text() }));
}

it.each([
  ['another person’s', { headers: { authorization: 'other' } }],
  ['that of nobody', { headers: {} as typeof mine.headers }],
  ['that of another address', { url: '/api/erp/v1/unit/list' }],
  ['that to another question', { body: '{"page":2}' }],
  ['that of an operation', { headers: { ...mine.headers, 'idempotency-key': 'op' } }],
])('takes no answer but its own: %s is asked for anew', async (_name, change) => {
  answers = [async () => new Response('ahead')];
  prefetch(mine);
  expect(await send(change)).toEqual({ ok: true, text: 'own' });
  expect(takePrefetched(mine)).toBeDefined();
});

it('takes no answer that is old', () => {
  vi.useFakeTimers();
  prefetch(mine);
  vi.advanceTimersByTime(15_000);
  expect(takePrefetched(mine)).toBeUndefined();
});

it('gives an answer once, and asks the second time', async () => {
  answers = [async () => new Response('ahead')];
  prefetch(mine);
  expect(await send()).toEqual({ ok: true, text: 'ahead' });
  expect(asked).toHaveLength(1);
  expect(await send()).toEqual({ ok: true, text: 'own' });
});

it('asks again where what was asked ahead could not be had', async () => {
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))];
  prefetch(mine);
  expect(await send()).toEqual({ ok: true, text: 'own' });
});

it('waits for an early answer no longer than for any, and not for one whose asker has left', async () => {
  answers = [() => new Promise<Response>(() => {}), () => new Promise<Response>(() => {})];
  prefetch(mine);
  expect(await send({}, { timeout: 20 })).toEqual({ ok: false, failure: { kind: 'timeout' } });
  prefetch(mine);
  const leaving = new AbortController();
  const sent = send({}, { signal: leaving.signal });
  leaving.abort();
  expect(await sent).toEqual({ ok: false, failure: { kind: 'aborted' } });
  expect(asked).toHaveLength(2);
});

it('waits no longer for a body that stops on its way', async () => {
  answers = [async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }))];
  prefetch(mine);
  expect(await send({}, { timeout: 20 })).toEqual({ ok: false, failure: { kind: 'timeout' } });
});

it('reads a file once for whoever needs it first', async () => {
  answers = [async () => Response.json({ erp: '/elsewhere' })];
  void readPrefetched('/config.json');
  expect(await loadBases()).toMatchObject({ erp: '/elsewhere' });
  expect(takePrefetchedFile('/config.json')).toBeUndefined();
  expect(asked).toEqual(['/config.json']);
});
