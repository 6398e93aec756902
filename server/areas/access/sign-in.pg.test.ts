import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { headers } from '#contract/kit/call.ts';
import { mostGuesses } from '#server/identity/guesses.ts';
import { Passwords } from '#server/identity/passwords.ts';
import { serveEntity } from '#server/kit/serve-entity.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';

const { db } = await testDatabase();
const clock = { at: new Date(), now: () => clock.at };
const newServer = (): Promise<TestServer> => testServer(db, { serve: (kit) => serveEntity(kit, brand), clock });
let server: TestServer;
const right = 'nine herons under umbrellas';
const next = 'seven otters over bridges';
const wrong = '账号或密码错误，或账号已停用';
let username: string;
let id: number;

beforeEach(async () => {
  clock.at = new Date();
  // New counters of addresses with each test; those of accounts are the database's.
  server = await newServer();
  const made = await person(db, { password: right, keys: ['brand:view'] });
  ({ username, id } = made);
});

interface From {
  device?: string;
  ip?: string;
  token?: string;
  at?: TestServer;
}

const post = async (path: string, body: unknown, { device, ip = '10.0.0.1', token, at = server }: From = {}) =>
  await at.call(`/api/acl${path}`, body, {
    ip,
    headers: { ...(device ? { [headers.device]: device } : {}), ...(token ? { [headers.authorization]: token } : {}) },
  });
const login = (password: string, from: From = {}, name = username) =>
  post('/login', { appid: 'erp', username: name, password }, from);
const change = (old: string, fresh: string, from: From = {}) =>
  post('/changePwd', { appid: 'erp', username, old_password: old, new_password: fresh, confirm_password: fresh }, from);
const tokenOf = async (answer: ReturnType<typeof login>): Promise<string> =>
  ((await answer).body as unknown as { data: { token: string } }).data.token;
const brands = async (token: string, at = server): Promise<[number, number]> => {
  const { status, body } = await at.call('/api/erp/v1/brand/list', {}, { headers: { [headers.authorization]: token } });
  return [status, body.code];
};
const failedBefore = (failures: number) =>
  sql`insert into password_guess (subject, failures, last_failure_at, blocked_until) values (${`account:${username}`}, ${failures}, now(), now() - interval '1 day')`.execute(
    db,
  );

describe('the login refuses', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no account', { appid: 'erp', password: 'x' }, '请输入账号'],
    ['an empty account', { appid: 'erp', username: '  ', password: 'x' }, '请输入账号'],
    ['an account that is a number', { appid: 'erp', username: 1, password: 'x' }, '请输入账号'],
    ['an account that is a list', { appid: 'erp', username: ['admin'], password: 'x' }, '请输入账号'],
    ['no password', { appid: 'erp', username: 'admin' }, '请输入密码'],
    ['null for a password', { appid: 'erp', username: 'admin', password: null }, '请输入密码'],
    ['no appid', { username: 'admin', password: 'x' }, '请输入验证码'],
    ['another appid', { appid: 'crm', username: 'admin', password: 'x' }, '请输入验证码'],
    ['an unknown field', { appid: 'erp', username: 'admin', password: 'x', role: 'super' }, '不认识的字段：role'],
    [
      'an account with a zero byte',
      { appid: 'erp', username: 'ad\u0000min', password: 'x' },
      '提交的内容含有无法保存的值',
    ],
  ])('%s', async (_what, body, words) => {
    const { status, body: answer } = await post('/login', body);
    expect([status, answer]).toEqual([
      200,
      expect.objectContaining({ code: 4001, msg: words, message: words, data: null }),
    ]);
  });

  it('an unknown name, a wrong password, a closed account and the own account of the installation in the same words', async () => {
    const closed = await person(db, { password: right });
    await sql`update admin set status = 0 where id = ${closed.id}`.execute(db);
    const answers = await Promise.all([
      login('nothing like it'),
      login(right, {}, 'nobody-at-all'),
      login(right, {}, closed.username),
      login(right, {}, 'system'),
      login(`${right}${'x'.repeat(102)}`),
    ]);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { code: 4001, msg: wrong, message: wrong, data: null }]);
  });

  it('an unknown name after as much work as a known one', async () => {
    // Counted, not timed: a hash costs the same whomever it is for, and clocks of test machines prove nothing.
    const workFor = async (name: string): Promise<number> => {
      const before = server.passwords.work;
      await login('nothing like it', { ip: '10.1.1.1' }, name);
      return server.passwords.work - before;
    };
    expect([await workFor(username), await workFor('nobody-at-all')]).toEqual([1, 1]);
  });
});

