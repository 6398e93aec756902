import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { readRights } from '#server/identity/read-rights.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';
import { signedIn } from '#tests/factories/people.ts';
import { waitingGrants } from './todo.ts';

const { db } = await testDatabase();
let office: AccessOffice;
let everyKey: readonly string[];
let asker: Colleague;
let second: Colleague;

beforeAll(async () => {
  office = await accessOffice(db, ['brand:view', 'brand:add', 'stock:view']);
  everyKey = office.keys;
});

beforeEach(async () => {
  asker = await office.hire({ keys: everyKey });
  second = await office.hire({ keys: everyKey });
  office.server.identity.forget();
});

const versionOf = async (table: string, id: number): Promise<number> =>
  (await sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id}`.execute(db)).rows[0]
    ?.version ?? 0;
const rolesOf = async (id: number): Promise<number[]> =>
  (await sql<{ ids: number[] }>`select role_ids as ids from staff where id = ${id}`.execute(db)).rows[0]?.ids ?? [];
const keysOf = async (roleId: number): Promise<string[]> =>
  (
    await sql<{
      key: string;
    }>`select permission_key as key from role_permission where role_id = ${roleId} order by 1`.execute(db)
  ).rows.map(({ key }) => key);
const edit = async (by: Colleague, id: number, body: object) =>
  await office.ask(by, 'admin/edit', { id, version: await versionOf('admin', id), ...body });
/** Asks for a role for a person; the request's id. */
const asked = async (person: Colleague, roleIds: number[], by = asker): Promise<number> =>
  (
    await office.result<{ grant_id: number }>(by, 'admin/edit', {
      id: person.id,
      version: await versionOf('admin', person.id),
      role_ids: roleIds,
    })
  ).grant_id;
const approve = async (by: Colleague, id: number) => await office.ask(by, 'admin/grantAudit', { id, result: 1 });

describe('nobody grants what they lack', () => {
  it('a role with a key that the granter has not', async () => {
    const person = await office.hire();
    const few = await office.hire({ keys: ['admin:view', 'admin:edit', 'brand:view'] });
    const answer = await edit(few, person.id, { role_ids: [await office.role(['brand:view', 'brand:add'])] });
    expect(answer).toMatchObject({ code: 4001, field: 'role_ids' });
    expect(answer.msg).toContain('品牌 · 新增');
    expect(await rolesOf(person.id)).toEqual([]);
    expect((await sql`select 1 from grant_request where admin_id = ${person.id}`.execute(db)).rows).toEqual([]);
  });

  it('a data scope wider than their own, a person without data roles above all', async () => {
    const narrow = await office.hire({ keys: everyKey, scope: [{ warehouse: [1, 2] }] });
    const role = await office.role(['stock:view']);
    const person = await office.hire();
    expect(await edit(narrow, person.id, { role_ids: [role] })).toMatchObject({ code: 4001, field: 'role_ids' });
    const wide = await office.dataRole({ warehouse: [2, 3] });
    expect(await edit(narrow, person.id, { role_ids: [role], data_role_ids: [wide] })).toMatchObject({ code: 4001 });
    const within = await office.dataRole({ warehouse: [2] });
    expect(await edit(narrow, person.id, { role_ids: [role], data_role_ids: [within] })).toMatchObject({ code: 200 });
  });

  it('a role’s keys, or any of them by somebody who sees a part', async () => {
    const role = await office.role(['brand:view']);
    const few = await office.hire({ keys: ['role:edit', 'role:view', 'brand:view'] });
    const permission_ids = await office.permissionIds(['brand:view', 'brand:add']);
    expect(await office.ask(few, 'role/edit', { id: role, version: 1, permission_ids })).toMatchObject({
      code: 4001,
      field: 'permission_ids',
    });
    const narrow = await office.hire({ keys: everyKey, scope: [{ warehouse: [1] }] });
    expect(await office.ask(narrow, 'role/edit', { id: role, version: 1, permission_ids })).toMatchObject({
      code: 4001,
    });
    expect(await keysOf(role)).toEqual(['brand:view']);
  });
});

describe('nobody changes their own rights', () => {
  it.each(['role_ids', 'data_role_ids', 'organize_ids'])('%s', async (field) => {
    const value = {
      role_ids: await office.role([]),
      data_role_ids: await office.dataRole({}),
      organize_ids: await office.organize(),
    }[field];
    expect(await edit(asker, asker.id, { [field]: [value] })).toMatchObject({ code: 4010 });
    expect(await edit(asker, asker.id, { role_ids: [] })).toMatchObject({ code: 4010 });
    expect((await edit(asker, asker.id, { nickname: '新名字' })).code).toBe(200);
  });

  it('by widening a role they hold', async () => {
    const role = await office.role(['role:edit', 'role:view', 'brand:view', 'role:grantAudit']);
    const code =
      (await sql<{ code: string }>`select code from role where id = ${role}`.execute(db)).rows[0]?.code ?? '';
    const holder = await office.hire({ roles: [code], keys: everyKey });
    const permission_ids = await office.permissionIds([
      'role:edit',
      'role:view',
      'brand:view',
      'brand:add',
      'role:grantAudit',
    ]);
    expect(await office.ask(holder, 'role/edit', { id: role, version: 1, permission_ids })).toMatchObject({
      code: 4010,
    });
    const { grant_id: id } = await office.result<{ grant_id: number }>(asker, 'role/edit', {
      id: role,
      version: 1,
      permission_ids,
    });
    expect(await office.ask(holder, 'role/grantAudit', { id, result: 1 })).toMatchObject({ code: 4010 });
    expect(await keysOf(role)).not.toContain('brand:add');
    expect((await office.ask(second, 'role/grantAudit', { id, result: 1 })).code).toBe(200);
    expect(await keysOf(role)).toContain('brand:add');
  });
});

describe('a grant waits for a second person', () => {
  it('and changes nothing until then', async () => {
    const person = await office.hire();
    const role = await office.role(['brand:view']);
    const id = await asked(person, [role]);
    expect(await rolesOf(person.id)).toEqual([]);
    expect(await approve(asker, id)).toMatchObject({ code: 4010, msg: '不能审批自己提出的授权申请' });
    expect(
      (await office.ask(await office.hire({ keys: ['admin:view'] }), 'admin/grantAudit', { id, result: 1 })).code,
    ).toBe(4003);
    expect(await office.ask(second, 'role/grantAudit', { id, result: 1 })).toMatchObject({ code: 4004 });
    expect((await approve(second, id)).code).toBe(200);
    expect(await rolesOf(person.id)).toEqual([role]);
    expect(await approve(second, id)).toMatchObject({ code: 4010, msg: '该申请已处理' });
  });

  it('who is not the person concerned', async () => {
    const role = await office.role(['brand:view']);
    const person = await office.hire({ keys: everyKey });
    const id = await asked(person, [...(await rolesOf(person.id)), role]);
    expect(await approve(person, id)).toMatchObject({ code: 4010 });
    expect((await approve(second, id)).code).toBe(200);
  });

  it('who holds what is granted, at that moment', async () => {
    const person = await office.hire();
    const role = await office.role(['brand:view']);
    const id = await asked(person, [role]);
    const without = await office.hire({ keys: everyKey.filter((key) => key !== 'brand:view') });
    expect(await approve(without, id)).toMatchObject({ code: 4001 });
    const part = await office.hire({ keys: everyKey, scope: [{ warehouse: [1] }] });
    expect(await approve(part, id)).toMatchObject({ code: 4001 });
    expect(await rolesOf(person.id)).toEqual([]);
  });

  it('and the one who asked must still be entitled to', async () => {
    const person = await office.hire();
    const role = await office.role(['brand:view']);
    const id = await asked(person, [role]);
    await sql`update admin set status = 0 where id = ${asker.id}`.execute(db);
    expect(await approve(second, id)).toMatchObject({ code: 4010 });
    await sql`update admin set status = 1 where id = ${asker.id}`.execute(db);
    await sql`delete from admin_role where admin_id = ${asker.id}`.execute(db);
    expect(await approve(second, id)).toMatchObject({ code: 4010 });
    await sql`update role set status = 0 where id = ${role}`.execute(db);
    const again = await asked(
      await office.hire(),
      [await office.role(['brand:view'])],
      await office.hire({ keys: everyKey }),
    );
    await sql`update role set status = 0 where id = (select (gained->0->>'id')::bigint from grant_request where id = ${again})`.execute(
      db,
    );
    expect(await approve(second, again)).toMatchObject({ code: 4010 });
    expect(await rolesOf(person.id)).toEqual([]);
  });

  it('whose password the one who asked has not set, nor the other way round', async () => {
    const person = await office.hire();
    const id = await asked(person, [await office.role(['brand:view'])]);
    expect((await edit(asker, second.id, { reset_password: 'nine lanterns along a quay' })).code).toBe(200);
    await sql`update admin set must_change_password = false where id = ${second.id}`.execute(db);
    const puppet = { ...second, headers: await signedIn(db, second) };
    expect(await approve(puppet, id)).toMatchObject({
      code: 4010,
      msg: expect.stringContaining('您与申请人的账号可能由同一人登录过') as string,
    });
    expect(await rolesOf(person.id)).toEqual([]);
    expect((await approve(await office.hire({ keys: everyKey }), id)).code).toBe(200);
    const other = await asked(person, [await office.role(['brand:view'])], puppet);
    expect((await approve(asker, other)).code).toBe(4010);
    expect((await office.ask(asker, 'admin/grantAudit', { id: other, result: 2, remark: '不需要' })).code).toBe(200);
  });

  it('and may be rejected with a reason, or withdrawn by who asked', async () => {
    const person = await office.hire();
    const rejected = await asked(person, [await office.role(['brand:view'])]);
    expect(await office.ask(second, 'admin/grantAudit', { id: rejected, result: 2 })).toMatchObject({
      code: 4001,
      field: 'remark',
    });
    expect((await office.ask(second, 'admin/grantAudit', { id: rejected, result: 2, remark: '不需要' })).code).toBe(
      200,
    );
    const withdrawn = await asked(person, [await office.role(['brand:view'])]);
    expect((await office.ask(second, 'admin/grantWithdraw', { id: withdrawn })).code).toBe(4004);
    expect((await office.ask(asker, 'admin/grantWithdraw', { id: withdrawn })).code).toBe(200);
    expect((await approve(second, withdrawn)).code).toBe(4010);
    const { list } = await office.result<{ list: GrantRequest[] }>(asker, 'admin/grantIndex', {
      subject: 'admin',
      subject_id: person.id,
    });
    expect(list.map(({ state, remark }) => [state, remark])).toEqual([
      [3, null],
      [2, '不需要'],
    ]);
    expect(await rolesOf(person.id)).toEqual([]);
  });

  it('is not asked for twice, and what is taken away goes at once', async () => {
    const person = await office.hire({ keys: ['brand:view'] });
    const [old = 0] = await rolesOf(person.id);
    const role = await office.role(['brand:view']);
    await asked(person, [role]);
    expect(await rolesOf(person.id)).toEqual([]);
    expect(await edit(asker, person.id, { role_ids: [role] })).toMatchObject({ code: 4010 });
    expect(old).not.toBe(0);
  });

  it('is listed to those who may see it, with what they may do', async () => {
    const organizeId = await office.organize();
    const person = await office.hire({ organizeId });
    const role = await office.role(['brand:view']);
    const id = await asked(person, [role]);
    const mine = async (by: Colleague) =>
      (await office.result<{ list: GrantRequest[] }>(by, 'admin/grantIndex', { state: 0, page_size: 500 })).list.find(
        (one) => one.id === id,
      );
    expect(await mine(asker)).toMatchObject({
      subject: 'admin',
      subject_id: person.id,
      subject_name: person.nickname,
      gained: [{ kind: 'role', id: role, name: expect.any(String) as string }],
      requested_by__title: asker.nickname,
      allowed: { decide: false, withdraw: true },
    });
    expect((await mine(second))?.allowed).toEqual({ decide: true, withdraw: false });
    expect(await mine(await office.hire())).toBeUndefined();
    expect(await mine(await office.hire({ keys: everyKey, scope: [{ organize: [999_999] }] }))).toBeUndefined();
    const info = await office.result<{ grants: GrantRequest[] }>(second, 'admin/info', { id: person.id });
    expect(info.grants.map((one) => one.id)).toEqual([id]);
  });
});

describe('a waiting request says who may approve it', () => {
  const approvers = async (id: number, by = asker) =>
    (await office.result<{ list: GrantRequest[] }>(by, 'admin/grantIndex', { state: 0, page_size: 500 })).list.find(
      (one) => one.id === id,
    )?.approvers;
  const deciding = ['admin:view', 'admin:grantAudit'];
  /** Takes the right from everybody but these, so that few are named. */
  const only = async (...people: readonly Colleague[]) =>
    await sql`update admin set status = 0 where id <> all(${people.map(({ id }) => id)}::bigint[])`.execute(db);
  const everybody = async () => await sql`update admin set status = 1`.execute(db);

  it('none who asked, is concerned, lacks what is granted, does not see the person, or is the one who asked behind the account', async () => {
    const organizeId = await office.organize();
    const person = await office.hire({ organizeId, keys: [...deciding, 'brand:add'] });
    const lacking = await office.hire({ keys: deciding });
    const elsewhere = await office.hire({ keys: [...deciding, 'brand:add'], scope: [{ organize: [999_999] }] });
    const behind = await office.hire({ keys: everyKey });
    await sql`
      insert into audit_log (doc_type, doc_id, action, label, admin_id, at) values ('admin', ${behind.id}, 'resetPassword', '重置密码', ${asker.id}, now())`.execute(
      db,
    );
    const able = await office.hire({ keys: [...deciding, 'brand:add'] });
    const id = await asked(person, [await office.role(['brand:add'])]);
    try {
      await only(asker, person, lacking, elsewhere, behind, able);
      expect(await approvers(id)).toEqual([able.nickname]);
      await only(asker, person, lacking, elsewhere, behind);
      expect(await approvers(id)).toEqual([]);
    } finally {
      await everybody();
    }
    // Who is named may really do it, and a decided one names nobody.
    expect((await approve(able, id)).code).toBe(200);
    expect(
      (await office.result<{ list: GrantRequest[] }>(asker, 'admin/grantIndex', { page_size: 500 })).list.find(
        (one) => one.id === id,
      )?.approvers,
    ).toBeNull();
  });

  it('of a role: none of its people, none with a limited scope', async () => {
    const keys = ['role:view', 'role:grantAudit', 'brand:add'];
    const roleId = await office.role(['brand:view']);
    const holder = await office.hire({ keys });
    await sql`insert into admin_role (admin_id, role_id) values (${holder.id}, ${roleId})`.execute(db);
    const limited = await office.hire({ keys, scope: [{ warehouse: [1] }] });
    const able = await office.hire({ keys });
    office.server.identity.forget();
    const { rows } = await sql<{
      id: number;
    }>`select id from permission where permission_key in ('brand:view', 'brand:add')`.execute(db);
    const { grant_id } = await office.result<{ grant_id: number }>(asker, 'role/edit', {
      id: roleId,
      version: await versionOf('role', roleId),
      permission_ids: rows.map(({ id }) => id),
    });
    try {
      await only(asker, holder, limited, able);
      expect(await approvers(grant_id)).toEqual([able.nickname]);
    } finally {
      await everybody();
    }
  });
});

describe('a data scope that taking away would widen', () => {
  it('is refused: the last data role of a person with rights', async () => {
    const person = await office.hire({ keys: ['brand:view'], scope: [{ warehouse: [1] }] });
    expect(await edit(asker, person.id, { data_role_ids: [] })).toMatchObject({ code: 4001, field: 'data_role_ids' });
  });

  it('is not there for who is left without any rights: that person sees nothing, in an open session too', async () => {
    const person = await office.hire({ keys: ['brand:view'], scope: [{ organize: [999_999] }] });
    const seen = async (): Promise<unknown> => {
      office.server.identity.forget();
      return (await office.result<{ data: unknown[] }>(person, 'organize/tree')).data;
    };
    await office.organize();
    expect(await seen()).toEqual([]);
    expect((await edit(asker, person.id, { role_ids: [], data_role_ids: [] })).code).toBe(200);
    expect(await seen()).toEqual([]);
    expect((await readRights(db, person.id))?.scope).toEqual([]);
  });
});

it('the first super admin may name the second alone, and from then on nobody', async () => {
  const fresh = await testDatabase();
  const small = await accessOffice(fresh.db);
  const only = await small.hire({ roles: ['super'] });
  const next = await small.hire();
  const third = await small.hire();
  const superId = await small.roleId('super');
  const give = async (by: Colleague, id: number) =>
    await small.result<{ grant_id: number }>(by, 'admin/edit', { id, version: 1, role_ids: [superId] });
  const held = async (id: number) =>
    (await sql`select 1 from admin_role where admin_id = ${id}`.execute(fresh.db)).rows.length;
  await give(only, next.id);
  expect(await held(next.id)).toBe(1);
  await give(only, third.id);
  expect(await held(third.id)).toBe(0);
});

describe('what waits for approval', () => {
  it('is counted for who may decide it, and for nobody else', async () => {
    await sql`delete from grant_request where state = 0`.execute(db);
    const person = await office.hire();
    await asked(person, [await office.role(['brand:view'])]);
    const seer = await office.hire({ keys: everyKey.filter((key) => key !== 'admin:grantAudit') });
    const mine = async (by: Colleague) => {
      const { list, total } = await office.result<{ list: GrantRequest[]; total: number }>(by, 'admin/grantIndex', {
        mine: true,
      });
      return { total, ids: list.map(({ id }) => id), open: list.every(({ allowed }) => allowed.decide) };
    };
    for (const actor of [asker, seer, person]) {
      expect(await waitingGrants({ db, actor }), actor.username).toEqual([]);
      expect(await mine(actor), actor.username).toEqual({ total: 0, ids: [], open: true });
    }
    // One of the second's own waits beside it, which the page of all shows, too.
    const own = await office.hire();
    await asked(own, [await office.role(['brand:view'])], second);
    expect(await waitingGrants({ db, actor: second })).toMatchObject([
      { count: 1, steps: ['审批'], url: '/admin/accounCenter?view=grants&state=mine' },
    ]);
    expect(await mine(second)).toMatchObject({ total: 1, ids: [expect.any(Number)], open: true });
    expect(await waitingGrants({ db, actor: asker })).toMatchObject([{ count: 1 }]);
    expect(await mine(asker)).toMatchObject({ total: 1 });
  });
});
