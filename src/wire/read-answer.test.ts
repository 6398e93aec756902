import { describe, expect, it } from 'vitest';
import { type Answer, readAnswer, readRetryAfter } from './read-answer.ts';

describe('readAnswer', () => {
  it.each([
    ['a captive portal', { text: '<html>欢迎使用免费网络</html>' }],
    ['an empty body', { text: '' }],
    ['half a body', { text: '{"code":200,"msg":"","resu' }],
    ['JSON that is no envelope', { text: '[1,2]' }],
    ['an envelope whose code is a text', { text: '{"code":"200"}' }],
    ['a success under HTTP 404', { status: 404, text: '{"code":200,"result":1}' }],
    ['a proxy that forbids in HTML', { status: 403, text: '<h1>Forbidden</h1>' }],
  ])('never takes %s for success', (_what, given) => {
    expect(readAnswer(answer(given))).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it.each([500, 502, 503, 504, 408, 429])('calls HTTP %i unavailable, whatever the body says', (status) => {
    const sent = readAnswer(answer({ status, text: '{"code":200,"result":1}', retryAfter: '7' }));
    expect(sent).toMatchObject({ ok: false, failure: { kind: 'unavailable', status, retryAfter: 7000 } });
  });

  it('calls the catalogue’s own busy and tooMany unavailable, and no other code', () => {
    expect(failureOf({ code: 5003, msg: '忙' })).toMatchObject({ kind: 'unavailable', msg: '忙' });
    expect(failureOf({ code: 4029, msg: '' })).toMatchObject({ kind: 'unavailable' });
    expect(failureOf({ code: 5000, msg: '' })).toMatchObject({ kind: 'refused', refusal: 'internal' });
  });

  it('tells the two ends of a session apart', () => {
    expect(readAnswer(answer({ status: 401, text: '' }))).toEqual({
      ok: false,
      failure: { kind: 'signedOut', by: 'http' },
    });
    expect(failureOf({ code: 10000, msg: '' })).toEqual({ kind: 'signedOut', by: 'body' });
  });

  it('decides by code, never by words', () => {
    expect(failureOf({ code: 4001, msg: '401 10000 403 服务器异常', field: 'lines.3.qty' })).toEqual({
      kind: 'refused',
      refusal: 'invalid',
      code: 4001,
      msg: '401 10000 403 服务器异常',
      field: 'lines.3.qty',
    });
    expect(failureOf({ code: 12345, msg: 'x' })).toMatchObject({ kind: 'refused', refusal: null, code: 12345 });
  });

  it('gives the words of a refused permission, or the catalogue’s', () => {
    const text = JSON.stringify({ code: 4003, msg: '没有盘点权限', result: null });
    expect(readAnswer(answer({ status: 403, text }))).toEqual({
      ok: false,
      failure: { kind: 'forbidden', msg: '没有盘点权限' },
    });
    expect(readAnswer(answer({ status: 403, text: '{"code":4003}' }))).toMatchObject({
      failure: { msg: '没有操作权限' },
    });
  });

  it('knows a body that is too large, also from a proxy', () => {
    expect(readAnswer(answer({ status: 413, text: '<html>' }))).toMatchObject({
      failure: { kind: 'refused', refusal: 'tooLarge' },
    });
  });

  it('returns result and server time', () => {
    const sent = readAnswer(
      answer({ text: '{"code":200,"msg":"","result":{"id":1}}', date: 'Mon, 03 Mar 2025 08:00:00 GMT' }),
    );
    expect(sent).toEqual({ ok: true, value: { id: 1 }, serverTime: Date.UTC(2025, 2, 3, 8) });
  });
});

describe('readRetryAfter', () => {
  it('reads seconds and dates, and nothing else', () => {
    expect(readRetryAfter('soon')).toBeNull();
    expect(readRetryAfter('')).toBeNull();
    expect(readRetryAfter(null)).toBeNull();
    expect(readRetryAfter('120')).toBe(120_000);
    expect(readRetryAfter('Mon, 03 Mar 2025 08:00:10 GMT', Date.UTC(2025, 2, 3, 8))).toBe(10_000);
    expect(readRetryAfter('Mon, 03 Mar 2025 08:00:10 GMT', Date.UTC(2025, 2, 3, 9))).toBe(0);
  });
});

function answer(given: Partial<Answer>): Answer {
  return { status: 200, text: '', date: null, retryAfter: null, ...given };
}

function failureOf(body: object) {
  const sent = readAnswer(answer({ text: JSON.stringify(body) }));
  return sent.ok ? null : sent.failure;
}
