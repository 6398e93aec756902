import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { MenuNode } from '#contract/areas/access/calls.ts';
import { mayOpen, menu } from '#contract/areas/access/menu.ts';
import { roles } from '#contract/areas/access/roles.ts';
import { areas } from '#contract/areas.ts';
import { serveEverything } from '#server/application.ts';
import { Passwords } from '#server/identity/passwords.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { systemClock } from '#server/platform/clock.ts';
import { demoAccounts, limitToWarehouse, seedAccounts } from '#server/seed/accounts.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { ensureFirstAdmin } from './first-admin.ts';
import { syncMenu } from './menu.ts';
import { permissionKeys, syncRoles } from './sync-roles.ts';

const { db } = await testDatabase();
const server = await testServer(db, { kit: serveEverything(new Numbers(db)) });
const keys = permissionKeys(server.kit.registry);

const password = 'back-office-demo';
const login = async (username: string, given: string) =>
  (await server.call('/api/acl/login', { appid: 'erp', username, password: given })).body;
const result = async <T>(path: string, body: object, signed: Record<string, string>): Promise<T> => {
  const { body: answer } = await server.call(`/api/acl/v1/${path}`, body, { headers: signed });
  expect(answer).toMatchObject({ code: 200 });
  return answer.result as T;
};
const idOf = async (username: string): Promise<number> =>
  (await sql<{ id: number }>`select id from admin where username = ${username}`.execute(db)).rows[0]?.id ?? 0;
const as = async (username: string): Promise<Record<string, string>> => signedIn(db, { id: await idOf(username) });
const menuOf = async (signed: Record<string, string>): Promise<MenuNode[]> =>
  (await result<{ data: MenuNode[] }>('index/menu', { app_type: 'erp' }, signed)).data;
const outline = (nodes: MenuNode[]): Record<string, string[]> =>
  Object.fromEntries(nodes.map((node) => [node.url, node.childNode.map((child) => child.url.replace('/#', ''))]));

describe('first run', () => {
  it('makes no account before there are roles', async () => {
    await expect(ensureFirstAdmin(db, new Passwords())).rejects.toThrow('the role super is missing');
    expect((await sql`select 1 from admin where password_hash is not null`.execute(db)).rows).toEqual([]);
  });

  it('makes one admin with a password for one sign-in, however many processes start', async () => {
    await Promise.all([syncRoles(db, keys), syncRoles(db, keys), syncMenu(db), syncMenu(db)]);
    const made = (await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(db, new Passwords())))).filter(
      (one) => one !== undefined,
    );
    expect(made).toEqual([{ username: 'admin', password: expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/) }]);
    const given = made[0]?.password ?? '';
    expect((await login('admin', given)).code).toBe(411);
    const fresh = 'nine herons under umbrellas';
    const changed = await server.call('/api/acl/changePwd', {
      appid: 'erp',
      username: 'admin',
      old_password: given,
      new_password: fresh,
      confirm_password: fresh,
    });
    expect(changed.body.code).toBe(200);
    expect((await login('admin', fresh)).code).toBe(200);
    expect(await ensureFirstAdmin(db, new Passwords())).toBeUndefined();
    await sql`delete from known_device; delete from session; delete from admin_role; delete from password_guess`.execute(
      db,
    );
    await sql`update admin set password_hash = null, username = 'former' where username = 'admin'`.execute(db);
  });

  it('makes the people of the demo company once, each with the password and the role', async () => {
    await seedAccounts(db, { password, clock: systemClock });
    await seedAccounts(db, { password, clock: systemClock });
    const held = roles.map((role) => role.code).filter((code) => code !== 'channel');
    expect(demoAccounts.map((account) => account.username)).toEqual(
      expect.arrayContaining(['admin', ...held, 'newbie']),
    );
    const { rows } = await sql<{ username: string; codes: string[]; organize: string }>`
      select a.username, array_agg(r.code) as codes, o.code as organize from admin a join admin_role h on h.admin_id = a.id join role r on r.id = h.role_id
      join organize o on o.id = a.main_organize_id group by a.id, o.code order by a.id`.execute(db);
    expect(rows).toEqual(
      demoAccounts.map((account) => ({
        username: account.username,
        codes: [account.role],
        organize: account.organize,
      })),
    );
    // Nothing with a second person can be shown by one (amendments G21).
    for (const code of ['fin', 'finMgr', 'whsMgr', 'buyMgr'])
      expect(rows.filter(({ codes }) => codes.includes(code)).length, code).toBeGreaterThanOrEqual(2);
    expect((await login('whsMgr', password)).code).toBe(200);
    expect((await login('newbie', password)).code).toBe(411);
    const { rows: tree } = await sql<{ parent: string | null; count: number }>`
      select p.code as parent, count(*) as count from organize o left join organize p on p.id = o.parent_id group by p.code order by 1 nulls first`.execute(
      db,
    );
    expect(tree).toEqual([
      { parent: null, count: 1 },
      { parent: 'ZLH', count: 12 },
    ]);
  });

  it('limits a person to a warehouse, and refuses what is not there', async () => {
    await sql`insert into warehouse (id, warehouse_no, name, type) values (1, 'W1', '总仓', 1), (2, 'W2', '一店仓', 2)`.execute(
      db,
    );
    await limitToWarehouse(db, 'shopMgr', 2);
    await limitToWarehouse(db, 'shopMgr', 2);
    await limitToWarehouse(db, 'cashier', 2);
    for (const username of ['shopMgr', 'cashier']) {
      const { body } = await server.call('/api/erp/v1/warehouse/options', {}, { headers: await as(username) });
      expect((body.result as { list: object[] }).list).toEqual([{ id: 2, title: '一店仓', hint: 'W2' }]);
    }
    await expect(limitToWarehouse(db, 'nobody', 2)).rejects.toThrow();
    await expect(limitToWarehouse(db, 'shopMgr', 99)).rejects.toThrow();
  });
});

