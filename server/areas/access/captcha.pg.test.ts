import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CaptchaAnswer } from '#contract/areas/access/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';

const { db } = await testDatabase();
let at = new Date('2026-03-02T02:00:00.000Z');
const clock = { now: () => at };
const server = await testServer(db, { clock });
const right = 'seven herons under umbrellas';
const fresh = 'nine lanterns along a quay';
let username: string;
let places = 0;
let ip: string;

beforeEach(async () => {
  username = `u${randomUUID().slice(0, 8)}`;
  await person(db, { username, password: right });
  // Each test comes from an address of its own.
  places += 1;
  ip = `10.0.0.${places}`;
});

const picture = async (scene: string = 'changePwd', from = ip) =>
  (await server.call('/api/acl/captcha', { scene }, { ip: from })).body;
/** A picture whose answer is known. */
const known = async (answer = 'AC7EX', scene = 'changePwd', expires = '2026-03-02T02:02:00.000Z'): Promise<string> => {
  const id = randomUUID();
  const hash = createHash('sha256').update(`${id}:${answer}`).digest();
  await sql`insert into captcha (id, scene, answer_hash, expires_at) values (${id}, ${scene}, ${hash}, ${expires})`.execute(
    db,
  );
  return id;
};
const change = async (old: string, more: object = {}, from = ip) =>
  (
    await server.call(
      '/api/acl/changePwd',
      { appid: 'erp', username, old_password: old, new_password: fresh, confirm_password: fresh, ...more },
      { ip: from },
    )
  ).body;
const guess = async (times: number, from = ip): Promise<void> => {
  for (let time = 0; time < times; time += 1) expect((await change('wrong', {}, from)).field).toBeUndefined();
};

describe('a change of password', () => {
  it('asks for no picture at first, and none of whoever remembers in time', async () => {
    await guess(2);
    expect((await change(right)).code).toBe(200);
  });

  it('asks for one after three wrong guesses, from wherever they came', async () => {
    await guess(3);
    for (const from of [ip, '10.9.9.9'])
      expect(await change(right, {}, from)).toMatchObject({ code: 4001, field: 'captcha', msg: '请输入验证码' });
    expect(await change(right, { captcha_id: randomUUID(), captcha: 'AAAAA' })).toMatchObject({
      field: 'captcha',
      msg: '验证码有误',
    });
    expect((await change(right, { captcha_id: await known(), captcha: 'ac7ex' })).code).toBe(200);
  });

  it('takes each picture once, right or wrong', async () => {
    await guess(3);
    const wrong = await known();
    expect(await change(right, { captcha_id: wrong, captcha: 'XXXXX' })).toMatchObject({ msg: '验证码有误' });
    expect(await change(right, { captcha_id: wrong, captcha: 'AC7EX' })).toMatchObject({ msg: '验证码有误' });
    const used = await known();
    expect((await change('wrong', { captcha_id: used, captcha: 'AC7EX' })).field).toBeUndefined();
    expect(await change(right, { captcha_id: used, captcha: 'AC7EX' })).toMatchObject({ msg: '验证码有误' });
  });

  it('takes none that is old or was made for another form', async () => {
    await guess(3);
    expect(await change(right, { captcha_id: await known('AC7EX', 'login'), captcha: 'AC7EX' })).toMatchObject({
      msg: '验证码有误',
    });
    expect(
      await change(right, { captcha_id: await known('AC7EX', 'changePwd', at.toISOString()), captcha: 'AC7EX' }),
    ).toMatchObject({ msg: '验证码有误' });
    expect(await change(right, { captcha_id: 'x', captcha: 'AC7EX' })).toMatchObject({ field: 'captcha_id' });
  });

  it('asks for one where an address guessed at many accounts', async () => {
    const others = [1, 2, 3].map((place) => `nobody${place}${username}`);
    for (const name of others)
      await server.call('/api/acl/login', { appid: 'erp', username: name, password: 'wrong' }, { ip });
    expect(await change(right)).toMatchObject({ field: 'captcha' });
    expect((await change(right, {}, '10.8.8.8')).code).toBe(200);
  });
});

describe('a picture', () => {
  it('is refused for no form, and to an address that asks for too many', async () => {
    expect((await picture('other')).code).toBe(4001);
    for (let time = 0; time < 20; time += 1) expect((await picture()).code).toBe(200);
    expect((await picture()).code).toBe(4029);
    expect((await picture('changePwd', '10.7.7.7')).code).toBe(200);
  });

  it('comes with an id and an end, its answer nowhere', async () => {
    const answer = (await picture()).result as CaptchaAnswer;
    expect(answer).toEqual({
      captcha_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      image_base64: expect.any(String) as string,
      expire_at: '2026-03-02T02:02:00.000Z',
    });
    expect(Buffer.from(answer.image_base64, 'base64').toString()).toMatch(/^<svg /);
    const { rows } = await sql<{ answer_hash: Buffer }>`select * from captcha where id = ${answer.captcha_id}`.execute(
      db,
    );
    expect(rows[0]?.answer_hash).toHaveLength(32);
  });

  it('is gone some time after its end', async () => {
    const id = await known();
    at = new Date('2026-03-02T02:10:00.000Z');
    await picture();
    expect((await sql`select 1 from captcha where id = ${id}`.execute(db)).rows).toEqual([]);
    at = new Date('2026-03-02T02:00:00.000Z');
  });
});
