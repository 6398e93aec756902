import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { headers } from '#contract/kit/call.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveEntity } from '#server/kit/serve-entity.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import type { Actor } from './actor.ts';
import { openSession } from './sessions.ts';
import { newToken } from './tokens.ts';

const { db } = await testDatabase();
const clock = { at: new Date(), now: () => clock.at };
const server = await testServer(db, { serve: (kit) => serveEntity(kit, brand), clock });
const list = `/api/erp${callsOf(brand).list.path}`;

let reader: Actor;
beforeEach(async () => {
  clock.at = new Date();
  reader = await person(db, { keys: ['brand:view'] });
});

const ask = async (given: Record<string, string>): Promise<[number, number]> => {
  const { status, body } = await server.call(list, {}, { headers: given });
  return [status, body.code];
};
const later = (minutes: number): void => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};

describe('a call is refused', () => {
  it.each([
    ['no token', undefined],
    ['an empty token', ''],
    ['a forged token', newToken()],
    ['a token with something behind it', `${newToken()}x`],
    ['a token of another sort', 'Bearer abc'],
    ['a token with SQL in it', "' or '1'='1"],
  ])('with 401 for %s', async (_what, token) => {
    expect(await ask(token === undefined ? {} : { [headers.authorization]: token })).toEqual([401, 401]);
  });

  it('with 401 for a token that is the hash of one', async () => {
    const signed = await signedIn(db, reader);
    expect(await ask(signed)).toEqual([200, 200]);
    const { rows } = await sql<{
      hash: Buffer;
    }>`select token_hash as hash from session where admin_id = ${reader.id}`.execute(db);
    expect(await ask({ [headers.authorization]: (rows[0]?.hash ?? Buffer.alloc(0)).toString('base64url') })).toEqual([
      401, 401,
    ]);
  });

  it("with 401 for another person's X-UserId, whatever it is", async () => {
    const signed = await signedIn(db, reader);
    for (const claimed of ['1', String(reader.id + 1), '', ` ${reader.id}`, 'null'])
      expect(await ask({ ...signed, [headers.userId]: claimed })).toEqual([401, 401]);
    expect(await ask({ [headers.authorization]: signed[headers.authorization] ?? '' })).toEqual([200, 200]);
  });

  it('with 403 and a sentence without the key', async () => {
    const signed = await signedIn(db, await person(db, { keys: ['brand:add'] }));
    const { status, body } = await server.call(list, {}, { headers: signed });
    expect([status, body.code, body.msg]).toEqual([403, 4003, '没有操作权限']);
  });

  it('with 10000 when the account is closed', async () => {
    const signed = await signedIn(db, reader);
    await sql`update admin set status = 0 where id = ${reader.id}`.execute(db);
    expect(await ask(signed)).toEqual([200, 10000]);
  });

  it('with 411 when the password must be changed first', async () => {
    const signed = await signedIn(db, reader);
    await sql`update admin set must_change_password = true where id = ${reader.id}`.execute(db);
    expect(await ask(signed)).toEqual([200, 411]);
  });
});

describe('a session is over', () => {
  const session = async (deviceKind: 'desktop' | 'tablet'): Promise<Record<string, string>> => {
    const { token } = await openSession(db, {
      adminId: reader.id,
      deviceKind,
      ip: '127.0.0.1',
      userAgent: 'test',
      device: undefined,
      now: clock.at,
    });
    return { [headers.authorization]: token };
  };

  it('on a desktop after 30 minutes of silence, not of work', async () => {
    const signed = await session('desktop');
    for (let turn = 0; turn < 4; turn += 1) {
      later(29);
      server.identity.forget();
      expect(await ask(signed)).toEqual([200, 200]);
    }
    later(30);
    server.identity.forget();
    expect(await ask(signed)).toEqual([401, 401]);
  });

  it('on a tablet after 12 hours, silent or not', async () => {
    const signed = await session('tablet');
    later(11 * 60 + 59);
    expect(await ask(signed)).toEqual([200, 200]);
    later(1);
    server.identity.forget();
    expect(await ask(signed)).toEqual([401, 401]);
  });

  it('and is written to at most once a minute', async () => {
    const signed = await session('desktop');
    const seen = async (): Promise<string> =>
      (await sql<{ at: string }>`select seen_at as at from session where admin_id = ${reader.id}`.execute(db)).rows[0]
        ?.at ?? '';
    const opened = clock.at.toISOString();
    later(0.9);
    await ask(signed);
    expect(await seen()).toBe(opened);
    later(0.1);
    server.identity.forget();
    await ask(signed);
    expect(await seen()).toBe(clock.at.toISOString());
  });
});

