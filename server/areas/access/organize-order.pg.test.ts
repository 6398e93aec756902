import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveOrganize } from './organize.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: serveOrganize });
const headers = await signedIn(db, await person(db, { keys: ['organize:add', 'organize:edit'] }));

const save = async (segment: string, input: object) => {
  const { body } = await server.call(`/api/acl/v1/organize/${segment}`, input, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  });
  return body;
};
const add = async (name: string, parent: number | null = null): Promise<number> => {
  const body = await save('add', { name, code: `${name}${Date.now()}`, type: 2, parent_id: parent });
  expect(body).toMatchObject({ code: 200 });
  return (body.result as { id: number }).id;
};
const versionOf = async (id: number) =>
  (await sql<{ version: number }>`select version from organize where id = ${id}`.execute(db)).rows[0]?.version;
const move = async (id: number, input: object) => {
  expect(await save('edit', { id, version: await versionOf(id), ...input })).toMatchObject({ code: 200 });
};
const under = async (parent: number): Promise<string[]> =>
  (
    await sql<{ name: string; order: number }>`
      select name, "order" from organize where parent_id = ${parent} order by "order", id`.execute(db)
  ).rows.map((row) => `${row.order}${row.name}`);

let root = 0;
let ids: Record<'a' | 'b' | 'c' | 'd', number> = { a: 0, b: 0, c: 0, d: 0 };

beforeEach(async () => {
  root = await add('root');
  ids = { a: await add('a', root), b: await add('b', root), c: await add('c', root), d: await add('d', root) };
});

describe('the place of an organisation', () => {
  it('is the last one when it is new', async () => {
    expect(await under(root)).toEqual(['1a', '2b', '3c', '4d']);
  });

  it('is counted from 1 without itself, and nobody is left at the same place', async () => {
    await move(ids.a, { order: 3 });
    expect(await under(root)).toEqual(['1b', '2c', '3a', '4d']);
    await move(ids.d, { order: 1 });
    expect(await under(root)).toEqual(['1d', '2b', '3c', '4a']);
    await move(ids.b, { order: 99 });
    expect(await under(root)).toEqual(['1d', '2c', '3a', '4b']);
  });

  it('changes with the parent, and taking it back gives the same tree', async () => {
    await move(ids.d, { parent_id: ids.a, order: 1 });
    expect([await under(root), await under(ids.a)]).toEqual([['1a', '2b', '3c'], ['1d']]);
    await move(ids.d, { parent_id: root, order: 2 });
    expect(await under(root)).toEqual(['1a', '2d', '3b', '4c']);
    await move(ids.d, { parent_id: root, order: 4 });
    expect(await under(root)).toEqual(['1a', '2b', '3c', '4d']);
  });

  it('stays where it is when only the name changes, however the others are numbered', async () => {
    await sql`update organize set "order" = 0 where parent_id = ${root}`.execute(db);
    await move(ids.b, { name: 'bb' });
    expect(await under(root)).toEqual(['0a', '0bb', '0c', '0d']);
  });
});
