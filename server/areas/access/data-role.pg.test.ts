import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { limitedRole } from '#contract/areas/access/data-limits.ts';
import type { Listed } from '#contract/kit/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';

const { db } = await testDatabase();
let office: AccessOffice;
let chief: Colleague;
let warehouses: number[];

beforeAll(async () => {
  office = await accessOffice(db);
  chief = await office.hire({ keys: office.keys });
  const { rows } = await sql<{ id: number }>`
    insert into warehouse (warehouse_no, name, type) values ('W81', '一号仓', 1), ('W82', '二号仓', 1) returning id`.execute(
    db,
  );
  warehouses = rows.map(({ id }) => id);
});

let made = 0;
const make = async (limits: Record<string, number[]> = { warehouse_ids: warehouses.slice(0, 1) }) => {
  made += 1;
  const { id } = await office.result<{ id: number }>(chief, 'role/dataRoleAdd', { name: `数据角色${made}`, ...limits });
  return id;
};
const give = async (person: Colleague, id: number) => {
  await sql`insert into admin_data_role values (${person.id}, ${id})`.execute(db);
  office.server.identity.forget();
};
const listed = async (id: number) =>
  (await office.result<{ list: Listed<typeof limitedRole>[] }>(chief, 'role/dataRoleIndex', { ids: [id] })).list[0];

describe('a data role is refused', () => {
  it.each([
    ['without a name', { name: '' }, 4001, 'name'],
    ['with a limit of nothing that is there', { name: '甲', warehouse_ids: [999_999] }, 4001, 'warehouse_ids'],
    ['with a dimension that is none', { name: '甲', member_ids: [1] }, 4001, 'member_ids'],
    ['switched off from the start', { name: '甲', status: 0 }, 4001, 'status'],
    ['under the name of another', { name: '全部数据' }, 4013, 'name'],
  ])('%s', async (_what, body, code, field) => {
    expect(await office.ask(chief, 'role/dataRoleAdd', body)).toMatchObject({ code, field });
  });

  it('with what its maker does not see', async () => {
    const limited = await office.hire({ keys: ['role:add'], scope: [{ warehouse: warehouses.slice(0, 1) }] });
    const body = { name: '看别人的', warehouse_ids: warehouses.slice(1) };
    expect(await office.ask(limited, 'role/dataRoleAdd', body)).toMatchObject({ code: 4001, field: 'warehouse_ids' });
  });

  it('to who lacks the key', async () => {
    const nobody = await office.hire();
    const id = await make();
    for (const [call, body] of [
      ['dataRoleIndex', {}],
      ['dataRoleInfo', { id }],
      ['dataRoleAdd', { name: '乙' }],
      ['dataRoleEdit', { id, version: 1, name: '乙' }],
      ['dataRoleStatus', { id, status: 0 }],
    ] as const)
      expect(await office.ask(nobody, `role/${call}`, body), call).toMatchObject({ code: 4003 });
  });
});

describe('what a data role limits', () => {
  it('is kept, listed and offered to choose from', async () => {
    const id = await make({ warehouse_ids: warehouses, brand_ids: [] });
    expect(await listed(id)).toMatchObject({ warehouse_ids: warehouses, brand_ids: [], status: 1 });
    const { data } = await office.result<{ data: { id: number; permissions: unknown[] }[] }>(
      chief,
      'role/getDataRoles',
    );
    expect(data.find((one) => one.id === id)?.permissions).toEqual([
      { dimension: 2, name: '仓库', value_ids: warehouses },
    ]);
  });

  it('may change while nobody holds it, and not afterwards', async () => {
    const id = await make();
    const edit = async (version: number, change: object) =>
      await office.ask(chief, 'role/dataRoleEdit', { id, version, ...change });
    expect(await edit(1, { warehouse_ids: warehouses })).toMatchObject({ code: 200 });
    await give(await office.hire(), id);
    expect(await edit(2, { warehouse_ids: warehouses.slice(0, 1) })).toMatchObject({
      code: 4010,
      field: 'warehouse_ids',
      msg: expect.stringContaining('1 名员工') as string,
    });
    expect(
      await edit(2, { brand_ids: [], remark: '改个备注', warehouse_ids: [...warehouses].reverse() }),
    ).toMatchObject({
      code: 200,
    });
    expect(await listed(id)).toMatchObject({ remark: '改个备注' });
  });

  it.each(['role', 'request'])('does not change under a %s that names it', async (by) => {
    const id = await make();
    if (by === 'role') {
      const role = await office.role(['brand:view']);
      await sql`insert into role_data_role values (${role}, ${id})`.execute(db);
    } else {
      const person = await office.hire({ scope: [{ warehouse: warehouses.slice(1) }] });
      await sql`
        insert into grant_request (subject, admin_id, gained, requested_by, requested_at)
        values ('admin', ${person.id}, ${JSON.stringify([{ kind: 'dataRole', id, name: 'x' }])}::jsonb, ${chief.id}, now())`.execute(
        db,
      );
    }
    expect(await office.ask(chief, 'role/dataRoleEdit', { id, version: 1, warehouse_ids: [] })).toMatchObject({
      code: 4010,
      field: 'warehouse_ids',
    });
  });
});

describe('a switch', () => {
  it('off asks first where people hold it, takes what they saw at once, and on gives it back', async () => {
    const id = await make();
    const person = await office.hire();
    await give(person, id);
    expect(await office.ask(chief, 'role/dataRoleStatus', { id, status: 0 })).toMatchObject({
      code: 4001,
      field: 'confirm',
      msg: expect.stringContaining('1 名') as string,
    });
    await office.result(chief, 'role/dataRoleStatus', { id, status: 0, confirm: 1 });
    const seen = await office.result<{ data: { options: unknown[] }[] }>(person, 'dataPermission/optionsByApp');
    expect(seen.data).toEqual([]);
    await office.result(chief, 'role/dataRoleStatus', { id, status: 1 });
    expect(await listed(id)).toMatchObject({ status: 1 });
  });

  it('is not for a holder, nor on for who sees a part', async () => {
    const id = await make();
    const holder = await office.hire({ keys: ['role:status'] });
    await give(holder, id);
    for (const status of [0, 1]) {
      await sql`update data_role set status = ${1 - status} where id = ${id}`.execute(db);
      office.server.identity.forget();
      expect(await office.ask(holder, 'role/dataRoleStatus', { id, status, confirm: 1 })).toMatchObject({ code: 4010 });
    }
    const other = await make();
    await sql`update data_role set status = 0 where id = ${other}`.execute(db);
    const limited = await office.hire({ keys: ['role:status'], scope: [{ warehouse: warehouses }] });
    expect(await office.ask(limited, 'role/dataRoleStatus', { id: other, status: 1 })).toMatchObject({
      code: 4001,
      field: 'status',
    });
  });
});
