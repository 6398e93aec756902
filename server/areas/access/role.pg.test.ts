import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRoleOption } from '#contract/areas/access/data-role.ts';
import type { PermissionNode, RoleInfo, RoleOption } from '#contract/areas/access/role.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';
import { syncRoles } from './sync-roles.ts';

const { db } = await testDatabase();
let office: AccessOffice;
let chief: Colleague;

beforeAll(async () => {
  office = await accessOffice(db, ['brand:view', 'stock:view', 'made:up']);
  chief = await office.hire({ keys: office.keys });
});

const info = async (id: number) => await office.result<RoleInfo>(chief, 'role/info', { id });
const holder = async (roleId: number): Promise<Colleague> => {
  const person = await office.hire();
  await sql`insert into admin_role values (${person.id}, ${roleId})`.execute(db);
  return person;
};
const leaves = (nodes: readonly PermissionNode[]): PermissionNode[] =>
  nodes.flatMap((node) => (node.id === null ? leaves(node.children) : [node]));

describe('a new role', () => {
  it('is refused with keys that its maker lacks, or that are none', async () => {
    const few = await office.hire({ keys: ['role:add', 'brand:view'] });
    const body = {
      name: '店员',
      code: 'clerk',
      permission_ids: await office.permissionIds(['brand:view', 'stock:view']),
    };
    expect(await office.ask(few, 'role/add', body)).toMatchObject({ code: 4001, field: 'permission_ids' });
    expect(await office.ask(chief, 'role/add', { ...body, permission_ids: [999_999] })).toMatchObject({
      code: 4001,
      field: 'permission_ids',
    });
    expect(await office.ask(chief, 'role/add', { ...body, data_role_ids: [999_999] })).toMatchObject({
      code: 4001,
      field: 'data_role_ids',
    });
    expect(await office.ask(chief, 'role/add', { ...body, code: 'whs' })).toMatchObject({ code: 4013, field: 'code' });
    expect(await office.ask(chief, 'role/add', { ...body, built_in: true })).toMatchObject({
      code: 4001,
      field: 'built_in',
    });
    expect((await sql`select 1 from role where code = 'clerk'`.execute(db)).rows).toEqual([]);
  });

  it('holds what it was given', async () => {
    const permission_ids = await office.permissionIds(['brand:view', 'stock:view']);
    const dataRoleId = await office.dataRole({ warehouse: [1] });
    const { id, version } = await office.result<{ id: number; version: number }>(chief, 'role/add', {
      name: '店员',
      code: 'clerk2',
      permission_ids,
      data_role_ids: [dataRoleId],
    });
    expect(await info(id)).toMatchObject({
      role: { id, version, code: 'clerk2', built_in: false, status: 1 },
      permission_ids,
      data_role_ids: [dataRoleId],
      admin_count: 0,
      grants: [],
    });
    expect(await office.result(chief, 'role/permissions', { id, app_type: 'erp' })).toEqual({ data: permission_ids });
  });
});

describe('an edit', () => {
  it('takes away at once from everybody who holds the role, and adds after approval', async () => {
    const id = await office.role(['brand:view']);
    const person = await holder(id);
    const [brand = 0, stock = 0] = [
      ...(await office.permissionIds(['brand:view'])),
      ...(await office.permissionIds(['stock:view'])),
    ];
    const { grant_id, version } = await office.result<{ grant_id: number; version: number }>(chief, 'role/edit', {
      id,
      version: 1,
      permission_ids: [stock],
      remark: '改',
    });
    expect(await info(id)).toMatchObject({
      role: { version, remark: '改' },
      permission_ids: [],
      admin_count: 1,
      grants: [
        { id: grant_id, gained: [{ kind: 'permission', id: stock, name: expect.stringContaining('查看') as string }] },
      ],
    });
    expect((await info(id)).role.audit.map((step) => step.action)).toEqual(['edit', 'revoke', 'grantRequest']);
    expect(brand).not.toBe(stock);
    const second = await office.hire({ keys: office.keys });
    await office.result(second, 'role/grantAudit', { id: grant_id, result: 1 });
    expect(await info(id)).toMatchObject({ permission_ids: [stock], grants: [] });
    expect(person.id).toBeGreaterThan(0);
  });

  it('of a built-in role leaves name, code and permissions to the product’s version', async () => {
    const id = await office.roleId('whs');
    const { role, permission_ids } = await info(id);
    for (const wrong of [
      { name: '别名' },
      { code: 'other' },
      { permission_ids: permission_ids.slice(1) },
      { permission_ids: [...permission_ids, ...(await office.permissionIds(['made:up']))] },
    ])
      expect(
        await office.ask(chief, 'role/edit', { id, version: role.version, ...wrong }),
        JSON.stringify(wrong),
      ).toMatchObject({ code: 4010, field: Object.keys(wrong)[0] });
    await office.result(chief, 'role/edit', {
      id,
      version: role.version,
      remark: '仓库',
      name: role.name,
      permission_ids,
    });
  });

  it('never leaves a role that limited its people without a data role', async () => {
    const id = await office.role(['brand:view']);
    await sql`insert into role_data_role values (${id}, ${await office.dataRole({ warehouse: [1] })})`.execute(db);
    expect(await office.ask(chief, 'role/edit', { id, version: 1, data_role_ids: [] })).toMatchObject({
      code: 4001,
      field: 'data_role_ids',
    });
  });
});

