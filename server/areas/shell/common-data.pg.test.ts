import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { commonData, commonSorts } from '#contract/areas/shell/common-data.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBrand, addCategory } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addSupplier } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

const names = (list: readonly { name: string }[] | undefined) => list?.map((one) => one.name);

describe('common data', () => {
  test('is refused for a list there is not, and for more than is asked', async () => {
    for (const input of [{}, { t: 'shop' }, { t: ['sup'] }, { t: 'sup', page: 1 }])
      expect(await office.refused(commonData, input as never)).toMatchObject({ kind: 'invalid' });
  });

  test('holds nothing outside the caller’s data scope', async () => {
    const [seen, hidden] = [await addSupplier(office), await addSupplier(office)];
    const [own, other] = [await addBrand(office), await addBrand(office)];
    const limited = anyone({ keys: [], scope: [{ supplier: [seen], brand: [own] }] });
    expect((await office.call(commonData, { t: 'sup' }, limited)).supplier_list?.map((one) => one.id)).toEqual([seen]);
    expect((await office.call(commonData, { t: 'brand' }, limited)).brand_list?.map((one) => one.id)).toEqual([own]);
    expect((await office.call(commonData, { t: 'sup' })).supplier_list?.map((one) => one.id)).toEqual(
      expect.arrayContaining([seen, hidden]),
    );
    expect((await office.call(commonData, { t: 'brand' })).brand_list?.map((one) => one.id)).toContain(other);
  });

  test('holds nothing that is switched off, the installation’s own account among it', async () => {
    const [on, off] = [await addSupplier(office), await addSupplier(office)];
    await office.call(callsOf(supplier).status, { ids: [off], status: 0 });
    const ids = (await office.call(commonData, { t: 'sup' })).supplier_list?.map((one) => one.id);
    expect(ids).toContain(on);
    expect(ids).not.toContain(off);
    const closed = await person(database.db);
    await sql`update admin set status = 0 where id = ${closed.id}`.execute(database.db);
    const staff = (await office.call(commonData, { t: 'admin' })).admin_list?.map((one) => one.id);
    expect(staff).not.toContain(closed.id);
    expect(staff).not.toContain(1);
  });

  test('comes under its key alone, sorted by pinyin, with the code people know', async () => {
    await addSupplier(office, { name: '重庆山城织造' });
    await addSupplier(office, { name: '安徽合肥果知味' });
    await addSupplier(office, { name: '杭州廿一纪' });
    const answer = await office.call(commonData, { t: 'sup' });
    expect(Object.keys(answer)).toEqual(['supplier_list', 'more']);
    const mine = names(answer.supplier_list)?.filter((name) => /^(重庆|安徽|杭州)/.test(name));
    expect(mine).toEqual(['安徽合肥果知味', '重庆山城织造', '杭州廿一纪']);
    expect(answer.supplier_list?.[0]?.code).toMatch(/^GY\d{11}$/);
    const { username, nickname, id } = await person(database.db);
    expect((await office.call(commonData, { t: 'admin' })).admin_list).toContainEqual({
      id,
      name: nickname,
      code: username,
    });
    const leaf = await addCategory(office, { name: '袜子', code: 'SOCKS' });
    expect((await office.call(commonData, { t: 'category' })).category_list).toContainEqual({
      id: leaf,
      name: '袜子',
      code: 'SOCKS',
    });
  });

  test('is open to everybody signed in, and says so when it is cut', async () => {
    const nobody = anyone({ keys: [] });
    for (const t of commonSorts) expect((await office.call(commonData, { t }, nobody)).more).toBe(false);
    await sql`insert into brand (name) select '批量' || n from generate_series(1, ${limits.commonRows}) n`.execute(
      database.db,
    );
    const { brand_list: list, more } = await office.call(commonData, { t: 'brand' }, nobody);
    expect(list).toHaveLength(limits.commonRows);
    expect(more).toBe(true);
    await sql`update brand set status = 0 where name like '批量%' and id not in (select id from brand limit 1)`.execute(
      database.db,
    );
    expect((await office.call(commonData, { t: 'brand' }, nobody)).more).toBe(false);
    expect((await office.call(callsOf(brand).list, { page_size: 1 })).total).toBeGreaterThan(0);
  });
});
