import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { namedTouched, type RoleEffect } from '#contract/areas/access/role-effect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveRole } from './role.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: serveRole });
const ids = new Map<string, number>();
let headers: Record<string, string> = {};
let roleId = 0;

const id = (key: string) => ids.get(key) ?? 0;
const effect = async (keys: readonly string[], role = roleId): Promise<RoleEffect> => {
  const input = { id: role, permission_ids: keys.map(id) };
  const { body } = await server.call('/api/acl/v1/role/effect', input, { headers });
  expect(body).toMatchObject({ code: 200 });
  return body.result as RoleEffect;
};

beforeAll(async () => {
  const keys = ['stock:view', 'stock:export', 'brand:view'];
  await sql`insert into permission (permission_key) select unnest(${keys}::text[]) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number; permission_key: string }>`select id, permission_key from permission`.execute(
    db,
  );
  for (const row of rows) ids.set(row.permission_key, row.id);
  const editor = await person(db, { keys: ['role:edit'] });
  headers = await signedIn(db, editor);
  const first = await person(db, { nickname: '甲', keys: ['stock:view'] });
  const second = await person(db, { nickname: '乙', keys: ['brand:view'] });
  const gone = await person(db, { nickname: '丙' });
  const made = await sql<{ id: number }>`
    insert into role (code, name, app_type) values ('effect', '影响', 'erp') returning id`.execute(db);
  roleId = made.rows[0]?.id ?? 0;
  await sql`insert into role_permission (role_id, permission_key) values (${roleId}, 'stock:view')`.execute(db);
  await sql`insert into admin_role (admin_id, role_id) select unnest(${[first.id, second.id, gone.id]}::bigint[]), ${roleId}`.execute(
    db,
  );
  await sql`update admin set status = 0 where id = ${gone.id}`.execute(db);
});

describe('whom an edit of a role would touch', () => {
  it('is not told to who may not edit roles', async () => {
    const other = await signedIn(db, await person(db, { keys: ['role:view'] }));
    const { status } = await server.call(
      '/api/acl/v1/role/effect',
      { id: roleId, permission_ids: [] },
      { headers: other },
    );
    expect(status).toBe(403);
  });

  it('is nobody when nothing changes; people who are switched off do not count', async () => {
    expect(await effect(['stock:view'])).toEqual({ total: 2, touched: 0, people: [] });
  });

  it('leaves out what another role of theirs grants as well', async () => {
    const { total, touched, people } = await effect(['brand:view']);
    expect({ total, touched }).toEqual({ total: 2, touched: 2 });
    expect(people.map(({ nickname, gained, lost }) => ({ nickname, gained, lost }))).toEqual([
      { nickname: '甲', gained: [id('brand:view')], lost: [] },
      { nickname: '乙', gained: [], lost: [id('stock:view')] },
    ]);
  });

  it('counts everybody, and names whom the caller may see', async () => {
    const { rows } = await sql<{
      id: number;
    }>`insert into organize (name, code) values ('华东区', 'HD') returning id`.execute(db);
    const here = rows[0]?.id ?? 0;
    await sql`update admin set main_organize_id = ${here} where nickname = '甲'`.execute(db);
    const limited = await person(db, { keys: ['role:edit'], scope: [{ organize: [here] }] });
    const { body } = await server.call(
      '/api/acl/v1/role/effect',
      { id: roleId, permission_ids: [id('brand:view')] },
      { headers: await signedIn(db, limited) },
    );
    const { total, touched, people } = body.result as RoleEffect;
    expect({ total, touched, named: people.map((one) => one.nickname) }).toEqual({
      total: 2,
      touched: 2,
      named: ['甲'],
    });
  });

  it('is nobody for a role that is switched off, or that is not there', async () => {
    await sql`update role set status = 0 where id = ${roleId}`.execute(db);
    expect(await effect(['brand:view'])).toMatchObject({ touched: 0 });
    await sql`update role set status = 1 where id = ${roleId}`.execute(db);
    expect(await effect(['brand:view'], 999_999)).toEqual({ total: 0, touched: 0, people: [] });
  });

  it('names the first of many and counts the others', async () => {
    await sql`
      with made as (insert into admin (username, nickname) select 'many' || n, '多' || n from generate_series(1, 60) n returning id)
      insert into admin_role (admin_id, role_id) select id, ${roleId} from made`.execute(db);
    const { total, touched, people } = await effect(['stock:view', 'stock:export']);
    expect({ total, touched, named: people.length }).toEqual({ total: 62, touched: 62, named: namedTouched });
  });
});