describe('a change is visible within a second', () => {
  it('of roles, both ways', async () => {
    const signed = await signedIn(db, reader);
    expect(await ask(signed)).toEqual([200, 200]);
    await sql`update role set status = 0 where id in (select role_id from admin_role where admin_id = ${reader.id})`.execute(
      db,
    );
    await sleep(1000);
    expect(await ask(signed)).toEqual([403, 4003]);
    await sql`update role set status = 1 where id in (select role_id from admin_role where admin_id = ${reader.id})`.execute(
      db,
    );
    await sleep(1000);
    expect(await ask(signed)).toEqual([200, 200]);
  });

  it('and costs one query however many calls ask at once', async () => {
    const signed = await signedIn(db, reader);
    const token = signed[headers.authorization];
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.identity.recognise(token)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatchObject({
      kind: 'actor',
      actor: { id: reader.id, permissions: new Set(['brand:view']), scope: 'everything' },
    });
  });
});

describe('what a person sees', () => {
  const scopeOf = async (whom: Actor): Promise<unknown> => {
    const recognised = await server.identity.recognise((await signedIn(db, whom))[headers.authorization]);
    return recognised.kind === 'actor' ? recognised.actor.scope : recognised.kind;
  };

  it('is nothing for an account without any rights, whatever its organisation', async () => {
    expect(await scopeOf(await person(db))).toEqual([]);
    const former = await person(db, { keys: ['brand:view'] });
    await sql`update role set status = 0 where id in (select role_id from admin_role where admin_id = ${former.id})`.execute(
      db,
    );
    expect(await scopeOf(former)).toEqual([]);
  });

  it('is everything with a key and no data role, and with a data role that limits nothing', async () => {
    expect(await scopeOf(await person(db, { keys: ['brand:view'] }))).toBe('everything');
    expect(await scopeOf(await person(db, { scope: [{ brand: [1] }, { brand: [] }] }))).toBe('everything');
  });

  it('is one rule a data role, dimensions side by side, an empty one left out', async () => {
    const rules = (await scopeOf(
      await person(db, { scope: [{ warehouse: [7, 8], brand: [1], shop: [] }, { supplier: [3] }] }),
    )) as unknown[];
    expect(rules).toHaveLength(2);
    expect(rules).toEqual(expect.arrayContaining([{ warehouse: [7, 8], brand: [1] }, { supplier: [3] }]));
  });

  it('is nothing when every data role is switched off', async () => {
    const limited = await person(db, { scope: [{ brand: [1] }] });
    await sql`update data_role set status = 0 where id in (select data_role_id from admin_data_role where admin_id = ${limited.id})`.execute(
      db,
    );
    expect(await scopeOf(limited)).toEqual([]);
  });

  it('is all below a category or an organisation', async () => {
    await sql`insert into category (id, parent_id, name, code) values (901, null, 'a', 'a'), (902, 901, 'b', 'b'), (903, 902, 'c', 'c'), (904, null, 'd', 'd')`.execute(
      db,
    );
    await sql`insert into organize (id, parent_id, name, code) values (911, null, 'a', 'a'), (912, 911, 'b', 'b'), (913, 912, 'c', 'c')`.execute(
      db,
    );
    const [rule] = (await scopeOf(await person(db, { scope: [{ category: [901], organize: [912] }] }))) as Record<
      string,
      number[]
    >[];
    expect(rule?.category?.sort()).toEqual([901, 902, 903]);
    expect(rule?.organize?.sort()).toEqual([912, 913]);
  });
});
