import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor } from '#contract/areas/me/second-factor.ts';
import { headers } from '#contract/kit/call.ts';
import { serveEverything } from '#server/application.ts';
import { wrongPassword } from '#server/identity/check-password.ts';
import { mostGuesses } from '#server/identity/guesses.ts';
import { checkVault, wrongCode } from '#server/identity/second-factor.ts';
import { Vault } from '#server/identity/vault.ts';
import { bases } from '#server/kit/frame.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, roleWith } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';

const { db } = await testDatabase();
const clock = { at: new Date(), now: () => clock.at };
const right = 'nine herons under umbrellas';
let server: TestServer;
let username: string;
let id: number;

beforeEach(async () => {
  clock.at = new Date();
  server = await testServer(db, { clock });
  ({ username, id } = await person(db, { password: right }));
});

interface Answer {
  code: number;
  msg: string;
  field?: string;
  data?: { token: string } | null;
  result?: unknown;
}

const post = async (path: string, body: object, { device = '', ip = '10.0.0.1' } = {}): Promise<Answer> => {
  const at = { ip, headers: device ? { [headers.device]: device } : {} };
  return (await server.call(`/api/acl${path}`, { appid: 'erp', username, ...body }, at)).body as unknown as Answer;
};
const login = (second_factor?: string, from = {}) =>
  post('/login', { password: right, ...(second_factor === undefined ? {} : { second_factor }) }, from);
const begin = async (body: object = {}): Promise<Answer> => post(beginSecondFactor.path, { password: right, ...body });
const confirm = (second_factor: string, body: object = {}) =>
  post(confirmSecondFactor.path, { password: right, second_factor, ...body });
const drop = (second_factor: string, body: object = {}) =>
  post(dropSecondFactor.path, { password: right, second_factor, ...body });
const codeAt = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: clock.at.getTime() + steps * 30_000 });
const wait = (seconds: number): void => {
  clock.at = new Date(clock.at.getTime() + seconds * 1000);
};
/** Sets a second factor up; its secret and its recovery codes. The present code is used up. */
const setUp = async (): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = (await begin()).result as { secret: string };
  const { result } = await confirm(codeAt(secret));
  return { secret, codes: (result as { recovery_codes: string[] }).recovery_codes };
};
const require2 = async (): Promise<void> => {
  const role = await roleWith(db, ['brand:view']);
  await sql`update role set require_second_factor = true where code = ${role}`.execute(db);
  await sql`insert into admin_role (admin_id, role_id) select ${id}, id from role where code = ${role}`.execute(db);
};
const sessions = async (): Promise<number> =>
  (await sql`select 1 from session where admin_id = ${id} and ended_at is null`.execute(db)).rows.length;

describe('setting up refuses', () => {
  it('a wrong password in the words of the sign-in, and a first code that does not fit', async () => {
    expect(await begin({ password: 'nothing like it' })).toMatchObject({ code: 4001, msg: wrongPassword });
    const { secret } = (await begin()).result as { secret: string };
    for (const code of ['000000', codeAt(secret, 2), codeAt(secret, -2), 'abcdef'])
      expect(await confirm(code)).toMatchObject({ code: 4001, msg: wrongCode, field: 'second_factor' });
    expect((await login()).code).toBe(200);
  });

  it('a confirmation of nothing, and one that comes after ten minutes', async () => {
    expect(await confirm('123456')).toMatchObject({ code: 4010, msg: '设置已过期，请重新开始' });
    const { secret } = (await begin()).result as { secret: string };
    wait(601);
    expect(await confirm(codeAt(secret))).toMatchObject({ code: 4010 });
  });

  it('the second of two confirmations at once', async () => {
    const { secret } = (await begin()).result as { secret: string };
    const answers = await Promise.all([confirm(codeAt(secret)), confirm(codeAt(secret))]);
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
  });

  it('who must change the password first, and an account that is closed', async () => {
    await sql`update admin set must_change_password = true where id = ${id}`.execute(db);
    expect((await begin()).code).toBe(411);
    await sql`update admin set status = 0 where id = ${id}`.execute(db);
    expect(await begin()).toMatchObject({ code: 4001, msg: wrongPassword });
  });

  it('a password alone where there is a second factor already', async () => {
    const { secret } = await setUp();
    expect((await begin()).code).toBe(412);
    expect(await begin({ second_factor: '000000' })).toMatchObject({ code: 4001, field: 'second_factor' });
    wait(30);
    expect((await begin({ second_factor: codeAt(secret) })).code).toBe(200);
    // The old one stays in force until the new one has shown its first code.
    wait(30);
    expect((await login(codeAt(secret))).code).toBe(200);
  });
});

