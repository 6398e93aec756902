import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchDownload } from './download.ts';

const heard: number[] = [];
const ask = (given: { most?: number; signal?: AbortSignal } = {}) =>
  fetchDownload({
    base: '/download',
    path: '/abc.csv',
    token: 'secret',
    signal: new AbortController().signal,
    most: 1000,
    onPart: (part) => void heard.push(part),
    ...given,
  });
const answers = (body: BodyInit, init: ResponseInit = {}) => {
  const spy = vi.fn<typeof fetch>(async () => new Response(body, init));
  vi.stubGlobal('fetch', spy);
  return spy;
};
const saved = { 'content-disposition': `attachment; filename*=UTF-8''%E5%95%86%E5%93%81.csv`, 'content-length': '3' };

afterEach(() => {
  heard.length = 0;
  vi.unstubAllGlobals();
});

describe('a file of the download host', () => {
  it('that is refused is a refusal, with the words of the server', async () => {
    answers('{"code":4003,"msg":"您的权限已变化","result":null}', { status: 403 });
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'forbidden', msg: '您的权限已变化' } });
    answers('{"code":4004,"msg":"文件不存在或已过期","result":null}');
    expect(await ask()).toMatchObject({ ok: false, failure: { kind: 'refused', refusal: 'notFound' } });
  });

  it('that is an error inside, whatever it is called, is a refusal (specification §8, fileError)', async () => {
    answers('{"code":4004,"msg":"文件已过期"}', { headers: saved });
    expect(await ask()).toMatchObject({ ok: false, failure: { refusal: 'notFound', msg: '文件已过期' } });
  });

  it('that is larger than may be held is refused before it is read, and while it comes where nobody said so', async () => {
    answers('abc', { headers: saved });
    expect(await ask({ most: 2 })).toMatchObject({ ok: false, failure: { refusal: 'tooLarge' } });
    answers('abc', { headers: { 'content-disposition': 'attachment' } });
    expect(await ask({ most: 2 })).toMatchObject({ ok: false, failure: { refusal: 'tooLarge' } });
  });

  it('that cannot be reached, or is no longer wanted, is a value', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await ask()).toEqual({ ok: false, failure: { kind: 'offline' } });
    const job = new AbortController();
    vi.stubGlobal('fetch', (_to: string, { signal }: { signal: AbortSignal }) =>
      Promise.reject(signal.reason as Error),
    );
    job.abort();
    expect(await ask({ signal: job.signal })).toEqual({ ok: false, failure: { kind: 'aborted' } });
  });

  it('is asked for with the token, and comes with its name and how much of it has come', async () => {
    const spy = answers('abc', { headers: saved });
    const sent = await ask();
    expect(spy.mock.calls[0]?.[0]).toBe('/download/abc.csv');
    expect(new Headers(spy.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('secret');
    if (!sent.ok) throw new Error('refused');
    expect([await sent.value.blob.text(), sent.value.name]).toEqual(['abc', '商品.csv']);
    expect(heard).toEqual([1]);
  });
});
