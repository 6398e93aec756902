import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { healthCall } from '#contract/areas/ops/health.ts';
import { endSessionsCall, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import type { Call } from '#contract/kit/call.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { pushChannel } from '#server/push/publish.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveOps } from './serve-ops.ts';

const { db, pool } = await testDatabase();
const server = await testServer(db, { serve: serveOps });
let holder: Actor;
let signed: Record<string, string>;

beforeAll(async () => {
  holder = await person(db, { keys: [openSessionsCall.access, endSessionsCall.access], nickname: '运维员' });
  signed = await signedIn(db, holder);
});

async function ask<In, Out>(call: Call<In, Out>, body: In, as = signed): Promise<{ code: number; result: Out }> {
  const headers = call.mutates ? writing(as) : as;
  const { body: answer } = await server.call(`${bases[call.service]}${call.path}`, body, { headers });
  return answer as never;
}

describe('sessions', () => {
  const open = async (keyword: string) => (await ask(openSessionsCall, { keyword })).result;

  it('shows who is signed in, found by name, account or address, and nobody whose session is over', async () => {
    const seller = await person(db, { nickname: '卖鞋_员', keys: ['stock:view'] });
    const theirs = await signedIn(db, seller);
    await signedIn(db, seller, new Date(Date.now() - 13 * 3_600_000));
    for (const keyword of ['卖鞋_', seller.username.toUpperCase()]) {
      const { list, total } = await open(keyword);
      expect(total).toBe(1);
      expect(list[0]).toMatchObject({
        admin_id: seller.id,
        username: seller.username,
        nickname: '卖鞋_员',
        tablet: true,
        ip: '127.0.0.1',
        user_agent: 'test',
        own: false,
      });
    }
    expect((await open('卖%员')).total).toBe(0);
    expect((await open('127.0.0.1')).list.find(({ admin_id }) => admin_id === holder.id)).toMatchObject({ own: true });
    await sql`update admin set status = 0 where id = ${seller.id}`.execute(db);
    expect((await open('卖鞋_')).total).toBe(0);
    expect((await ask(healthCall, {}, theirs)).code).toBe(10000);
  });

  it('ends one or all of another person at once, and writes down who did', async () => {
    const clerk = await person(db, { nickname: '柜员' });
    const [first, second, third] = [await signedIn(db, clerk), await signedIn(db, clerk), await signedIn(db, clerk)];
    const newest = (await open(clerk.username)).list[0]?.id ?? 0;
    const codes = () => Promise.all([first, second, third].map(async (one) => (await ask(healthCall, {}, one)).code));
    const client = await pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    try {
      await client.query(`listen ${pushChannel}`);
      expect((await ask(endSessionsCall, { admin_id: clerk.id, id: newest })).result).toEqual({ count: 1 });
      expect((await ask(endSessionsCall, { admin_id: clerk.id, id: newest })).code).toBe(4004);
      expect((await open(clerk.username)).total).toBe(2);
      expect((await ask(endSessionsCall, { admin_id: clerk.id })).result).toEqual({ count: 2 });
      // A device that hears it asks whether its session is still good, and a socket of a dead one is closed.
      const told = { to: [clerk.id], message: { type: 5, changed: ['session'] } };
      await expect.poll(() => heard.map((text) => JSON.parse(text) as unknown)).toMatchObject([told, told]);
    } finally {
      client.release(true);
    }
    expect(await codes()).toEqual([10000, 10000, 10000]);
    const { rows } = await sql`
      select action, admin_id, remark from audit_log where doc_type = 'admin' and doc_id = ${clerk.id} order by id`.execute(
      db,
    );
    expect(rows).toEqual([
      { action: 'forceSignOut', admin_id: holder.id, remark: '退出 1 处登录' },
      { action: 'forceSignOut', admin_id: holder.id, remark: '退出 2 处登录' },
    ]);
  });

  it('refuses what is over, another person’s, and one’s own', async () => {
    const [one, other] = [await person(db), await person(db)];
    await signedIn(db, one);
    await signedIn(db, other);
    const theirs = (await open(one.username)).list[0]?.id ?? 0;
    expect((await ask(endSessionsCall, { admin_id: other.id, id: theirs })).code).toBe(4004);
    expect((await ask(endSessionsCall, { admin_id: 999_999 })).code).toBe(4004);
    expect(await ask(endSessionsCall, { admin_id: holder.id })).toMatchObject({ code: 4001, field: 'admin_id' });
    expect((await open(one.username)).total).toBe(1);
  });
});
