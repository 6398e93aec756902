import { describe, expect, it } from 'vitest';
import type { WayIn } from '#contract/areas/access/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveWayIn } from './way-in.ts';

const { db } = await testDatabase();
const server = await testServer(db, { serve: ({ registry }) => serveWayIn(registry) });
const nobody = await signedIn(db, await person(db));
const ask = async (routes: unknown, headers = nobody) =>
  (await server.call('/api/acl/v1/index/wayIn', { routes }, { headers })).body;

describe('the way into a closed screen', () => {
  it.each<[unknown, number]>([
    [[], 4001],
    ['/shops/addShop', 4001],
    [Array.from({ length: 7 }, () => '/x'), 4001],
    [['/no/such'], 4004],
  ])('is refused for %j', async (routes, code) => {
    expect((await ask(routes)).code).toBe(code);
  });

  it('is nobody’s without a session', async () => {
    expect((await server.call('/api/acl/v1/index/wayIn', { routes: ['/shops/addShop'] })).status).toBe(401);
  });

  it('names the permission, the roles that have it, smallest first, and who may give them', async () => {
    await person(db, { nickname: '管理员', keys: ['admin:edit'] });
    await person(db, { nickname: '已停用', keys: ['admin:view'] });
    const many = await person(db, { keys: ['spu:view', 'brand:view', 'unit:view'] });
    await person(db, { keys: ['spu:view'] });
    const { result } = (await ask(['/shops/spuForm', '/shops/addShop'], await signedIn(db, many))) as unknown as {
      result: WayIn;
    };
    expect(result).toMatchObject({ screen: '商品列表', needs: ['商品 · 查看'], people: ['管理员'] });
    expect(result.roles).toHaveLength(2);
  });
});
