import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('the addresses for the browser', () => {
  it('name no second-generation application unless there is one', async () => {
    expect((await ask('/config.json')).json()).not.toHaveProperty('ev2');
    const other = await createHttp({ tls: undefined }, createLog({ level: 'silent' }));
    await serveFrontEnd(other, { killSwitches: async () => ({ killSw: false, pauseDrain: false }), root, ev2: '/ev2' });
    expect((await other.inject('/config.json')).json()).toMatchObject({ erp: '/api/erp', ev2: '/ev2' });
    await other.close();
  });
});