describe('a switch', () => {
  it('off asks first when people hold the role, and never takes the super role', async () => {
    const id = await office.role(['brand:view']);
    await holder(id);
    await holder(id);
    expect(await office.ask(chief, 'role/status', { id, status: 0 })).toMatchObject({
      code: 4001,
      field: 'confirm',
      msg: expect.stringContaining('2 名') as string,
    });
    expect((await info(id)).role.status).toBe(1);
    expect(await office.result(chief, 'role/status', { id, status: 0, confirm: 1 })).toEqual({ count: 1 });
    expect(
      await office.ask(chief, 'role/status', { id: await office.roleId('super'), status: 0, confirm: 1 }),
    ).toMatchObject({ code: 4010 });
  });

  it('on is refused to who lacks its keys or holds it', async () => {
    const id = await office.role(['brand:view', 'stock:view']);
    await sql`update role set status = 0 where id = ${id}`.execute(db);
    const few = await office.hire({ keys: ['role:status', 'brand:view'] });
    expect(await office.ask(few, 'role/status', { id, status: 1 })).toMatchObject({ code: 4001 });
    await sql`insert into admin_role values (${chief.id}, ${id})`.execute(db);
    expect(await office.ask(chief, 'role/status', { id, status: 1 })).toMatchObject({ code: 4010 });
    await sql`delete from admin_role where role_id = ${id}`.execute(db);
    expect(await office.result(chief, 'role/status', { id, status: 1 })).toEqual({ count: 1 });
  });
});

describe('a role that carries data', () => {
  it('is switched on by nobody who sees a part: its people would see more than that', async () => {
    const limited = await office.hire({ keys: office.keys, scope: [{ warehouse: [1] }] });
    const off = async (id: number) => {
      await sql`update role set status = 0 where id = ${id}`.execute(db);
      return id;
    };
    const carrying = await office.role([]);
    await sql`insert into role_data_role select ${carrying}, id from data_role where name = '全部数据'`.execute(db);
    // Whoever holds a key and no data role sees everything.
    for (const id of [await off(carrying), await off(await office.role(['stock:view']))]) {
      expect(await office.ask(limited, 'role/status', { id, status: 1 })).toMatchObject({
        code: 4001,
        field: 'status',
      });
      expect(await office.result(chief, 'role/status', { id, status: 1 })).toEqual({ count: 1 });
    }
  });
});