describe('the login', () => {
  it('asks for the code inside the envelope, and opens with it', async () => {
    const { secret } = await setUp();
    expect(await login()).toEqual({ code: 412, msg: '请输入两步验证码', message: '请输入两步验证码', data: null });
    expect(await sessions()).toBe(0);
    wait(30);
    expect((await login(codeAt(secret))).data?.token).toMatch(/^[\w-]{43}$/);
  });

  it('judges the password first: a right code tells nothing beside a wrong password', async () => {
    const { secret } = await setUp();
    wait(30);
    const code = codeAt(secret);
    expect(await post('/login', { password: 'nothing like it', second_factor: code })).toMatchObject({
      code: 4001,
      msg: wrongPassword,
    });
    expect((await login(code)).code).toBe(200);
  });

  it.each([
    ['one step early', 1, 200],
    ['one step late', -1, 200],
    ['two steps early', 2, 4001],
    ['two steps late', -2, 4001],
  ])('takes a code %s as it should', async (_what, steps, code) => {
    const { secret } = await setUp();
    wait(120);
    expect((await login(codeAt(secret, steps))).code).toBe(code);
  });

  it('takes no code twice, none older than the last, and of two at once one', async () => {
    const { secret } = await setUp();
    // The one that set it up is spent.
    expect(await login(codeAt(secret))).toMatchObject({ code: 4001, msg: wrongCode });
    wait(60);
    const code = codeAt(secret);
    const both = await Promise.all([login(code), login(code)]);
    expect(both.map((answer) => answer.code).toSorted((one, other) => one - other)).toEqual([200, 4001]);
    expect((await login(code)).code).toBe(4001);
    expect((await login(codeAt(secret, -1))).code).toBe(4001);
    expect((await login(codeAt(secret, 1))).code).toBe(200);
  });

  it('takes a recovery code once, in any spelling, and of two at once one', async () => {
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect((await login(` ${first.toUpperCase().replaceAll('-', ' ')} `)).code).toBe(200);
    expect(await login(first)).toMatchObject({ code: 4001, msg: wrongCode });
    const both = await Promise.all([login(second), login(second)]);
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 4001]);
    const { rows } = await sql<{ text: string }>`
      select r::text as text from recovery_code r union all select f::text from second_factor f union all select o::text from op o`.execute(
      db,
    );
    expect(rows.some(({ text }) => codes.some((code) => text.includes(code)))).toBe(false);
  });

  it('counts wrong codes with wrong passwords, and forgives none of them for the password alone', async () => {
    const { secret } = await setUp();
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await login('000000', { ip: `10.5.0.${turn}` })).code).toBe(4001);
      if (turn < 4) expect((await login(undefined, { ip: `10.6.0.${turn}` })).code).toBe(412);
    }
    wait(30);
    const { rows } = await sql<{ failures: number }>`
      select failures from password_guess where subject = ${`account:${username}`}`.execute(db);
    expect(rows).toEqual([{ failures: 5 }]);
    await sql`delete from password_guess`.execute(db);
    await sql`insert into password_guess (subject, failures, last_failure_at, blocked_until) values (${`account:${username}`}, ${mostGuesses - 1}, now(), now() - interval '1 day')`.execute(
      db,
    );
    expect((await login('000000')).code).toBe(4001);
    wait(86_400);
    for (const answer of [await login(codeAt(secret)), await begin(), await drop(codeAt(secret))])
      expect(answer.code).toBe(4029);
  });

  it('gives nobody who knows the password fresh guesses through the change of password', async () => {
    const { secret } = await setUp();
    const change = (second_factor?: string) =>
      post('/changePwd', {
        old_password: right,
        new_password: 'q9#heron',
        confirm_password: 'q9#heron',
        ...(second_factor ? { second_factor } : {}),
      });
    expect((await login('000000')).code).toBe(4001);
    expect((await change()).code).toBe(412);
    expect((await change('000000')).code).toBe(4001);
    const { rows } = await sql<{ failures: number }>`
      select failures from password_guess where subject = ${`account:${username}`}`.execute(db);
    expect(rows).toEqual([{ failures: 2 }]);
    wait(30);
    // Eight characters are enough beside a second factor, and not without one.
    expect((await change(codeAt(secret))).code).toBe(200);
    wait(30);
    expect(await drop(codeAt(secret), { password: 'q9#heron' })).toMatchObject({
      code: 4010,
      msg: '请先把密码改为至少 15 个字符，再关闭两步验证',
    });
  });
});

describe('a forced change of password', () => {
  it('neither counts nor forgives guesses at the code, and asks for the code itself', async () => {
    const { secret } = await setUp();
    await sql`update admin set must_change_password = true where id = ${id}`.execute(db);
    const change = (second_factor: string) =>
      post('/changePwd', {
        old_password: right,
        new_password: 'seven otters over bridges',
        confirm_password: 'seven otters over bridges',
        second_factor,
      });
    const failures = async () =>
      (
        await sql<{ failures: number }>`
          select failures from password_guess where subject = ${`account:${username}`}`.execute(db)
      ).rows[0]?.failures ?? 0;
    for (const guess of ['000000', '000001']) {
      expect(await change(guess)).toMatchObject({ code: 4001, msg: wrongCode });
      expect((await login()).code).toBe(411);
      expect((await login('000002')).code).toBe(411);
    }
    expect(await failures()).toBe(2);
    const { rows } = await sql<{ outcome: number }>`
      select outcome from sign_in_event where admin_id = ${id} order by id`.execute(db);
    expect(rows.map(({ outcome }) => outcome)).toEqual([4, 6, 6, 4, 6, 6]);
    wait(30);
    expect((await change(codeAt(secret))).code).toBe(200);
    expect(await failures()).toBe(0);
  });
});

