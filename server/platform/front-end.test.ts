import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFrontEnd } from './front-end.ts';
import { createHttp } from './http.ts';
import { createLog } from './log.ts';

const root = `${mkdtempSync(join(tmpdir(), 'back-office-front-'))}/`;
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  for (const name of ['index.html', 'assets/a.js']) {
    writeFileSync(join(root, name), `plain ${name}`);
    writeFileSync(join(root, `${name}.gz`), 'packed');
  }
  app = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
  await serveFrontEnd(app, { killSwitches: async () => ({ killSw: false, pauseDrain: false }), root });
});

afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers });

describe('is not the page', () => {
  it.each<[string, Record<string, string>]>([
    ['/assets/gone.js', { accept: 'text/html' }],
    ['/gone.js', { accept: '*/*' }],
    ['/api/erp/nothing', { accept: 'text/html' }],
    ['/api/erp/nothing', {}],
    ['/%', { accept: 'text/html' }],
    ['/%E0%A4%A', {}],
  ])('%s %o', async (url, headers) => {
    const answer = await ask(url, headers);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 4004, msg: '没有这个地址', result: null });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('what is sent to it', async () => {
    expect((await ask('/stock', { accept: 'text/html' }, 'POST')).statusCode).toBe(404);
  });
});

describe('is the page, also for who takes nothing packed', () => {
  it.each<[string, Record<string, string>]>([
    ['/', {}],
    ['/', { accept: '*/*' }],
    ['/', { accept: '*/*', 'accept-encoding': 'identity' }],
    ['/', { accept: 'text/html' }],
    ['/?from=probe', {}],
    ['/stock/list', {}],
    ['/stock/list', { accept: '*/*' }],
    ['/a.b', { accept: 'text/html' }],
  ])('%s %o', async (url, headers) => {
    const [got, head] = [await ask(url, headers), await ask(url, headers, 'HEAD')];
    expect(got.body).toBe('plain index.html');
    for (const one of [got, head]) {
      expect(one.statusCode).toBe(200);
      expect(one.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    }
  });

  it('is for no search engine', async () => {
    for (const url of ['/', '/login/bill']) expect((await ask(url)).headers['x-robots-tag']).toBe('noindex, nofollow');
  });

  it('packed for who takes that', async () => {
    expect((await ask('/', { 'accept-encoding': 'gzip' })).body).toBe('packed');
  });
});

describe('a hashed file', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'plain assets/a.js'],
    [{ 'accept-encoding': 'gzip' }, 'packed'],
  ])('comes as its asker takes it: %o', async (headers, body) => {
    const answer = await ask('/assets/a.js', headers);
    expect(answer.body).toBe(body);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-type']).toContain('javascript');
  });
});

describe('an earlier build that is kept', () => {
  const kept = join(root, '../', `${basename(root)}-kept`);
  const keptBuilds = () => new Map([['b1', kept]]);
  let served: FastifyInstance;
  beforeAll(async () => {
    mkdirSync(join(kept, 'assets'), { recursive: true });
    for (const name of ['index.html', 'sw.js', 'assets/b.js', 'assets/a.js'])
      writeFileSync(join(kept, name), `b1 ${name}`);
    writeFileSync(join(root, 'sw.js'), 'plain sw.js');
    served = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
    const killSwitches = async () => ({ killSw: false, pauseDrain: false });
    await serveFrontEnd(served, { killSwitches, root, keptBuilds });
  });
  afterAll(async () => {
    await served.close();
    rmSync(kept, { recursive: true });
  });
  const get = async (url: string, cookie?: string) =>
    await served.inject({ url, headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) } });

  it.each(['/', '/stock/list', '/index.html', '/sw.js', '/sw.js?x=1'])(
    '%s is that of a device which was taken back to it',
    async (url) => {
      expect((await get(url)).body).toMatch(/^plain/);
      expect((await get(url, 'a=1; build=b1')).body).toMatch(/^b1/);
      expect((await get(url, 'build=b1')).headers['cache-control']).toBe('no-cache');
      for (const other of ['build=gone', 'build=', 'build=../b1', 'rebuild=b1', 'build=b1%2f'])
        expect((await get(url, other)).body, other).toMatch(/^plain/);
    },
  );

  it('says so to that device alone', async () => {
    expect((await get('/version.json', 'build=b1')).json()).toMatchObject({ build: 'b1' });
    expect((await get('/config.json', 'build=b1')).json()).toMatchObject({ build: 'b1' });
    expect((await get('/version.json')).json()).toMatchObject({ build: '' });
  });

  it('gives its hashed files to everybody whose page is still of it, and others than ours to nobody', async () => {
    const file = await get('/assets/b.js');
    expect([file.statusCode, file.body, file.headers['cache-control']]).toEqual([
      200,
      'b1 assets/b.js',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/assets/a.js', 'build=b1')).body).toBe('plain assets/a.js');
    for (const url of ['/assets/gone.js', '/assets/..%2findex.html', '/api/erp/b.js'])
      expect((await get(url, 'build=b1')).statusCode, url).toBe(404);
  });
});

describe('the addresses for the browser', () => {
  it('name no second-generation application unless there is one', async () => {
    expect((await ask('/config.json')).json()).not.toHaveProperty('ev2');
    const other = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
    await serveFrontEnd(other, { killSwitches: async () => ({ killSw: false, pauseDrain: false }), root, ev2: '/ev2' });
    expect((await other.inject('/config.json')).json()).toMatchObject({ erp: '/api/erp', ev2: '/ev2' });
    await other.close();
  });
});