describe('the second factor that a role requires', () => {
  const requiring = async (keys: readonly string[]): Promise<number> => {
    const id = await office.role(keys);
    await sql`update role set require_second_factor = true where id = ${id}`.execute(db);
    return id;
  };
  const lift = async (by: Colleague, id: number, value: boolean | null = false) =>
    await office.ask(by, 'role/edit', { id, version: (await info(id)).role.version, require_second_factor: value });

  it('is not switched off by a holder, nor by who holds or sees less', async () => {
    const id = await requiring(['brand:view', 'stock:view']);
    const mine = await office.hire({ keys: office.keys });
    await sql`insert into admin_role values (${mine.id}, ${id})`.execute(db);
    for (const value of [false, null]) expect((await lift(mine, id, value)).code, String(value)).toBe(4010);
    const few = await office.hire({ keys: ['role:edit', 'role:view', 'brand:view'] });
    expect(await lift(few, id)).toMatchObject({ code: 4001, field: 'require_second_factor' });
    const limited = await office.hire({ keys: office.keys, scope: [{ warehouse: [1] }] });
    expect(await lift(limited, id)).toMatchObject({ code: 4001, field: 'require_second_factor' });
    expect((await info(id)).role.require_second_factor).toBe(true);
  });

  it('is switched off after a second person’s approval, who holds as much too, and on at once, by a holder as well', async () => {
    const id = await requiring(['brand:view', 'stock:view']);
    const { grant_id } = (await lift(chief, id)).result as { grant_id: number };
    expect(await info(id)).toMatchObject({
      role: { require_second_factor: true },
      grants: [{ id: grant_id, gained: [{ kind: 'passwordOnly', id, name: '不再强制两步验证' }] }],
    });
    expect(await lift(chief, id)).toMatchObject({ code: 4010 });
    const decide = async (by: Colleague) => (await office.ask(by, 'role/grantAudit', { id: grant_id, result: 1 })).code;
    const mine = await office.hire({ keys: office.keys });
    await sql`insert into admin_role values (${mine.id}, ${id})`.execute(db);
    expect(await decide(mine)).toBe(4010);
    expect(await decide(await office.hire({ keys: office.keys.filter((key) => key !== 'stock:view') }))).toBe(4001);
    expect(await decide(await office.hire({ keys: office.keys }))).toBe(200);
    expect(await info(id)).toMatchObject({ role: { require_second_factor: false }, grants: [] });
    expect((await lift(mine, id, true)).code).toBe(200);
    expect((await info(id)).role.require_second_factor).toBe(true);
  });
});

describe('what there is to choose from', () => {
  it('is every permission once, under its screen, with whether the caller may give it', async () => {
    const few = await office.hire({ keys: ['stock:view'] });
    const { data } = await office.result<{ data: PermissionNode[] }>(few, 'permission/optionsByApp', {
      app_type: 'erp',
    });
    const all = leaves(data);
    expect(new Set(all.map((leaf) => leaf.permission_key))).toEqual(new Set(office.keys));
    expect(all.filter((leaf) => leaf.grantable).map((leaf) => leaf.permission_key)).toEqual(['stock:view']);
    expect(data.at(-1)).toMatchObject({
      name: '其他',
      children: expect.arrayContaining([expect.objectContaining({ permission_key: 'made:up' })]) as unknown,
    });
    expect(data.find((node) => node.node === '/admin')?.children.map((screen) => screen.name)).toEqual([
      '账号中心',
      '角色列表',
      '组织架构',
    ]);
    expect(new Set(all.map((leaf) => leaf.node)).size).toBe(all.length);
    expect(await office.ask(few, 'permission/optionsByApp', { app_type: 'crm' })).toMatchObject({
      code: 4001,
      field: 'app_type',
    });
  });

  it('are roles in use, and data roles with their limits', async () => {
    const few = await office.hire({ keys: ['stock:view'] });
    const roleId = await office.role(['stock:view']);
    const roles = (await office.result<{ data: RoleOption[] }>(few, 'role/optionsByApp', {})).data;
    expect(roles.find((one) => one.id === roleId)?.grantable).toBe(true);
    expect(roles.find((one) => one.code === 'super')?.grantable).toBe(false);
    const id = await office.dataRole({ warehouse: [3, 4], shop: [] });
    const { data } = await office.result<{ data: DataRoleOption[] }>(few, 'role/getDataRoles', {});
    expect(data.find((one) => one.id === id)?.permissions).toEqual([{ dimension: 2, name: '仓库', value_ids: [3, 4] }]);
    expect(data.map((one) => one.name)).toContain('全部数据');
  });

  it('keeps the ids of permissions over starts, and drops those of keys that are no more', async () => {
    const before = await office.permissionIds(['brand:view', 'made:up']);
    await syncRoles(
      db,
      office.keys.filter((key) => key !== 'made:up'),
    );
    expect(await office.permissionIds(['brand:view', 'made:up'])).toEqual(before.slice(0, 1));
    await syncRoles(db, office.keys);
  });
});