describe('a person whose role requires one', () => {
  it('gets no session for the password but the way to set it up, and every call refuses what there is', async () => {
    await require2();
    expect(await login()).toEqual({
      code: 413,
      msg: '您的角色要求两步验证，请先完成设置',
      message: '您的角色要求两步验证，请先完成设置',
      data: null,
    });
    expect(await sessions()).toBe(0);
    const { secret } = (await begin()).result as { secret: string };
    const whole = await testServer(db, { kit: serveEverything(new Numbers(db)), clock });
    const closed = whole.kit.registry.all().filter(({ call }) => call.access !== 'public');
    expect(closed.length).toBeGreaterThan(50);
    for (const { call } of closed) {
      const { status } = await whole.call(
        `${bases[call.service]}${call.path}`,
        {},
        { headers: { [headers.authorization]: secret, [headers.userId]: String(id), [headers.opId]: randomUUID() } },
      );
      expect([call.path, status]).toEqual([call.path, 401]);
    }
    const { code, result } = await confirm(codeAt(secret), { device_kind: 'desktop' });
    expect([code, result]).toEqual([
      200,
      {
        recovery_codes: expect.any(Array),
        session: {
          token: expect.stringMatching(/^[\w-]{43}$/),
          exp: expect.any(String),
          userInfo: { uid: id, username, nickname: expect.any(String) },
        },
      },
    ]);
    expect(await sessions()).toBe(1);
  });

  it('may not give it up, nor may a switched off role ask for it', async () => {
    await require2();
    const { secret } = await setUp();
    wait(30);
    expect(await drop(codeAt(secret))).toMatchObject({ code: 4010 });
    await sql`update role set status = 0 where id in (select role_id from admin_role where admin_id = ${id})`.execute(
      db,
    );
    expect((await drop(codeAt(secret))).code).toBe(200);
    expect((await login()).code).toBe(200);
  });
});

describe('giving it up', () => {
  it('needs password and code, and stands in the history', async () => {
    expect((await drop('123456')).code).toBe(4010);
    const { secret } = await setUp();
    wait(30);
    expect((await drop(codeAt(secret), { password: 'nothing like it' })).code).toBe(4001);
    expect((await drop('000000')).code).toBe(4001);
    expect((await drop(codeAt(secret))).code).toBe(200);
    expect((await login()).code).toBe(200);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where doc_type = 'admin' and doc_id = ${id} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['setSecondFactor', 'dropSecondFactor']);
  });
});

describe('the secret', () => {
  it('is sealed for its owner: copied to another it opens nothing, and another key does not start', async () => {
    await setUp();
    const { rows } = await sql<{ secret: Buffer }>`select secret from second_factor where admin_id = ${id}`.execute(db);
    const sealed = rows[0]?.secret ?? Buffer.alloc(0);
    const vault = new Vault(Buffer.alloc(32, 7));
    expect(vault.open(sealed, id)).toMatch(/^[A-Z2-7]{32}$/);
    expect(() => vault.open(sealed, id + 1)).toThrow();
    await checkVault(db, vault);
    await expect(checkVault(db, new Vault(Buffer.alloc(32, 8)))).rejects.toThrow('the secret key is not the one');
  });
});

describe('a thousand wrong passwords over both doors', () => {
  it('are judged a hundred times, and the owner still gets in from a known device', async () => {
    const device = randomUUID();
    expect((await login(undefined, { device })).code).toBe(200);
    const before = server.passwords.work;
    const answers: Answer[] = [];
    for (let turn = 0; turn < 1000; turn += 1) {
      // Longer than the longest wait, so that only the count can stop it; each from another address.
      wait(1000);
      const from = { ip: `10.${turn % 250}.7.${Math.floor(turn / 250)}` };
      const wrong = `wrong guess number ${turn}`;
      const answer =
        turn % 2
          ? await post('/login', { password: wrong }, from)
          : await post(
              '/changePwd',
              {
                old_password: wrong,
                new_password: 'seven otters over bridges',
                confirm_password: 'seven otters over bridges',
              },
              from,
            );
      answers.push(answer);
    }
    // The others are turned away by the counter or asked for a captcha, and cost no hash.
    expect(answers.filter(({ msg }) => msg === wrongPassword)).toHaveLength(mostGuesses);
    expect(answers.filter(({ code, field }) => code !== 4029 && field !== 'captcha')).toHaveLength(mostGuesses);
    expect(server.passwords.work - before).toBe(mostGuesses);
    expect((await login()).code).toBe(4029);
    expect((await login(undefined, { device })).code).toBe(200);
    const { rows } = await sql<{ outcome: number; count: number }>`
      select outcome, count(*) as count from sign_in_event where admin_id = ${id} group by 1 order by 1`.execute(db);
    const seen = new Map(rows.map(({ outcome, count }) => [outcome, count]));
    expect([seen.get(1), seen.get(3)]).toEqual([2, mostGuesses]);
  });
});