describe('the login', () => {
  it('answers as specification §3 says, with a new token each time, of which the database has the hash only', async () => {
    const { status, body } = await login(right);
    expect([status, body]).toEqual([
      200,
      {
        code: 200,
        msg: 'ok',
        message: 'ok',
        data: {
          token: expect.stringMatching(/^[\w-]{43}$/),
          exp: new Date(clock.at.getTime() + 12 * 3_600_000).toISOString(),
          userInfo: { uid: id, username, nickname: `人员${username}` },
        },
      },
    ]);
    const tokens = [(body as unknown as { data: { token: string } }).data.token, await tokenOf(login(right))];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect(await brands(token)).toEqual([200, 200]);
    const { rows } = await sql<{
      row: string;
    }>`select s::text as row from session s where admin_id = ${id} union all select o::text from op o`.execute(db);
    for (const token of tokens) expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it('takes the name in any case and with blanks around it', async () => {
    expect((await login(right, {}, ` ${username.toUpperCase()} `)).body.code).toBe(200);
  });

  it('gives 411 and no token to whom a change is due, and a wrong password is a wrong password first', async () => {
    await sql`update admin set must_change_password = true where id = ${id}`.execute(db);
    expect((await login('nothing like it')).body.code).toBe(4001);
    expect((await login(right)).body).toEqual({
      code: 411,
      msg: '首次登录请先修改密码',
      message: '首次登录请先修改密码',
      data: null,
    });
    expect((await change(right, next)).body.code).toBe(200);
    expect((await login(next)).body.code).toBe(200);
  });

  it('renews a hash of weaker parameters with those of the product', async () => {
    server = await testServer(db, { clock, passwords: new Passwords() });
    const { hash } = await import('@node-rs/argon2');
    await sql`update admin set password_hash = ${await hash(right, { memoryCost: 4096, timeCost: 1 })} where id = ${id}`.execute(
      db,
    );
    expect((await login(right)).body.code).toBe(200);
    const { rows } = await sql<{ hash: string }>`select password_hash as hash from admin where id = ${id}`.execute(db);
    expect(rows[0]?.hash).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
    expect((await login(right)).body.code).toBe(200);
  });
});

describe('guesses', () => {
  it('through both doors are one count, which a new process goes on with', async () => {
    for (let turn = 0; turn < 4; turn += 1)
      expect((await (turn % 2 ? login('nothing like it') : change('nothing like it', next))).body.code).toBe(4001);
    expect((await login('nothing like it')).body.code).toBe(4001);
    const restarted = await newServer();
    const blocked = [await login(right, { at: restarted }), await change(right, next, { at: restarted })];
    for (const { body } of blocked) expect(body).toMatchObject({ code: 4029, msg: '密码错误次数过多，请 1 秒后再试' });
    clock.at = new Date(clock.at.getTime() + 1000);
    // By now the change of password asks for a picture first (captcha.pg.test.ts).
    expect((await login('nothing like it', { at: restarted })).body.code).toBe(4001);
    expect((await login(right, { at: restarted })).body.msg).toBe('密码错误次数过多，请 2 秒后再试');
    clock.at = new Date(clock.at.getTime() + 2000);
    expect((await login(right, { at: restarted })).body.code).toBe(200);
    expect((await login('nothing like it', { at: restarted })).body.code).toBe(4001);
    expect((await login(right, { at: restarted })).body.code).toBe(200);
  });

  it('end at a hundred, with the right password too, but for a device of the owner', async () => {
    const device = randomUUID();
    expect((await login(right, { device })).body.code).toBe(200);
    await failedBefore(mostGuesses - 1);
    expect((await login('nothing like it')).body.code).toBe(4001);
    clock.at = new Date(clock.at.getTime() + 86_400_000);
    const locked = '密码错误次数过多，请在常用设备上登录或联系管理员重置密码';
    expect((await login(right)).body).toMatchObject({ code: 4029, msg: locked });
    expect((await change(right, next)).body).toMatchObject({ code: 4029, msg: locked });
    expect((await login(right, { device: randomUUID() })).body.code).toBe(4029);
    expect((await login(right, { device })).body.code).toBe(200);
    // The owner's visit does not give the guesser another hundred.
    expect((await login(right)).body.code).toBe(4029);
  });

  it('at a device of the owner count there, and a device is one of this person only', async () => {
    const device = randomUUID();
    await login(right, { device });
    for (let turn = 0; turn < 5; turn += 1) await login('nothing like it', { device });
    expect((await login(right, { device })).body.code).toBe(4029);
    expect((await login(right)).body.code).toBe(200);
    const other = await person(db, { password: right });
    await sql`insert into password_guess values (${`account:${other.username}`}, 100, now(), now())`.execute(db);
    expect((await login(right, { device }, other.username)).body.code).toBe(4029);
    await sql`delete from password_guess`.execute(db);
    await login(right, { device }, other.username);
    // Nor does the table say who shares a device.
    const { rows } =
      await sql`select device_hash from known_device where admin_id in (${id}, ${other.id}) group by 1`.execute(db);
    expect(rows).toHaveLength(2);
  });

  it('that come all at once are judged no more often than one by one', async () => {
    await failedBefore(mostGuesses - 3);
    const codes = await Promise.all(
      Array.from(
        { length: 18 },
        async (_, turn) => (await login('nothing like it', { ip: `10.2.0.${turn}` })).body.code,
      ),
    );
    expect(codes.filter((code) => code === 4001)).toHaveLength(1);
    const { rows } = await sql<{
      failures: number;
    }>`select failures from password_guess where subject = ${`account:${username}`}`.execute(db);
    expect(rows[0]?.failures).toBe(mostGuesses - 2);
  });

  it('lock a name that nobody has just the same', async () => {
    for (let turn = 0; turn < 5; turn += 1) await login('nothing like it', {}, 'nobody-here');
    expect((await login('nothing like it', {}, 'Nobody-Here')).body.msg).toBe('密码错误次数过多，请 1 秒后再试');
  });

  it('over many accounts from one address stop at twenty a minute; the owners still get in from their devices', async () => {
    const device = randomUUID();
    await login(right, { device });
    for (let turn = 0; turn < 20; turn += 1)
      expect((await login('nothing like it', {}, `spray${turn}`)).body.code).toBe(4001);
    expect((await login('nothing like it', {}, 'spray21')).body).toMatchObject({
      code: 4029,
      msg: '操作过于频繁，请稍后再试',
    });
    expect((await login(right)).body.code).toBe(4029);
    expect((await login(right, { device })).body.code).toBe(200);
    expect((await login(right, { ip: '10.0.0.2' })).body.code).toBe(200);
  });
});

describe('a flood of sign-ins', () => {
  it('is answered: right, wrong or busy, never with an error', async () => {
    // Only what costs something can be waited for.
    const at = await testServer(db, { clock, passwords: new Passwords() });
    const codes = await Promise.all(
      Array.from(
        { length: 120 },
        async (_, turn) => (await login('nothing like it', { ip: `10.3.0.${turn}`, at }, `flood${turn}`)).body.code,
      ),
    );
    expect(new Set(codes)).toEqual(new Set([4001, 5003]));
    const judged = codes.filter((code) => code === 4001).length;
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from password_guess where subject like 'account:flood%' and failures > 0`.execute(db);
    expect(rows[0]?.count).toBe(judged);
  });
});

describe('changing the password', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    [
      'two new ones that differ',
      { confirm_password: 'six otters over bridges' },
      'confirm_password',
      '两次输入的新密码不一致',
    ],
    [
      'a short one',
      { new_password: 'k7#mQ2vX9!pL4z', confirm_password: 'k7#mQ2vX9!pL4z' },
      'new_password',
      '密码至少 15 个字符',
    ],
    [
      'a common one',
      { new_password: 'passwordpassword1', confirm_password: 'passwordpassword1' },
      'new_password',
      '密码过于常见，或含有账号、公司名称等容易猜到的词，请换一个',
    ],
    ['the old one', { new_password: right, confirm_password: right }, 'new_password', '新密码不能与原密码相同'],
    ['no old one', { old_password: undefined }, 'old_password', '请输入密码'],
    ['another application', { appid: 'x' }, 'appid', '请输入验证码'],
    ['an unknown field', { admin_id: 1 }, 'admin_id', '不认识的字段：admin_id'],
  ])('refuses %s', async (_what, part, field, words) => {
    const body = { appid: 'erp', username, old_password: right, new_password: next, confirm_password: next, ...part };
    expect((await post('/changePwd', body)).body).toEqual({
      code: 4001,
      msg: words,
      message: words,
      field,
      result: null,
    });
    expect((await login(right)).body.code).toBe(200);
  });

  it('refuses the own name only to whom the account belongs', async () => {
    const named = `人员${username}人员${username}`;
    await sql`update admin set nickname = '尉迟惊鸿' where id = ${id}`.execute(db);
    const fresh = '尉迟惊鸿xkq尉迟惊鸿尉迟惊鸿';
    expect((await change('nothing like it', fresh)).body.msg).toBe(wrong);
    expect((await change(right, fresh)).body).toMatchObject({ code: 4001, field: 'new_password' });
    expect((await change(right, named)).body).toMatchObject({ code: 4001, field: 'new_password' });
  });

  it('ends every other session by force, forgets other devices, and stands in the history', async () => {
    const [own, other] = [await tokenOf(login(right)), await tokenOf(login(right))];
    const device = randomUUID();
    await login(right, { device });
    expect((await change(right, next, { token: own })).body).toEqual({
      code: 200,
      msg: 'ok',
      message: 'ok',
      result: null,
    });
    expect(await brands(own)).toEqual([200, 200]);
    expect(await brands(other)).toEqual([200, 10000]);
    expect((await login(right)).body.code).toBe(4001);
    expect((await login(next)).body.code).toBe(200);
    await sql`insert into password_guess values (${`account:${username}`}, 100, now(), now())`.execute(db);
    expect((await login(next, { device })).body.code).toBe(4029);
    const { rows } =
      await sql`select doc_type, action, label, changes, admin_id from audit_log where doc_id = ${id}`.execute(db);
    expect(rows).toEqual([
      { doc_type: 'admin', action: 'changePassword', label: '修改密码', changes: null, admin_id: id },
    ]);
  });

  it('does not spare the session of another person', async () => {
    const mine = await tokenOf(login(right));
    const stranger = await person(db, { password: right });
    const theirs = await tokenOf(login(right, {}, stranger.username));
    await change(right, next, { token: theirs });
    expect(await brands(mine)).toEqual([200, 10000]);
  });

  it('of two at once lets one through', async () => {
    const codes = (await Promise.all([change(right, next), change(right, 'eight badgers in gardens')])).map(
      ({ body }) => body.code,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('refuses who is not signed in', async () => {
    const { status, body } = await post('/loginOut', {});
    expect([status, body.code]).toEqual([401, 401]);
  });

  it('kills the token at once, and no other', async () => {
    const [token, other] = [await tokenOf(login(right)), await tokenOf(login(right))];
    expect(await brands(token)).toEqual([200, 200]);
    expect((await post('/loginOut', {}, { token })).body.code).toBe(200);
    expect(await brands(token)).toEqual([401, 401]);
    expect(await brands(other)).toEqual([200, 200]);
    expect((await post('/loginOut', {}, { token })).status).toBe(401);
  });

  it('is known to another process within a second', async () => {
    const token = await tokenOf(login(right));
    const second = await newServer();
    expect(await brands(token, second)).toEqual([200, 200]);
    await post('/loginOut', {}, { token });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await brands(token, second)).toEqual([401, 401]);
  });
});
