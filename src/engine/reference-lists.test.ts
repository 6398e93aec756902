// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admin } from '#contract/areas/access/admin.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { forgetReferenceLists, freshenReferenceLists, keepReferenceLists, keptOptions } from './reference-lists.ts';
import { type Bench, createBench } from './test-bench.tsx';

const path = '/v1/task/getCommData';
const lists: Record<string, object> = {
  sup: {
    supplier_list: [
      { id: 7, name: '上海凌羽贸易', code: 'GY26030200002' },
      { id: 8, name: '织里木鹿童装', code: 'GY26030200007' },
    ],
  },
  admin: { admin_list: [{ id: 104, name: '周建国', code: 'whsMgr' }] },
  brand: { brand_list: [{ id: 3, name: '凌羽', code: null }] },
  category: { category_list: [] },
};

let device: TestDevice;
let bench: Bench;

beforeEach(async () => {
  device = await newDevice();
  bench = createBench();
  bench.on(path, ({ t }) => ({ result: { ...lists[String(t)], more: false } }));
  globalThis.fetch = bench.fetch;
  const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
  keepReferenceLists({ wire, local: () => Promise.resolve(device.local) });
  signIn(11);
});

afterEach(() => localStorage.clear());

function signIn(uid: number): void {
  saveSession({ token: `t${uid}`, exp: 0, userInfo: { uid, username: `u${uid}`, nickname: '人' } });
}

const titles = async (definition: { name: string }, asked: { keyword?: string; ids?: number[] } = {}) =>
  (await keptOptions(definition, { ...asked, most: 50 }))?.list.map((option) => option.title) ?? null;
const asked = () => bench.calls(path).map(({ input }) => input['t']);

describe('the lists are not', () => {
  it('asked for while nobody is signed in', async () => {
    localStorage.clear();
    await freshenReferenceLists();
    expect(asked()).toEqual([]);
  });

  it('there for another person, who even takes them from the device', async () => {
    await freshenReferenceLists();
    signIn(12);
    expect(await titles(supplier)).toBeNull();
    bench.on(path, 'cut');
    await freshenReferenceLists();
    signIn(11);
    expect(await titles(supplier)).toBeNull();
  });

  it('kept for the next person when they were asked for in the name of the last', async () => {
    bench.on(path, () => {
      signIn(12);
      return { result: { ...lists['sup'], more: false } };
    });
    await freshenReferenceLists();
    expect(await titles(supplier)).toBeNull();
    signIn(11);
    expect(await titles(supplier)).toBeNull();
  });

  it('there after the server refused them, and the others are not asked for', async () => {
    bench.on(path, { code: 4003, msg: '没有操作权限', http: 403 });
    await freshenReferenceLists();
    expect(asked()).toEqual(['sup']);
    expect(await titles(supplier)).toBeNull();
  });

  it('there any more after what the person may see has changed, until they are asked for again', async () => {
    await freshenReferenceLists();
    device.time += 1000;
    await forgetReferenceLists(12);
    expect(await titles(supplier)).not.toBeNull();
    await forgetReferenceLists(11);
    for (const definition of [supplier, admin, brand]) expect(await titles(definition)).toBeNull();
    device.time += 1000;
    await freshenReferenceLists();
    expect(await titles(supplier)).toHaveLength(2);
  });

  it('there for what has no list, and none breaks where the device keeps nothing', async () => {
    expect(await titles(warehouse)).toBeNull();
    const told: unknown[] = [];
    globalThis.reportError = (problem) => told.push(problem);
    const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
    keepReferenceLists({ wire, local: () => Promise.reject(new Error('no databases here')) });
    expect(await titles(supplier)).toBeNull();
    expect(told).toHaveLength(1);
  });
});

describe('the lists', () => {
  it('are asked for once within 36000 s, suppliers and staff first', async () => {
    await freshenReferenceLists();
    device.time += 36_000_000 - 1;
    await freshenReferenceLists();
    expect(asked()).toEqual(['sup', 'admin', 'brand', 'category']);
    device.time += 1;
    await freshenReferenceLists();
    expect(asked()).toHaveLength(8);
  });

  it('stay when they have expired and no newer ones can be had, and say of when they are', async () => {
    await freshenReferenceLists();
    const taken = device.time;
    device.time += 40_000_000;
    bench.on(path, 'cut');
    await freshenReferenceLists();
    expect(await keptOptions(supplier, { most: 50 })).toMatchObject({ takenAt: taken, expired: true });
    expect(await titles(supplier)).toHaveLength(2);
  });

  it('are searched by name, code and pinyin initials, and give the titles of ids', async () => {
    await freshenReferenceLists();
    expect(await titles(supplier, { keyword: '木鹿' })).toEqual(['织里木鹿童装']);
    expect(await titles(supplier, { keyword: 'gy26030200002' })).toEqual(['上海凌羽贸易']);
    expect(await titles(supplier, { keyword: 'shly' })).toEqual(['上海凌羽贸易']);
    expect(await titles(supplier, { keyword: 'xx' })).toEqual([]);
    expect(await titles(admin, { keyword: 'whsm' })).toEqual(['周建国']);
    expect(await titles(supplier, { ids: [8, 99] })).toEqual(['织里木鹿童装']);
    expect((await keptOptions(supplier, { most: 1 }))?.list).toHaveLength(1);
  });
});
