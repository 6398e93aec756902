import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { brand } from '#contract/areas/goods/brand.ts';
import { command, query } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveBrand } from '#server/areas/goods/brand.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { bases } from './frame.ts';

// Nobody starves anybody (decision 0033), and what people may not do leaves a trace.

const { db } = await testDatabase();
const address = `${bases.erp}${callsOf(brand).list.path}`;
const slow = query<object, number>({ service: 'erp', path: '/v1/test/slow', access: 'login' });
const quick = command<object, number>({ service: 'erp', path: '/v1/test/quick', access: 'login' });
let server: TestServer;
let release = (): void => undefined;
let waiting = 0;

beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server = await testServer(db, {
    serve: (kit) => {
      serveBrand(kit);
      const { registry } = kit;
      // Holds a connection, as a long list does, until it is told.
      registry.read(slow, z.strictObject({}), ({ db: own }) =>
        own.connection().execute(async () => {
          waiting += 1;
          await held;
          return 1;
        }),
      );
      registry.write(quick, z.strictObject({}), async ({ db: own }) => {
        await sql`select 1`.execute(own);
        return 2;
      });
      registry.reserve(quick);
    },
  });
});

const trace = async (id: number): Promise<unknown[]> => {
  const { rows } = await sql`select doc_type, doc_no, action from audit_log where admin_id = ${id} order by id`.execute(
    db,
  );
  return rows;
};

describe('a denied call', () => {
  it('is kept once a minute for each person and call', async () => {
    const [one, other] = [await person(db), await person(db)];
    for (const who of [one, other]) {
      const headers = await signedIn(db, who);
      for (let again = 0; again < 5; again += 1) expect((await server.call(address, {}, { headers })).status).toBe(403);
      expect(await trace(who.id)).toEqual([{ doc_type: 'denial', doc_no: address, action: 'denied' }]);
    }
  });

  it('is kept when it was made under another’s name, and answered like an unknown token', async () => {
    const who = await person(db, { keys: ['brand:view'] });
    const headers = await signedIn(db, who);
    const told = await server.call(address, {}, { headers: { ...headers, 'x-userid': '1' } });
    expect(told).toMatchObject({ status: 401, body: { code: 401 } });
    expect(await trace(who.id)).toEqual([{ doc_type: 'denial', doc_no: address, action: 'forged' }]);
  });

  it('is none that was let through, or made by nobody', async () => {
    const who = await person(db, { keys: ['brand:view'] });
    await server.call(address, {}, { headers: await signedIn(db, who) });
    await server.call(address, {});
    expect(await trace(who.id)).toEqual([]);
  });
});

describe('a person who asks too much', () => {
  it('gets 4029 with a time, in the envelope, and nobody else does', async () => {
    const limited = await testServer(db, { serve: serveBrand, callsMost: 3 });
    const [eager, other] = await Promise.all(
      [1, 2].map(async () => await signedIn(db, await person(db, { keys: ['brand:view'] }))),
    );
    const codes = [];
    for (let call = 0; call < 5; call += 1)
      codes.push((await limited.call(address, {}, { headers: eager ?? {} })).body.code);
    expect(codes).toEqual([200, 200, 200, 4029, 4029]);
    const answer = await limited.app.inject({ method: 'POST', url: address, headers: eager ?? {}, payload: {} });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ code: 4029, msg: '操作过于频繁，请稍后再试', result: null });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.call(address, {}, { headers: other ?? {} })).body.code).toBe(200);
  });

  it('gets two lists as files at once; the next is refused in words until one has arrived', async () => {
    const headers = await signedIn(db, await person(db, { keys: ['brand:view'] }));
    const ask = () => server.call(address, { export: 1 }, { headers }).catch(() => ({ body: { code: 200 } }));
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ body }) => body.code).toSorted((one, other) => one - other)).toEqual([200, 200, 4029, 4029]);
    expect((await ask()).body.code).toBe(200);
  });
});

it('takes no connection from sign-in, scans and the question who calls, however much people read', async () => {
  const greedy = await Promise.all([1, 2, 3].map(async () => await signedIn(db, await person(db))));
  const password = 'a long enough password';
  const scanner = await person(db, { password });
  const headers = writing(await signedIn(db, scanner));
  const path = `${bases.erp}${slow.path}`;
  const reading = greedy.flatMap((own) => Array.from({ length: 12 }, () => server.call(path, {}, { headers: own })));
  try {
    // The pool of tests has 10 connections.
    while (waiting < 10) await sleep(5);
    const scan = await server.call(`${bases.erp}${quick.path}`, {}, { headers });
    expect(scan.body).toMatchObject({ code: 200, result: 2 });
    const signIn = { appid: 'erp', username: scanner.username, password };
    expect((await server.call(`${bases.acl}/login`, signIn)).body).toMatchObject({ code: 200 });
  } finally {
    release();
  }
  for (const { body } of await Promise.all(reading)) expect(body.code).toBe(200);
});

describe('a body', () => {
  it('that is nested deeper than anything that is asked for is refused by its field, as deep as it may be', async () => {
    const headers = await signedIn(db, await person(db));
    for (const depth of [33, 1500]) {
      const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;
      const { status, body } = await server.call(address, { name: deep }, { headers });
      expect([status, body]).toMatchObject([200, { code: 4001, field: 'name' }]);
    }
  });
});
