import { expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { createLog } from './log.ts';

/** The address that a call is said to come from, when it comes over `remoteAddress` with a header of this content. */
async function seenFrom(trustedProxies: readonly string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = await createHttp({ tls: undefined, trustedProxies }, createLog({ level: 'silent' }));
  app.get('/from', (request) => Promise.resolve({ from: request.ip }));
  const answer = await app.inject({ url: '/from', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  await app.close();
  return answer.json<{ from: string }>().from;
}

it('takes nobody’s word on where a caller comes from', async () => {
  expect(await seenFrom([], '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1');
  expect(await seenFrom(['10.0.0.0/8'], '192.0.2.7', '203.0.113.9')).toBe('192.0.2.7');
});

it('but that of a proxy which was named, and of no further one', async () => {
  expect(await seenFrom(['127.0.0.1'], '127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(await seenFrom(['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
});