describe('built-in roles', () => {
  it('have the keys of served calls and no others', async () => {
    const { rows } = await sql<{ code: string; keys: string[] }>`
      select r.code, array_agg(p.permission_key) as keys from role r join role_permission p on p.role_id = r.id group by r.code`.execute(
      db,
    );
    expect(rows.find((row) => row.code === 'super')?.keys.sort()).toEqual(keys);
    expect(new Set(rows.flatMap((row) => row.keys))).toEqual(new Set(keys));
    expect(keys.filter((key) => !key.includes(':'))).toEqual([]);
  });

  it('follow the list at the next start, and leave the roles that people made alone', async () => {
    const own = await person(db, { keys: ['brand:view', 'old:key'] });
    await sql`insert into role_permission (role_id, permission_key) select id, 'old:key' from role where code = 'whs'`.execute(
      db,
    );
    await sql`delete from role_permission where permission_key = 'stocktaking:count'`.execute(db);
    await sql`update role set status = 0 where code = 'cs'`.execute(db);
    await syncRoles(db, keys);
    const { rows } = await sql<{ code: string; key: string }>`
      select r.code, p.permission_key as key from role r join role_permission p on p.role_id = r.id where p.permission_key in ('old:key', 'stocktaking:count') and (r.code = 'whs' or not r.built_in) order by 2`.execute(
      db,
    );
    expect(rows).toEqual([
      { code: expect.stringMatching(/^r/), key: 'old:key' },
      { code: 'whs', key: 'stocktaking:count' },
    ]);
    expect((await sql`select status from role where code = 'cs'`.execute(db)).rows).toEqual([{ status: 0 }]);
    expect(own.permissions.has('old:key')).toBe(true);
  });
});

