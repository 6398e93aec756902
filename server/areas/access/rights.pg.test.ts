import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type PersonRights, rightsCall } from '#contract/areas/access/rights.ts';
import { bases } from '#server/kit/frame.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type PersonOptions, person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveAccess } from './access.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: serveAccess });

async function ask(ids: unknown, options: PersonOptions = { keys: [rightsCall.access] }) {
  const headers = await signedIn(db, await person(db, options));
  const { body } = await server.call(`${bases.acl}${rightsCall.path}`, { ids }, { headers });
  return body as unknown as { code: number; result: { list: PersonRights[] } };
}

it('is refused without its key, for nobody, for three and for people out of sight', async () => {
  const one = await person(db);
  expect((await ask([one.id], { keys: ['admin:view'] })).code).toBe(4003);
  expect((await ask([])).code).toBe(4001);
  expect((await ask([one.id, one.id, one.id])).code).toBe(4001);
  expect((await ask([one.id, 999_999])).code).toBe(4004);
  expect((await ask([one.id], { keys: [rightsCall.access], scope: [{ organize: [424_242] }] })).code).toBe(4004);
});

it('says what the guard says, which roles give each key, and no name that the caller may not see', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into warehouse (warehouse_no, name, type) values ('WE', '东仓', 2), ('WW', '西仓', 2) returning id`.execute(
    db,
  );
  const [east = 0, west = 0] = rows.map(({ id }) => id);
  const clerk = await person(db, { keys: ['stock:view', 'stock:costView'], scope: [{ warehouse: [east, west] }] });
  const lead = await person(db, { keys: ['stock:view'] });
  const { rows: held } = await sql<{ name: string }>`
    select r.name from role r join admin_role h on h.role_id = r.id where h.admin_id = ${clerk.id}`.execute(db);
  const { result } = await ask([lead.id, clerk.id]);
  const list = result.list;
  expect(list.map(({ id }) => id)).toEqual([lead.id, clerk.id]);
  expect(list[1]).toMatchObject({
    nickname: clerk.nickname,
    roles: held.map(({ name }) => name),
    permissions: [
      { key: 'stock:costView', roles: held.map(({ name }) => name) },
      { key: 'stock:view', roles: held.map(({ name }) => name) },
    ],
    scope: [[{ label: '仓库', names: ['东仓', '西仓'], total: 2 }]],
  });
  const narrow = await ask([clerk.id], { keys: [rightsCall.access], scope: [{ warehouse: [east] }] });
  expect(narrow.result.list[0]?.scope).toEqual([[{ label: '仓库', names: ['东仓'], total: 2 }]]);
  expect(list[0]?.scope).toBe('everything');
  const extra = list[0]?.hidden.filter((field) => !list[1]?.hidden.includes(field)) ?? [];
  expect(extra.length).toBeGreaterThan(0);
  await sql`update role set status = 0 where name = ${held[0]?.name ?? ''}`.execute(db);
  expect((await ask([clerk.id])).result.list[0]).toMatchObject({ roles: [], permissions: [] });
});
