import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command, query } from '#contract/kit/call.ts';
import { loadBases, ownBases } from './bases.ts';
import type { Caller } from './headers.ts';
import { signIn } from './sign-in.ts';
import { createWire, type WireContext } from './wire.ts';

const readCall = query<{ id: number }, { name: string }>({
  service: 'erp',
  path: '/v1/brand/detail',
  access: 'brand:detail',
});
const writeCall = command<object, object>({ service: 'erp', path: '/v1/brand/add', access: 'brand:add' });

let server: Server;
let base: string;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[];
let reply: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  seen = [];
  reply = (_request, response) => response.end('{"code":200,"msg":"","result":{"name":"棉"}}');
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body });
      reply(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const zhang: Caller = { uid: 11, nickname: '张三', token: 'token-11' };

function wireOf(given: Partial<WireContext> = {}) {
  const bases = { ...ownBases, erp: `${base}/api/erp`, acl: `${base}/api/acl` };
  return createWire({ bases, device: 'device-1', build: 'b7', caller: () => zhang, ...given });
}

describe('send', () => {
  it('answers offline when nobody is there, and when the connection is cut', async () => {
    reply = (_request, response) => response.socket?.destroy();
    expect(await wireOf().send(readCall, { id: 1 })).toEqual({ ok: false, failure: { kind: 'offline' } });
    const nowhere = wireOf({ bases: { ...ownBases, erp: 'http://127.0.0.1:1' } });
    expect(await nowhere.send(readCall, { id: 1 })).toEqual({ ok: false, failure: { kind: 'offline' } });
  });

  it('answers offline when the body is cut in the middle', async () => {
    reply = (_request, response) => {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"code":200');
      setTimeout(() => response.socket?.destroy(), 20);
    };
    expect(await wireOf().send(readCall, { id: 1 })).toEqual({ ok: false, failure: { kind: 'offline' } });
  });

  it('does not follow a redirect to a captive portal', async () => {
    reply = (request, response) => {
      if (request.url === '/portal') response.end('{"code":200,"result":{}}');
      else response.writeHead(302, { location: '/portal' }).end();
    };
    expect(await wireOf().send(readCall, { id: 1 })).toEqual({ ok: false, failure: { kind: 'offline' } });
  });

  it('tells a timeout from an abort, also while the body drips', async () => {
    reply = (_request, response) => void response.write('{"code":');
    expect(await wireOf().send(readCall, { id: 1 }, { timeout: 60 })).toEqual({
      ok: false,
      failure: { kind: 'timeout' },
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    const sent = await wireOf().send(readCall, { id: 1 }, { signal: stop.signal });
    expect(sent).toEqual({ ok: false, failure: { kind: 'aborted' } });
    expect(await wireOf().send(readCall, { id: 1 }, { signal: stop.signal })).toMatchObject({
      failure: { kind: 'aborted' },
    });
  });

  it('tells the shell once that a session is over, and not for a token that was replaced meanwhile', async () => {
    const told: string[] = [];
    reply = (_request, response) => void response.writeHead(401).end();
    await wireOf({ onSignedOut: (by) => told.push(by) }).send(readCall, { id: 1 });
    expect(told).toEqual(['http']);
    let caller = zhang;
    reply = (_request, response) => {
      caller = { ...zhang, token: 'fresh' };
      response.end('{"code":10000,"msg":"","result":null}');
    };
    await wireOf({ caller: () => caller, onSignedOut: (by) => told.push(by) }).send(readCall, { id: 1 });
    expect(told).toEqual(['http']);
  });

  it('sends the headers of the specification, and an op id with what writes only', async () => {
    await wireOf().send(readCall, { id: 1 });
    await wireOf().send(writeCall, { name: '棉' }, { opId: 'op-1' });
    await wireOf().send(writeCall, {});
    const [read, write, other] = seen;
    expect(read?.url).toBe('/api/erp/v1/brand/detail');
    expect(read?.headers).toMatchObject({
      authorization: 'token-11',
      'x-userid': '11',
      'x-nickname': encodeURIComponent('张三'),
      'x-request-type': 'erp-web',
      'x-device-id': 'device-1',
      'x-app-build': 'b7',
      'content-type': 'application/json',
    });
    expect(read?.headers['idempotency-key']).toBeUndefined();
    expect(write?.headers['idempotency-key']).toBe('op-1');
    expect(write?.body).toBe('{"name":"棉"}');
    expect(other?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('sends in the name that it was told, whoever is signed in', async () => {
    await wireOf().send(readCall, { id: 1 }, { as: { uid: 12, nickname: '李四', token: 'token-12' } });
    await wireOf().send(readCall, { id: 1 }, { as: null });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['token-12', undefined]);
  });

  it('counts the calls that are not quiet, down to zero also after failures', async () => {
    const counts: number[] = [];
    const wire = wireOf({ onActivity: (running) => counts.push(running) });
    reply = (_request, response) => void response.writeHead(500).end();
    await Promise.all([
      wire.send(readCall, { id: 1 }),
      wire.send(readCall, { id: 2 }),
      wire.send(readCall, { id: 3 }, { hideLoading: true, ownWords: true }),
    ]);
    expect(counts).toEqual([1, 2, 1, 0]);
  });
});

describe('file', () => {
  it('takes JSON and HTML for the failures they are', async () => {
    reply = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":4001,"msg":"没有数据"}');
    expect(await wireOf().file(readCall, { id: 1 })).toMatchObject({ failure: { kind: 'refused', msg: '没有数据' } });
    reply = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    expect(await wireOf().file(readCall, { id: 1 })).toMatchObject({ failure: { kind: 'unreadable' } });
  });

  it('does not take an error for a file because it is called one (specification §8, fileError)', async () => {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="x.csv"',
    };
    reply = (_request, response) => void response.writeHead(200, headers).end('{"code":4003,"msg":"没有权限"}');
    expect(await wireOf().file(readCall, { id: 1 })).toMatchObject({ failure: { kind: 'forbidden', msg: '没有权限' } });
  });

  it('returns the bytes and the name', async () => {
    const disposition = `attachment; filename="x.csv"; filename*=UTF-8''${encodeURIComponent('临期商品.csv')}`;
    reply = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': disposition }).end('a,b');
    const sent = await wireOf().file(readCall, { id: 1 });
    expect(sent).toMatchObject({ ok: true, value: { name: '临期商品.csv' } });
    expect(sent.ok && (await sent.value.blob.text())).toBe('a,b');
  });
});

describe('signIn', () => {
  const form = { appid: 'erp', username: 'whs', password: 'back-office-demo' } as const;

  it('returns a wrong password and 411 as answers, and no session with them', async () => {
    reply = (_request, response) => response.end('{"code":4001,"msg":"账号或密码错误","message":"","data":null}');
    expect(await signIn(wireOf(), form)).toMatchObject({
      ok: true,
      value: { code: 4001, msg: '账号或密码错误', data: null },
    });
    reply = (_request, response) => response.end('{"code":411,"msg":"首次登录请先修改密码"}');
    expect(await signIn(wireOf(), form)).toMatchObject({ ok: true, value: { code: 411, data: null } });
  });

  it('does not believe a success without a session, nor HTML', async () => {
    reply = (_request, response) => response.end('{"code":200,"msg":""}');
    expect(await signIn(wireOf(), form)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
    reply = (_request, response) => response.end('<html>');
    expect(await signIn(wireOf(), form)).toMatchObject({ ok: false, failure: { kind: 'unreadable' } });
  });

  it('posts to the access-control service without a token and returns the session', async () => {
    const data = { token: 't', exp: 1_741_000_000, userInfo: { uid: 11, username: 'whs', nickname: '张三' } };
    reply = (_request, response) => response.end(JSON.stringify({ code: 200, msg: 'ok', message: 'ok', data }));
    expect(await signIn(wireOf(), form)).toMatchObject({ ok: true, value: { code: 200, data } });
    expect(seen[0]).toMatchObject({ url: '/api/acl/login', body: JSON.stringify(form) });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });
});

describe('loadBases', () => {
  it('falls back to our own server where nothing useful is said', async () => {
    reply = (_request, response) => response.end('<html>');
    expect(await loadBases(`${base}/config.json`)).toEqual(ownBases);
    reply = (_request, response) => void response.writeHead(404).end('{"erp":"https://other"}');
    expect(await loadBases(`${base}/config.json`)).toEqual(ownBases);
    expect(await loadBases('http://127.0.0.1:1/config.json')).toEqual(ownBases);
  });

  it('takes what it is told, without trailing slashes', async () => {
    reply = (_request, response) => response.end('{"erp":"https://erp.example/","build":"b8","port":3}');
    expect(await loadBases(`${base}/config.json`)).toEqual({ ...ownBases, erp: 'https://erp.example', build: 'b8' });
  });
});
