import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  freshPreferences,
  type OwnSession,
  ownSecondFactorCall,
  ownSessionsCall,
  ownSignInsCall,
  preferencesCall,
  type SignInEvent,
  savePreferencesCall,
} from '#contract/areas/me/account.ts';
import type { Call } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveMe } from './serve-me.ts';

const { db } = await testDatabase();
const clock = { at: new Date(), now: () => clock.at };
const server = await testServer(db, { serve: serveMe, clock });
const right = 'nine herons under umbrellas';
let id: number;
let username: string;
let mine: Record<string, string>;

beforeEach(async () => {
  clock.at = new Date();
  ({ id, username } = await person(db, { password: right, keys: ['brand:view'] }));
  mine = await signedIn(db, { id });
});

async function ask<In, Out>(
  call: Call<In, Out>,
  body: In,
  signed = mine,
): Promise<{ code: number; msg: string; result: Out }> {
  const headers = call.mutates ? writing(signed) : signed;
  const { body: answer } = await server.call(`/api/acl${call.path}`, body, { headers });
  return answer as never;
}
const listed = async (signed = mine): Promise<OwnSession[]> => (await ask(ownSessionsCall, {}, signed)).result.list;

describe('what is refused', () => {
  it.each([ownSessionsCall, ownSignInsCall, preferencesCall, ownSecondFactorCall])(
    'everything, to whom is not signed in: $path',
    async (call) => {
      expect((await server.call(`/api/acl${call.path}`)).status).toBe(401);
    },
  );

  it('to name another person, in any of them', async () => {
    for (const call of [ownSessionsCall, ownSignInsCall, preferencesCall, ownSecondFactorCall])
      expect((await ask(call as Call, { admin_id: id })).code).toBe(4001);
  });

  it.each([
    [{ theme: 'pink' }],
    [{ density: 1 }],
    [{ sound: 'yes' }],
    [{ guide: 1 }],
    [{ start: '/shops/addUnit' }],
    [{ start: 'https://evil.example' }],
    [{ color: 'red' }],
  ])('preferences like %j', async (chosen) => {
    expect((await ask(savePreferencesCall, chosen as never)).code).toBe(4001);
  });
});

describe('sessions', () => {
  it('are those that are good, this one first and marked', async () => {
    await signedIn(db, { id });
    await sql`insert into session (token_hash, admin_id, expires_at, idle_seconds, seen_at) values ('\\x01', ${id}, now() - interval '1 hour', 1800, now()), ('\\x02', ${id}, now() + interval '1 hour', 60, now() - interval '2 minutes')`.execute(
      db,
    );
    const list = await listed();
    expect(list.map(({ here, tablet, user_agent }) => [here, tablet, user_agent])).toEqual([
      [true, true, 'test'],
      [false, true, 'test'],
    ]);
  });
});

describe('the history of sign-ins', () => {
  const login = (password: string, name = username) =>
    server.call('/api/acl/login', { appid: 'erp', username: name, password }, { ip: '10.0.0.9' });

  it('has who got in and who did not, of the own account only, and nothing that was typed', async () => {
    await login('a slip of the finger');
    await login(right);
    await login(right, 'nobody-at-all');
    const { list, more } = (await ask(ownSignInsCall, {})).result;
    expect([list.map(({ outcome, ip }) => [outcome, ip]), more]).toEqual([
      [
        [1, '10.0.0.9'],
        [3, '10.0.0.9'],
      ],
      false,
    ]);
    const { rows } = await sql<{ row: string }>`select e::text as row from sign_in_event e`.execute(db);
    expect(rows.some(({ row }) => row.includes('nobody') || row.includes('slip'))).toBe(false);
    const other = await signedIn(db, await person(db));
    expect((await ask(ownSignInsCall, {}, other)).result.list).toEqual([]);
  });

  it('comes page by page', async () => {
    await sql`insert into sign_in_event (admin_id, at, outcome, ip, user_agent) select ${id}, now(), 1, '10.0.0.1', 'x' from generate_series(1, ${limits.pageSize + 5})`.execute(
      db,
    );
    const first = (await ask(ownSignInsCall, {})).result;
    const last = first.list.at(-1) as SignInEvent;
    const second = (await ask(ownSignInsCall, { before: last.id })).result;
    expect([first.list.length, first.more, second.list.length, second.more]).toEqual([limits.pageSize, true, 5, false]);
    expect(second.list.every((one) => one.id < last.id)).toBe(true);
  });
});

describe('preferences', () => {
  it('are the usual ones until somebody chooses, and keep what is not sent', async () => {
    expect((await ask(preferencesCall, {})).result).toEqual({
      preferences: freshPreferences,
      starts: [
        { route: '/hand', name: '仓库模式' },
        { route: '/shops/addBrands', name: '品牌列表' },
      ],
      views: { views: [], tables: {}, may_share: false },
    });
    await ask(savePreferencesCall, { theme: 'dark', start: '/shops/addBrands' });
    expect((await ask(savePreferencesCall, { density: 'dense' })).result).toEqual({
      theme: 'dark',
      density: 'dense',
      start: '/shops/addBrands',
      sound: true,
      guide: true,
    });
    expect((await ask(savePreferencesCall, { guide: false })).result.guide).toBe(false);
    const other = await signedIn(db, await person(db));
    expect((await ask(preferencesCall, {}, other)).result.preferences).toEqual(freshPreferences);
  });

  it('do not begin at a screen that the person has lost', async () => {
    await ask(savePreferencesCall, { start: '/shops/addBrands' });
    await sql`delete from admin_role where admin_id = ${id}`.execute(db);
    server.identity.forget();
    expect((await ask(preferencesCall, {})).result.preferences.start).toBe('');
  });
});
