import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { type Found, find } from '#contract/areas/shell/search.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

let house: House;
let maker: Actor;
let place: { id: number };
let other: { id: number };
let goods: Piece[];
let numbers: string[];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  maker = (await stockPeople(house)).maker;
  [place, other] = [await shelf(house.db), await shelf(house.db)];
  goods = await pieces(house.db, 3);
  numbers = [];
  for (const warehouse of [place, place, other]) numbers.push(await adjusted(warehouse.id));
});

async function adjusted(warehouse: number): Promise<string> {
  const lines = [{ sku_id: goods[0]?.id, qty: 1 }] as never;
  const given = { warehouse_id: warehouse, adjust_type: 1, reason: '测试', lines };
  return (await house.ask(maker, adjustment.calls.add, given)).no ?? '';
}

async function seek(actor: Actor, text: string): Promise<Found[]> {
  return (await house.ask(actor, find, { text })).list;
}

const nos = (list: readonly Found[]): string[] => list.map((one) => one.no);

describe('what is not found', () => {
  it('is a document of a kind that the person holds no key for', async () => {
    const stranger = await house.person('路人', ['stocktaking:view', 'goods:view']);
    expect(await seek(stranger, numbers[0] ?? '')).toEqual([]);
  });

  it('is a document out of their data scope', async () => {
    const limited = await house.person('限仓', ['Inventory:adjustView'], [{ warehouse: [place.id] }]);
    expect(nos(await seek(limited, numbers[0] ?? ''))).toEqual([numbers[0]]);
    expect(await seek(limited, numbers[2] ?? '')).toEqual([]);
    expect(nos(await seek(limited, 'TZ26'))).not.toContain(numbers[2]);
  });

  it('is goods of a brand out of their data scope, also by their barcode', async () => {
    const [one] = goods as [Piece];
    const limited = await house.person('限牌', ['goods:view', 'stock:view'], [{ brand: [one.brand_id + 999] }]);
    expect(await seek(limited, one.barcode)).toEqual([]);
    expect(await seek(limited, one.sku_no)).toEqual([]);
  });

  it('is goods for whom the screen that shows them is shut', async () => {
    const [one] = goods as [Piece];
    expect(await seek(await house.person('无库存', ['goods:view']), one.barcode)).toEqual([]);
  });

  it('is a warehouse by the pinyin of its name, out of their data scope or without the key', async () => {
    await sql`update warehouse set name = ${`溪禾总仓${place.id}`} where id = ${place.id}`.execute(house.db);
    const keeper = await house.person('仓管', ['warehouse:view']);
    const named = async (actor: Actor, text: string) => (await seek(actor, text)).map(({ name }) => name);
    for (const text of ['xihezongcang', 'xhzc', '溪禾'])
      expect(await named(keeper, text)).toEqual([`溪禾总仓${place.id}`]);
    const limited = await house.person('别仓', ['warehouse:view'], [{ warehouse: [other.id] }]);
    expect(await named(limited, 'xihezongcang')).toEqual([]);
    expect(await named(await house.person('无钥匙', ['stock:view']), 'xihezongcang')).toEqual([]);
  });

  it('is a person by their name, out of the organisations of who looks or without the key', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into organize (name, code) values ('溪禾店群', 'XHDQ') returning id`.execute(house.db);
    const colleague = await house.person('顾言川', []);
    await sql`update admin set main_organize_id = ${rows[0]?.id} where id = ${colleague.id}`.execute(house.db);
    const named = async (actor: Actor, text: string) =>
      (await seek(actor, text)).filter(({ label }) => label === '员工账号').map(({ name, route }) => [name, route]);
    const hr = await house.person('人事', ['admin:view']);
    for (const text of ['顾言川', 'guyanchuan', 'gyc'])
      expect(await named(hr, text)).toEqual([['顾言川', `/admin/addStaf?id=${colleague.id}`]]);
    const limited = await house.person('别组织', ['admin:view'], [{ organize: [(rows[0]?.id ?? 0) + 999] }]);
    expect(await named(limited, 'guyanchuan')).toEqual([]);
    expect(await named(await house.person('无钥匙', ['goods:view']), 'guyanchuan')).toEqual([]);
    await sql`update admin set status = 0 where id = ${colleague.id}`.execute(house.db);
    expect(await named(hr, 'guyanchuan')).toEqual([]);
  });

  it.each(['ab', 'x'.repeat(65), '   '])('is %j: refused', async (text) => {
    await expect(seek(maker, text)).rejects.toMatchObject({ kind: 'invalid', field: 'text' });
  });

  it.each(['%%%', '___', "' or 1=1 --", 'TZ2_', '\\\\\\', 'TZ26%'])('is what %j would stand for', async (text) => {
    expect(await seek(maker, text)).toEqual([]);
  });
});

describe('what is found', () => {
  it('is a document by its number, in small letters too, with its state and its screen', async () => {
    const [first] = numbers as [string];
    const [one, ...rest] = await seek(maker, first.toLowerCase());
    expect(one).toMatchObject({ label: '库存调整单', no: first, exact: true, state: { label: '草稿', tone: 'idle' } });
    expect(one?.route).toMatch(/^\/storage\/stockAdjustmentDet\?id=\d+$/);
    expect(rest).toEqual([]);
  });

  it('is every document whose number begins so, the newest first, the letters typed or not', async () => {
    const [first] = numbers as [string];
    expect(nos(await seek(maker, first.slice(0, -2)))).toEqual(numbers.toReversed());
    expect(nos(await seek(maker, first.slice(2, -2)))).toEqual(numbers.toReversed());
  });

  it('is goods by SKU, SPU and barcode, once each', async () => {
    const [one] = goods as [Piece];
    const clerk = await house.person('商品', ['goods:view', 'spu:view', 'stock:view']);
    expect(await seek(clerk, one.barcode)).toMatchObject([
      { label: '条码', no: one.barcode, exact: true, route: `/storage/stockList?sku_id=${one.id}` },
    ]);
    expect(await seek(clerk, one.sku_no)).toMatchObject([{ label: '货品', no: one.sku_no }]);
    await sql`insert into sku_barcode (sku_id, barcode) values (${one.id}, '6901234567892'), (${one.id}, '6901234567899')`.execute(
      house.db,
    );
    expect(nos(await seek(clerk, '69012345'))).toEqual(['6901234567899']);
    const [style] = await seek(clerk, one.sku_no.replace(/^S-(.*)-1$/, 'P-$1'));
    expect(style).toMatchObject({ label: '商品', route: expect.stringMatching(/^\/shops\/addShop\?keyword=P-/) });
  });

  it('is a document by any three letters of its number, behind those that begin so', async () => {
    const [first] = numbers as [string];
    expect(nos(await seek(maker, first.slice(-5)))).toContain(first);
    const clerk = await house.person('商品', ['goods:view', 'stock:view']);
    expect(await seek(clerk, '0123456789')).toMatchObject([{ label: '条码', exact: false }]);
  });

  it('is goods by two characters of their name, and of nobody else', async () => {
    await sql`update sku set name = '女式连衣裙' where id = ${goods[2]?.id}`.execute(house.db);
    const clerk = await house.person('商品', ['goods:view', 'stock:view']);
    expect(await seek(clerk, '连衣')).toMatchObject([
      { label: '货品', no: goods[2]?.sku_no, name: '女式连衣裙', exact: false },
    ]);
    await expect(seek(clerk, '连')).rejects.toMatchObject({ kind: 'invalid', field: 'text' });
    expect(await seek(await house.person('路人', ['stock:view']), '连衣')).toEqual([]);
  });

  it('is goods by the pinyin of their name, its initials or in full, in the palette and where goods are chosen, in scope alone', async () => {
    const [, , one] = goods as [Piece, Piece, Piece];
    await sql`update spu set name = '碎花连衣裙 A2' where id = (select spu_id from sku where id = ${one.id})`.execute(
      house.db,
    );
    const clerk = await house.person('商品', ['goods:view', 'stock:view']);
    const offered = async (actor: Actor, keyword: string) =>
      (await house.ask(actor, callsOf(sku).options, { keyword })).list.map(({ id }) => id);
    for (const text of ['shlyq', 'LYQ', 'lyqa', 'lianyiqun', 'suihualianyiq', 'Lianyiqun']) {
      expect(nos(await seek(clerk, text))).toContain(one.sku_no);
      expect(await offered(clerk, text)).toEqual(goods.map(({ id }) => id));
    }
    for (const text of ['lyqz', 'lanyiqun', 'lianyuqun']) {
      expect(nos(await seek(clerk, text))).not.toContain(one.sku_no);
      expect(await offered(clerk, text)).toEqual([]);
    }
    const limited = await house.person('限牌', ['goods:view', 'stock:view'], [{ brand: [one.brand_id + 999] }]);
    for (const text of ['shlyq', 'lianyiqun']) {
      expect(await seek(limited, text)).toEqual([]);
      expect(await offered(limited, text)).toEqual([]);
    }
  });

  it('is never more than twenty', async () => {
    await sql`insert into sku_barcode (sku_id, barcode) select ${goods[1]?.id}, '77' || n from generate_series(100000, 100040) n`.execute(
      house.db,
    );
    const clerk = await house.person('商品', ['goods:view', 'stock:view']);
    expect((await seek(clerk, '7710')).length).toBeLessThanOrEqual(20);
  });
});
