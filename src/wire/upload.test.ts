// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type TestRequest, testRequests } from './test-requests.ts';
import { sendForm } from './upload.ts';

afterEach(() => vi.unstubAllGlobals());

function sending(more: { signal?: AbortSignal } = {}) {
  const requests = testRequests();
  const parts: number[] = [];
  const sent = sendForm<{ id: string }>({
    url: '/api/file/upload',
    token: 't',
    opId: 'o',
    form: new FormData(),
    signal: new AbortController().signal,
    onPart: (part) => parts.push(part),
    ...more,
  });
  return { requests, parts, sent, first: requests[0] as TestRequest };
}

describe('sending a form', () => {
  it('tells how much has gone and hands over the answer', async () => {
    const { first, parts, sent } = sending();
    first.progress(1, 4);
    first.progress(4, 4);
    first.answer({ code: 200, msg: 'ok', result: { id: 'x' } });
    expect(await sent).toMatchObject({ ok: true, value: { id: 'x' } });
    expect(parts).toEqual([0.25, 1]);
    expect(first.sentHeaders).toMatchObject({ authorization: 't', 'idempotency-key': 'o' });
  });

  it('is a refusal, a lost line or a session that is over, as any call', async () => {
    const refused = sending();
    refused.first.answer({ code: 4130, msg: '凭证不能超过 10 MB', result: null });
    expect(await refused.sent).toMatchObject({ failure: { kind: 'refused', msg: '凭证不能超过 10 MB' } });
    const lost = sending();
    lost.first.fail();
    expect(await lost.sent).toMatchObject({ failure: { kind: 'offline' } });
    const over = sending();
    over.first.answer({ code: 401, msg: '' }, 401);
    expect(await over.sent).toMatchObject({ failure: { kind: 'signedOut' } });
  });

  it('is called back by its caller, also before it began', async () => {
    const job = new AbortController();
    const { sent } = sending({ signal: job.signal });
    job.abort();
    expect(await sent).toMatchObject({ failure: { kind: 'aborted' } });
    const none = sending({ signal: AbortSignal.abort() });
    expect(await none.sent).toMatchObject({ failure: { kind: 'aborted' } });
    expect(none.requests).toEqual([]);
  });
});