describe('the menu', () => {
  it('is refused without a token, and to another application', async () => {
    expect((await server.call('/api/acl/v1/index/menu')).status).toBe(401);
    const { body } = await server.call('/api/acl/v1/index/menu', { app_type: 'crm' }, { headers: await as('admin') });
    expect(body.code).toBe(4001);
  });

  it('has every screen for whom every key is held, in the order of domain.md §10.2', async () => {
    const tree = await menuOf(await as('admin'));
    const placed = areas.flatMap(({ menu }) => menu?.screens ?? []);
    for (const { url, childNode } of tree)
      expect(childNode.map((node) => node.url)).toEqual(
        placed
          .filter(({ group }) => group === url)
          .sort((one, other) => one.order - other.order)
          .map(({ route }) => `/#${route}`),
      );
    expect(tree.flatMap(({ childNode }) => childNode)).toHaveLength(placed.length);
    expect(tree.map(({ url }) => url)).toEqual(menu.map(({ url }) => url));
    const [goods] = tree;
    expect(goods).toEqual({
      id: expect.any(Number),
      parent_id: null,
      url: '/goods',
      name: '商品管理',
      order: 2,
      style: 'goods',
      childNode: expect.any(Array),
    });
    expect(goods?.childNode.find(({ url }) => url === '/#/shops/categaryShop')).toEqual({
      id: expect.any(Number),
      parent_id: goods?.id,
      url: '/#/shops/categaryShop',
      name: '商品分类',
      order: expect.any(Number),
      style: null,
      childNode: [],
    });
  });

  it.each(['whs', 'goods', 'hr', 'cashier', 'it', 'finMgr', 'mkt'])(
    'of %s has every screen that opens by one of the keys held, and no empty group',
    async (username) => {
      const { rows } = await sql<{ key: string }>`
        select distinct p.permission_key as key from admin a join admin_role r on r.admin_id = a.id join role_permission p on p.role_id = r.role_id
        where a.username = ${username}`.execute(db);
      const held = new Set(rows.map(({ key }) => key));
      const seen = menu.flatMap(({ url, screens }) => {
        const open = screens.filter((screen) => mayOpen(screen, held)).map(({ route }) => route as string);
        return open.length > 0 ? [[url as string, open] as const] : [];
      });
      expect(outline(await menuOf(await as(username)))).toEqual(Object.fromEntries(seen));
      expect(seen.length).toBeGreaterThan(0);
    },
  );

  it('of a cashier has the stocktakes that cashiers count in, and nothing of access control', async () => {
    const tree = outline(await menuOf(await as('cashier')));
    expect(tree['/storage']).toEqual(['/storage/stocktakingList']);
    expect(tree['/admin']).toBeUndefined();
  });

  it('keeps its ids and drops what is no longer in the list', async () => {
    const before = await menuOf(await as('admin'));
    await sql`insert into menu_node (url, name) values ('/gone', '旧')`.execute(db);
    await sql`insert into menu_node (url, name, parent_id) select '/#/gone', '旧', id from menu_node where url = '/gone'`.execute(
      db,
    );
    await sql`update menu_node set name = '改', "order" = 99 where url = '/goods'`.execute(db);
    await syncMenu(db);
    expect(await menuOf(await as('admin'))).toEqual(before);
    expect((await sql`select 1 from menu_node where url like '%gone'`.execute(db)).rows).toEqual([]);
  });
});

describe('the permissions of a menu node', () => {
  const keysAt = async (username: string, url: string): Promise<string[]> => {
    const { rows } = await sql<{ id: number }>`select id from menu_node where url = ${url}`.execute(db);
    return (
      await result<{ data: string[] }>(
        'index/permissions',
        { app_type: 'erp', parent_id: rows[0]?.id },
        await as(username),
      )
    ).data.sort();
  };

  it('are those of its screens that the person holds', async () => {
    expect(await keysAt('whs', '/#/storage/stocktakingList')).toEqual([
      'common:scanDiscard',
      'stock:view',
      'stocktaking:count',
      'stocktaking:print',
      'stocktaking:submit',
      'stocktaking:view',
    ]);
    expect(await keysAt('whsMgr', '/#/basicbox/ckList')).toEqual([
      'warehouse:add',
      'warehouse:edit',
      'warehouse:status',
      'warehouse:view',
    ]);
    expect(await keysAt('cashier', '/storage')).toEqual(['stocktaking:count', 'stocktaking:view']);
    expect(await keysAt('hr', '/#/storage/stocktakingList')).toEqual([]);
  });

  it.each<[object, number]>([
    [{ app_type: 'erp', parent_id: 999_999 }, 4004],
    [{ app_type: 'erp', parent_id: '1' }, 4001],
    [{ app_type: 'erp', parent_id: 1e15 }, 4004],
    [{ app_type: 'erp' }, 4001],
    [{ parent_id: 1 }, 4001],
    [{ app_type: 'erp', parent_id: 1, admin_id: 1 }, 4001],
  ])('are refused for %j', async (body, code) => {
    expect((await server.call('/api/acl/v1/index/permissions', body, { headers: await as('admin') })).body.code).toBe(
      code,
    );
  });
});

describe('people and organisations to choose from', () => {
  it('are those in use', async () => {
    await sql`update admin set status = 0 where username = 'mkt'`.execute(db);
    const { list } = await result<{ list: { id: number; title: string; hint: string }[] }>(
      'admin/options',
      {},
      await as('whs'),
    );
    const names = list.map((option) => option.hint);
    expect(names).toContain('whsMgr');
    expect(names).not.toContain('system');
    expect(names).not.toContain('mkt');
    expect(await result('admin/options', { ids: [await idOf('mkt')] }, await as('whs'))).toEqual({
      list: [{ id: await idOf('mkt'), title: '罗子轩', hint: 'mkt' }],
    });
    expect(await result('organize/options', { keyword: '华东' }, await as('whs'))).toMatchObject({
      list: [{ title: '华东区', hint: 'HD' }],
    });
    expect((await server.call('/api/acl/v1/admin/options')).status).toBe(401);
  });
});
