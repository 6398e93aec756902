import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor } from '#contract/areas/me/second-factor.ts';
import { headers } from '#contract/kit/call.ts';
import { wrongPassword } from '#server/identity/check-password.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';
import { HeldPasswords } from '#tests/factories/held-passwords.ts';
import { person } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';

const { db } = await testDatabase();
const right = 'nine herons under umbrellas';
const next = 'seven otters over bridges';
let office: AccessOffice;
let chief: Colleague;
let id: number;
let username: string;
/** A recovery code, where there is a second factor. */
let spare: string | undefined;

beforeAll(async () => {
  office = await accessOffice(db);
  chief = await office.hire({ keys: office.keys });
});

beforeEach(async () => {
  spare = undefined;
  ({ id, username } = await person(db, { password: right }));
});

interface Answer {
  code: number;
  msg: string;
  result?: unknown;
}

type Server = AccessOffice['server'];
const post = async (server: Server, path: string, body: object): Promise<Answer> =>
  (
    await server.call(
      `/api/acl${path}`,
      { appid: 'erp', username, password: right, ...body },
      { headers: { [headers.device]: randomUUID() } },
    )
  ).body as unknown as Answer;

/** Sends a call by which the password is judged, does `between` before the judgement is acted on, and answers the call's answer. */
const straddled = async (path: string, body: object, between: () => Promise<unknown>): Promise<Answer> => {
  const passwords = new HeldPasswords();
  const sent = post(await testServer(db, { passwords }), path, body);
  await passwords.judged();
  await between();
  passwords.goOn();
  return await sent;
};

const changes: [string, () => Promise<unknown>][] = [
  [
    'the owner changes the password',
    async () => {
      const passwords = { old_password: right, new_password: next, confirm_password: next };
      const body = { password: undefined, ...passwords, second_factor: spare };
      expect((await post(office.server, '/changePwd', body)).code).toBe(200);
    },
  ],
  ['the account is closed', () => office.result(chief, 'admin/status', { id, status: 0 })],
  [
    'an administrator resets the password',
    () => office.result(chief, 'admin/edit', { id, version: 1, reset_password: next }),
  ],
];

const firstCode = async (): Promise<string> => {
  const { secret } = (await post(office.server, beginSecondFactor.path, {})).result as { secret: string };
  return TOTP.generate({ secret: Secret.fromBase32(secret) });
};
const recoveryCodes = async (): Promise<string[]> => {
  const { result } = await post(office.server, confirmSecondFactor.path, { second_factor: await firstCode() });
  return (result as { recovery_codes: string[] }).recovery_codes;
};
const count = async (from: ReturnType<typeof sql>): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)).rows[0]?.count ?? -1;
const openSessions = () => count(sql`session where admin_id = ${id} and ended_at is null`);
const devices = () => count(sql`known_device where admin_id = ${id}`);
const outcomes = async () =>
  (
    await sql<{ outcome: number }>`select outcome from sign_in_event where admin_id = ${id} order by id`.execute(db)
  ).rows.map(({ outcome }) => outcome);
const factors = async () =>
  (
    await sql<{ secret: boolean; pending: boolean }>`
      select secret is not null as secret, pending_secret is not null as pending from second_factor where admin_id = ${id}`.execute(
      db,
    )
  ).rows;
const trail = async () =>
  (
    await sql<{ action: string }>`
      select action from audit_log where doc_type = 'admin' and doc_id = ${id} and action like '%SecondFactor'`.execute(
      db,
    )
  ).rows.map(({ action }) => action);

describe.each(changes)('between the judgement of a password and what it opens %s', (_what, between) => {
  it('the sign-in is refused as one by a wrong password, and leaves neither session nor device', async () => {
    let before = 0;
    const answer = await straddled('/login', {}, async () => {
      await between();
      before = await devices();
    });
    expect(answer).toMatchObject({ code: 4001, msg: wrongPassword });
    expect([await openSessions(), await devices(), await outcomes()]).toEqual([0, before, [3]]);
    const { rows } = await sql<{ at: string | null }>`select last_login_at as at from admin where id = ${id}`.execute(
      db,
    );
    expect(rows).toEqual([{ at: null }]);
  });

  it('a second factor is not put in force', async () => {
    const body = { second_factor: await firstCode(), device_kind: 'desktop' };
    expect(await straddled(confirmSecondFactor.path, body, between)).toMatchObject({ code: 4001, msg: wrongPassword });
    expect([await factors(), await trail(), await openSessions()]).toEqual([[{ secret: false, pending: true }], [], 0]);
    expect(await count(sql`recovery_code where admin_id = ${id}`)).toBe(0);
  });

  it('a second factor is not given up', async () => {
    const [code, other] = await recoveryCodes();
    spare = other;
    expect(await straddled(dropSecondFactor.path, { second_factor: code }, between)).toMatchObject({
      code: 4001,
      msg: wrongPassword,
    });
    expect([await factors(), await trail()]).toEqual([[{ secret: true, pending: false }], ['setSecondFactor']]);
  });
});

describe('between the judgement of a password and what it opens', () => {
  it('a change of it is ordered: that comes first', async () => {
    const order = () => sql`update admin set must_change_password = true where id = ${id}`.execute(db);
    expect((await straddled('/login', {}, order)).code).toBe(411);
    expect([await openSessions(), await devices(), await outcomes()]).toEqual([0, 0, [6]]);
  });

  it('nothing happens: the person is let in', async () => {
    expect((await straddled('/login', {}, async () => undefined)).code).toBe(200);
    expect([await openSessions(), await devices(), await outcomes()]).toEqual([1, 1, [1]]);
  });

  it('the hash is renewed by another sign-in: it is the same password', async () => {
    const weak = await hash(right, { memoryCost: 4096, timeCost: 1 });
    await sql`update admin set password_hash = ${weak} where id = ${id}`.execute(db);
    const login = async () => expect((await post(office.server, '/login', {})).code).toBe(200);
    expect((await straddled('/login', {}, login)).code).toBe(200);
    expect(await openSessions()).toBe(2);
  });
});
