import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type EndOwnSessions,
  endOwnSessionsCall,
  type OwnSession,
  ownSessionsCall,
} from '#contract/areas/me/account.ts';
import { serveMe } from '#server/areas/me/serve-me.ts';
import { mostGuesses } from '#server/identity/guesses.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: serveMe });
const password = 'nine herons under umbrellas';
let id: number;
let mine: Record<string, string>;
let other: Record<string, string>;

beforeEach(async () => {
  ({ id } = await person(db, { password }));
  mine = await signedIn(db, { id });
  other = await signedIn(db, { id });
});

type Answer<T> = { code: number; msg: string; field?: string; result: T };

const end = async (body: Partial<EndOwnSessions> | Record<string, unknown>, signed = mine) =>
  (await server.call(`/api/acl${endOwnSessionsCall.path}`, body, { headers: signed })).body as unknown as Answer<{
    count: number;
  }>;
const asked = async (signed = mine) =>
  (await server.call(`/api/acl${ownSessionsCall.path}`, {}, { headers: signed })).body as unknown as Answer<{
    list: OwnSession[];
  }>;
const listed = async (signed = mine): Promise<OwnSession[]> => (await asked(signed)).result.list;
const otherId = async (): Promise<number> => (await listed()).find(({ here }) => !here)?.id ?? 0;

describe('what is refused', () => {
  it('everything, to whom is not signed in, whatever the password', async () => {
    const { status } = await server.call(`/api/acl${endOwnSessionsCall.path}`, { password, which: 'all' });
    expect(status).toBe(401);
    expect(await listed()).toHaveLength(2);
  });

  it.each(['others', 'all', 'one'])('%s, without the password or by a wrong one: all go on', async (kind) => {
    const which = kind === 'one' ? await otherId() : kind;
    expect(await end({ which })).toMatchObject({ code: 4001, field: 'password', msg: '请输入密码' });
    expect(await end({ password: '', which })).toMatchObject({ code: 4001, field: 'password' });
    expect(await end({ password: 'nine herons', which })).toMatchObject({
      code: 4001,
      field: 'password',
      msg: '密码错误',
    });
    expect(await listed(other)).toHaveLength(2);
  });

  it('after too many guesses even the right one', async () => {
    for (let nth = 0; nth < mostGuesses; nth += 1) await end({ password: 'a guess', which: 'all' });
    expect((await end({ password, which: 'all' })).code).not.toBe(200);
    expect(await listed()).toHaveLength(2);
  });

  it('the session of somebody else: it is not there, and goes on', async () => {
    const theirs = await signedIn(db, await person(db));
    const [session] = await listed(theirs);
    for (const which of [session?.id ?? 0, 999_999_999])
      expect(await end({ password, which })).toMatchObject({ code: 4004 });
    expect(await listed(theirs)).toHaveLength(1);
  });

  it.each([[{ which: 'mine' }], [{ which: 0 }], [{}], [{ which: 'all', admin_id: 1 }]])('%j', async (body) => {
    expect((await end({ password, ...body })).code).toBe(4001);
  });
});

describe('with the password', () => {
  it('one ends, by force, and only once', async () => {
    const which = await otherId();
    expect(await end({ password, which })).toMatchObject({ code: 200, result: { count: 1 } });
    expect((await asked(other)).code).toBe(10000);
    expect((await end({ password, which })).code).toBe(4004);
  });

  it('all but this one end, or all, with a line in the history and nothing of the password', async () => {
    const third = await signedIn(db, { id });
    expect((await end({ password, which: 'others' })).result).toEqual({ count: 2 });
    for (const signed of [other, third]) expect((await asked(signed)).code).toBe(10000);
    expect(await listed()).toHaveLength(1);
    expect((await end({ password, which: 'others' })).result).toEqual({ count: 0 });
    expect((await end({ password, which: 'all' })).result).toEqual({ count: 1 });
    expect((await asked()).code).toBe(10000);
    const { rows } = await sql<{ remark: string; row: string }>`
      select remark, a::text as row from audit_log a where doc_type = 'admin' and doc_id = ${id} order by id`.execute(
      db,
    );
    expect(rows.map(({ remark }) => remark)).toEqual(['退出 2 处登录', '退出 1 处登录']);
    expect(rows.some(({ row }) => row.includes('herons'))).toBe(false);
  });
});
