import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminInfo, Member, StaffRow } from '#contract/areas/access/admin.ts';
import { mostGuesses } from '#server/identity/guesses.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';
import { atOnce } from '#tests/factories/at-once.ts';

const { db, url } = await testDatabase();
let office: AccessOffice;
let chief: Colleague;
let home: number;
const first = 'seven herons under umbrellas';
let made = 0;

beforeAll(async () => {
  office = await accessOffice(db, ['brand:view', 'stock:view']);
  chief = await office.hire({ keys: office.keys });
  home = await office.organize();
});

const newcomer = (more: object = {}): Record<string, unknown> => {
  made += 1;
  return { username: `new_${made}`, nickname: `新人${made}`, password: first, main_organize_id: home, ...more };
};
const edit = async (by: Colleague, id: number, body: object) => {
  const { rows } = await sql<{ version: number }>`select version from admin where id = ${id}`.execute(db);
  return await office.ask(by, 'admin/edit', { id, version: rows[0]?.version, ...body });
};
const login = async (username: unknown, password: string) =>
  (await office.server.call('/api/acl/login', { appid: 'erp', username, password })).body.code;
const whoAmI = async (by: Colleague) => {
  office.server.identity.forget();
  return (await office.ask(by, 'admin/ranks')).code;
};

describe('a new person', () => {
  it.each<[string, object]>([
    ['username', { username: 'a' }],
    ['username', { username: '有中文' }],
    ['username', { username: 'x'.repeat(33) }],
    ['mobile', { mobile: '12345' }],
    ['mobile', { mobile: '23800000000' }],
    ['password', { password: 'too short' }],
    ['password', { password: 'new_77new_77new_77', username: 'new_77' }],
    ['main_organize_id', { main_organize_id: 999_999 }],
    ['rank_id', { rank_id: 999_999 }],
    ['organize_ids', { organize_ids: [999_999] }],
    ['role_ids', { role_ids: [999_999] }],
    ['role_ids.0', { role_ids: ['1'] }],
    ['data_role_ids', { data_role_ids: [999_999] }],
    ['status', { status: 1 }],
    ['password_hash', { password_hash: 'x' }],
    ['must_change_password', { must_change_password: false }],
  ])('is refused by %s for %j', async (field, wrong) => {
    const body = newcomer(wrong);
    expect(await office.ask(chief, 'admin/add', body)).toMatchObject({ code: 4001, field });
    expect((await sql`select 1 from admin where nickname = ${body.nickname}`.execute(db)).rows).toEqual([]);
  });

  it('takes no account name that is taken, in whatever letters', async () => {
    await office.result(chief, 'admin/add', newcomer({ username: 'Li_Lei', job_no: 'J1' }));
    expect(await office.ask(chief, 'admin/add', newcomer({ username: 'li_lei' }))).toMatchObject({
      code: 4013,
      field: 'username',
    });
    expect(await office.ask(chief, 'admin/add', newcomer({ job_no: 'J1' }))).toMatchObject({
      code: 4013,
      field: 'job_no',
    });
  });

  it('may sign in after a change of password, and do nothing until the roles are approved', async () => {
    const role = await office.role(['stock:view']);
    const other = await office.organize();
    const body = newcomer({ role_ids: [role], organize_ids: [other], mobile: '13800000000' });
    const saved = await office.result<{ id: number; grant_id: number }>(chief, 'admin/add', body);
    expect(await login(body.username, first)).toBe(411);
    const info = await office.result<AdminInfo>(chief, 'admin/info', { id: saved.id });
    expect(info).toMatchObject({
      admin: { username: body.username, must_change_password: true, main_organize_id: home, mobile: '13800000000' },
      role_ids: [],
      data_role_ids: [],
      grants: [{ id: saved.grant_id, gained: [{ kind: 'role', id: role }] }],
      own: false,
    });
    expect(new Set(info.organize_ids)).toEqual(new Set([home, other]));
    expect(JSON.stringify(info)).not.toContain('argon2');
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(to_jsonb(o)::text || to_jsonb(l)::text, ''), '') as text from op o, audit_log l`.execute(
      db,
    );
    expect(rows[0]?.text).not.toContain(first);
    expect(rows[0]?.text).not.toContain('argon2');
  });

  it('shows its maker nothing that its maker may not see: an account without rights sees nothing', async () => {
    const [mine, theirs] = [await office.organize(), await office.organize()];
    const colleague = await office.hire({ organizeId: theirs });
    const limited = await office.hire({ keys: ['admin:add', 'admin:view'], scope: [{ organize: [mine] }] });
    const body = newcomer({ main_organize_id: mine });
    expect(await office.ask(limited, 'admin/organizeAdmins', { organize_id: theirs })).toMatchObject({
      result: { list: [], total: 0 },
    });
    const { id } = await office.result<{ id: number }>(limited, 'admin/add', body);
    const second = 'nine lanterns along a quay';
    const change = { appid: 'erp', username: body.username, old_password: first };
    await office.server.call('/api/acl/changePwd', { ...change, new_password: second, confirm_password: second });
    const { body: entered } = await office.server.call('/api/acl/login', {
      appid: 'erp',
      username: body.username,
      password: second,
    });
    const { token } = (entered as unknown as { data: { token: string } }).data;
    const puppet = { ...limited, id, headers: { authorization: token, 'x-userid': String(id) } };
    expect(await office.result(puppet, 'organize/tree')).toEqual({ data: [] });
    expect(await office.result(puppet, 'admin/options', { ids: [colleague.id, chief.id] })).toEqual({ list: [] });
    for (const organize_id of [mine, theirs])
      expect(await office.result(puppet, 'admin/organizeAdmins', { organize_id })).toEqual({ list: [], total: 0 });
  });
});

describe('an edit', () => {
  it('with another version, of nobody or of the installation itself is refused', async () => {
    const person = await office.hire();
    expect(await office.ask(chief, 'admin/edit', { id: person.id, version: 7 })).toMatchObject({ code: 4009 });
    expect(await office.ask(chief, 'admin/edit', { id: 999_999, version: 1 })).toMatchObject({ code: 4004 });
    expect(await office.ask(chief, 'admin/edit', { id: 1, version: 1, nickname: '我' })).toMatchObject({ code: 4004 });
    expect(await office.ask(chief, 'admin/status', { id: 1, status: 1 })).toMatchObject({ code: 4004 });
    expect(await office.ask(chief, 'admin/info', { id: 1 })).toMatchObject({ code: 4004 });
  });

  it('resets the password of whoever holds no more than the caller, and ends their sessions', async () => {
    const strong = await office.hire({ keys: ['stock:view'] });
    const clerk = await office.hire({ keys: ['admin:edit', 'admin:view'] });
    const fresh = 'nine lanterns along a quay';
    expect(await edit(clerk, strong.id, { reset_password: fresh })).toMatchObject({
      code: 4010,
      field: 'reset_password',
    });
    expect(await edit(chief, chief.id, { reset_password: fresh })).toMatchObject({
      code: 4010,
      field: 'reset_password',
    });
    expect(await edit(chief, strong.id, { reset_password: 'short' })).toMatchObject({
      code: 4001,
      field: 'reset_password',
    });
    expect(await whoAmI(strong)).toBe(200);
    expect((await edit(chief, strong.id, { reset_password: fresh })).code).toBe(200);
    expect(await whoAmI(strong)).toBe(10_000);
    expect(await login(strong.username, fresh)).toBe(411);
  });

  it('opens the doors that guesses have closed, by resetting the password', async () => {
    const person = await office.hire({ keys: ['stock:view'] });
    await sql`insert into password_guess values (${`account:${person.username}`}, ${mostGuesses}, now(), now())`.execute(
      db,
    );
    const fresh = 'ten pelicans on a wire fence';
    expect(await login(person.username, fresh)).toBe(4029);
    expect((await edit(chief, person.id, { reset_password: fresh })).code).toBe(200);
    expect(await login(person.username, fresh)).toBe(411);
  });

  it('moves a person to an organisation at once when it is theirs already, after approval when it is new', async () => {
    const [one, two, three] = [await office.organize(), await office.organize(), await office.organize()];
    const person = await office.hire({ organizeId: one });
    await sql`insert into admin_organize values (${person.id}, ${two})`.execute(db);
    const now = async () => await office.result<AdminInfo>(chief, 'admin/info', { id: person.id });
    expect((await edit(chief, person.id, { main_organize_id: two })).result).toMatchObject({ grant_id: null });
    expect(await now()).toMatchObject({ admin: { main_organize_id: two }, organize_ids: [one, two] });
    const { grant_id: id } = (await edit(chief, person.id, { main_organize_id: three, organize_ids: [three] }))
      .result as { grant_id: number };
    expect(await now()).toMatchObject({
      admin: { main_organize_id: two },
      organize_ids: [two],
      grants: [{ lost: [{ kind: 'organize', id: two }] }],
    });
    const second = await office.hire({ keys: office.keys });
    await office.result(second, 'admin/grantAudit', { id, result: 1 });
    expect(await now()).toMatchObject({ admin: { main_organize_id: three }, organize_ids: [three], grants: [] });
  });
});

describe('a switch', () => {
  it('of one’s own account is refused, and of somebody out of sight', async () => {
    expect(await office.ask(chief, 'admin/status', { id: chief.id, status: 0 })).toMatchObject({ code: 4010 });
    const person = await office.hire({ organizeId: home });
    const elsewhere = await office.hire({ keys: office.keys, scope: [{ organize: [await office.organize()] }] });
    expect(await office.ask(elsewhere, 'admin/status', { id: person.id, status: 0 })).toMatchObject({ code: 4004 });
    expect(await office.ask(chief, 'admin/status', { status: 0 })).toMatchObject({ code: 4001, field: 'id' });
    expect(await office.ask(chief, 'admin/status', { id: person.id, status: 2 })).toMatchObject({
      code: 4001,
      field: 'status',
    });
  });

  it('counts as it is under the lock, not as the session remembers it', async () => {
    const [former, person] = [await office.hire({ keys: office.keys }), await office.hire()];
    expect((await office.ask(former, 'admin/ranks')).code).toBe(200);
    await sql`update admin set status = 0 where id = ${former.id}`.execute(db);
    expect(await office.ask(former, 'admin/status', { id: person.id, status: 0 })).toMatchObject({ code: 10_000 });
    expect((await sql`select status from admin where id = ${person.id}`.execute(db)).rows).toEqual([{ status: 1 }]);
  });

  it('on gives back what the person holds: nobody does it for who holds or sees more than they do', async () => {
    const [boss, wide] = [await office.hire({ keys: office.keys }), await office.hire({ keys: ['brand:view'] })];
    const plain = await office.hire({ keys: ['brand:view'], scope: [{ warehouse: [1] }] });
    await sql`update admin set status = 0 where id in (${boss.id}, ${wide.id}, ${plain.id})`.execute(db);
    const clerk = await office.hire({
      keys: ['admin:status', 'admin:view', 'brand:view'],
      scope: [{ warehouse: [1] }],
    });
    for (const asked of [{ id: boss.id }, { id: wide.id }, { ids: [plain.id, boss.id] }])
      expect(await office.ask(clerk, 'admin/status', { ...asked, status: 1 }), JSON.stringify(asked)).toMatchObject({
        code: 4010,
        field: 'status',
      });
    expect(await office.result(clerk, 'admin/status', { id: plain.id, status: 1 })).toEqual({ count: 1 });
    expect(await office.result(chief, 'admin/status', { ids: [boss.id, wide.id], status: 1 })).toEqual({ count: 2 });
    // Off is nobody's gain, but for those who administer access.
    expect((await office.ask(clerk, 'admin/status', { id: boss.id, status: 0 })).code).toBe(4010);
    expect(await office.result(clerk, 'admin/status', { id: wide.id, status: 0 })).toEqual({ count: 1 });
  });

  it('off ends every session by force, and tells the browsers', async () => {
    const person = await office.hire();
    expect(await whoAmI(person)).toBe(200);
    const told = await listening(async () => {
      await office.result(chief, 'admin/status', { ids: [person.id], status: 0 });
    });
    expect(told).toContainEqual({ to: [person.id], message: { type: 5, changed: ['session'] } });
    expect(await whoAmI(person)).toBe(10_000);
    await office.result(chief, 'admin/status', { id: person.id, status: 1 });
    expect(await whoAmI(person)).toBe(10_000);
  });
});

describe('the last enabled super admin', () => {
  it('can neither be switched off nor lose the role, and two who try at once leave one', async () => {
    const fresh = await testDatabase();
    const small = await accessOffice(fresh.db);
    const [one, two] = [await small.hire({ roles: ['super'] }), await small.hire({ roles: ['super'] })];
    // As strong without being one: whoever is weaker changes nothing about them.
    const hr = await small.hire({ keys: small.keys });
    const off = (by: Colleague, whom: Colleague) => small.ask(by, 'admin/status', { id: whom.id, status: 0 });
    const both = sql`select 1 from admin where id in (${one.id}, ${two.id}) for no key update`;
    const answers = await atOnce(fresh.db, both, [() => off(one, two), () => off(two, one)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const left = answers[0]?.code === 200 ? one : two;
    expect(await off(hr, left)).toMatchObject({ code: 4010, msg: expect.stringContaining('最后一名') as string });
    expect(await small.ask(hr, 'admin/edit', { id: left.id, version: 1, role_ids: [] })).toMatchObject({ code: 4010 });
    expect((await small.ask(left, 'admin/ranks')).code).toBe(200);
  });
});

describe('people', () => {
  it('are listed with what they hold, by role and by organisation too, as a file as well', async () => {
    const role = await office.role(['stock:view']);
    const place = await office.organize();
    const person = await office.hire({ organizeId: place });
    await sql`insert into admin_role values (${person.id}, ${role})`.execute(db);
    const list = async (asked: object) =>
      (await office.result<{ list: StaffRow[]; total: number }>(chief, 'admin/index', asked)).list.map((row) => row.id);
    for (const asked of [
      { role_id: role },
      { role_ids: [role] },
      { organize_id: place },
      { organize_ids: place },
      { keyword: person.username },
    ])
      expect(await list(asked), JSON.stringify(asked)).toEqual([person.id]);
    expect(await list({ role_id: role, status: 0 })).toEqual([]);
    const file = await office.server.app.inject({
      method: 'POST',
      url: '/api/acl/v1/admin/index',
      payload: { export: 1, role_id: role },
      headers: chief.headers,
    });
    expect(file.body.split('\r\n')[0]).toBe('\uFEFF账号,姓名,工号,手机号,职级,主组织,角色名称,状态,最近登录');
    expect(file.body).toContain(person.username);
  });

  it('are told by organisation, with those below it, and by id', async () => {
    const top = await office.organize();
    const below = await office.organize(top);
    const [boss, hand, gone] = [
      await office.hire({ organizeId: top }),
      await office.hire({ organizeId: below }),
      await office.hire({ organizeId: top }),
    ];
    await sql`update admin set status = 0 where id = ${gone.id}`.execute(db);
    const ids = async (asked: object) =>
      (await office.result<{ list: Member[] }>(chief, 'admin/organizeAdmins', { organize_id: top, ...asked })).list.map(
        (one) => one.id,
      );
    expect(await ids({})).toEqual([boss.id]);
    expect(await ids({ with_children: 1 })).toEqual([boss.id, hand.id]);
    const members = await office.result<{ list: Member[]; total: number }>(chief, 'organize/admins', {
      organize_id: top,
      page_size: 1,
      page: 2,
    });
    expect(members).toMatchObject({ list: [{ id: gone.id, status: 0 }], total: 2 });
    expect(await office.result(chief, 'admin/idtoname', { ids: [boss.id, 999_999] })).toEqual({
      data: { [boss.id]: boss.nickname },
    });
    expect(await office.result(chief, 'admin/roles', { admin_id: boss.id })).toEqual({ data: [] });
    expect(await office.result(chief, 'admin/appTypes')).toEqual({ data: [{ app_type: 'erp', name: '零售后台' }] });
  });

  it('tell somebody without a key for people neither mobile numbers nor the roles of others', async () => {
    const [place, role] = [await office.organize(), await office.role(['brand:view'])];
    const boss = await office.hire({ organizeId: place });
    await sql`insert into admin_role values (${boss.id}, ${role})`.execute(db);
    await sql`update admin set mobile = '13900000001' where id = ${boss.id}`.execute(db);
    const asker = await office.hire({ keys: ['brand:view'] });
    const mobileFor = async (by: Colleague) =>
      (await office.result<{ list: Member[] }>(by, 'admin/organizeAdmins', { organize_id: place })).list;
    const rolesFor = async (by: Colleague, admin_id: number) =>
      (await office.result<{ data: { id: number }[] }>(by, 'admin/roles', { admin_id })).data.map(({ id }) => id);
    expect(await mobileFor(asker)).toMatchObject([{ id: boss.id, nickname: boss.nickname, mobile: null }]);
    expect(await rolesFor(asker, boss.id)).toEqual([]);
    expect(await rolesFor(asker, asker.id)).toHaveLength(1);
    for (const key of ['admin:view', 'organize:view'])
      expect(await mobileFor(await office.hire({ keys: [key] })), key).toMatchObject([{ mobile: '13900000001' }]);
    expect(await rolesFor(await office.hire({ keys: ['admin:view'] }), boss.id)).toEqual([role]);
  });

  it('have a page that says what it may be searched by', async () => {
    const { fields } = await office.result<{ fields: { key: string; type: string; options_path?: string }[] }>(
      chief,
      'index/searchConfig',
      { page_key: '/admin/accounCenter' },
    );
    expect(fields.map(({ key, type }) => [key, type])).toEqual([
      ['keyword', 'keyword'],
      ['rank_id', 'reference'],
      ['role_ids', 'references'],
      ['organize_ids', 'references'],
      ['status', 'choice'],
    ]);
    expect(await office.ask(chief, 'index/searchConfig', { page_key: '__proto__' })).toMatchObject({ code: 4004 });
  });
});

/** What is published while `work` runs. */
async function listening(work: () => Promise<void>): Promise<unknown[]> {
  const { Client } = await import('pg');
  const { clientSettings } = await import('#server/database/connect.ts');
  const client = new Client(clientSettings(url));
  const heard: unknown[] = [];
  await client.connect();
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? 'null')));
  await client.query('listen push');
  await work();
  await client.query('select 1');
  await client.end();
  return heard;
}
