import { expect, it, vi } from 'vitest';
import { readerStatus, readSeen, readTagsBy } from './tag-reader.ts';

it('asks the helper as the specification says, and answers each tag once', async () => {
  const ask = vi.fn(async () => Response.json([{ EPC: '30 74 aa', RSSI: -41 }, { EPC: '3074AA' }, { EPC: '3074BB' }]));
  expect(await readTagsBy(8888, { ask: ask as unknown as typeof fetch })).toEqual({
    ok: true,
    tags: [
      { EPC: '3074AA', RSSI: null },
      { EPC: '3074BB', RSSI: null },
    ],
  });
  const [address, init] = ask.mock.calls[0] as unknown as [string, RequestInit];
  expect(address).toBe('http://127.0.0.1:8888/start');
  expect(JSON.parse(String(init.body))).toEqual({ MemoryBank: 'EPC', ExcludeDuplication: true });
});

it('says in words why nothing was read', async () => {
  const answers = (response: () => Promise<Response>) => readTagsBy(1, { ask: response as unknown as typeof fetch });
  expect(await answers(() => Promise.reject(new TypeError('refused')))).toMatchObject({
    words: expect.stringContaining('没有连上') as unknown,
  });
  expect(await answers(async () => new Response('', { status: 500 }))).toMatchObject({
    words: expect.stringContaining('500') as unknown,
  });
  expect(await answers(async () => Response.json({ msg: 'busy' }))).toMatchObject({
    words: expect.stringContaining('无法识别') as unknown,
  });
});

it('finds the list where a helper wraps it, and takes nothing that is no tag', () => {
  expect(readSeen({ code: 0, data: [{ EPC: 'aa', RSSI: -1 }] })).toEqual([{ EPC: 'AA', RSSI: -1 }]);
  expect(readSeen([])).toEqual([]);
  expect(readSeen([{ epc: 'aa' }])).toBeUndefined();
  expect(readSeen('x')).toBeUndefined();
});

it('says what the helper says of itself, in one line, and what is no helper', async () => {
  const status = (text: string, init?: ResponseInit) =>
    readerStatus(8888, { ask: (async () => new Response(text, init)) as typeof fetch });
  expect(await status('{"version":"2.1","status":"idle"}')).toEqual({ ok: true, words: '2.1 · idle' });
  expect(await status('running')).toEqual({ ok: true, words: 'running' });
  expect(await status('{"code":0}')).toEqual({ ok: true, words: '' });
  expect((await status('x'.repeat(200))).words).toHaveLength(60);
  expect(await status('<html>')).toMatchObject({ ok: false, words: expect.stringContaining('8888') as unknown });
  expect(await status('', { status: 404 })).toMatchObject({ ok: false, words: '读写器服务返回 404' });
});
