import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { goodsLabel, goodsLabelCalls, labelledStyle } from '#contract/areas/goods/goods-label.ts';
import { groupedStyle, spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import { operLogCalls } from '#contract/areas/ops/audit.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { insert } from '#tests/factories/insert.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Groups of styles and labels of shops: nobody reaches a style or shop that they may not see, and what is counted is what is there.

const { db } = await testDatabase();
const house = openHouse(db);
const keys = [
  ...['view', 'add', 'edit', 'delete', 'bind'].map((verb) => `spuTag:${verb}`),
  ...['view', 'add', 'edit', 'bind'].map((verb) => `goodsLabel:${verb}`),
  'goods:tags',
];
const [tags, labels] = [callsOf(spuTag), callsOf(goodsLabel)];
let me: Actor;
let narrow: Actor;
let styles: { id: number; brand: number; sku: number }[];
let shops: number[];

beforeAll(async () => {
  styles = [];
  for (let count = 0; count < 3; count += 1) {
    const [piece] = await pieces(db);
    const { rows } = await sql<{ id: number; brand: number }>`
      select s.id, s.brand_id as brand from spu s join sku k on k.spu_id = s.id where k.id = ${piece?.id ?? 0}`.execute(
      db,
    );
    if (rows[0]) styles.push({ ...rows[0], sku: piece?.id ?? 0 });
  }
  // Each style has a brand of its own, so that a data scope can tell them apart.
  for (const style of styles) {
    style.brand = await insert(db, 'brand', { name: `品牌${next()}` });
    await sql`update spu set brand_id = ${style.brand} where id = ${style.id}`.execute(db);
    await sql`update sku set brand_id = ${style.brand} where spu_id = ${style.id}`.execute(db);
  }
  shops = [(await addDistrictShop(db)).id, (await addDistrictShop(db)).id];
  me = await house.person('商品专员', keys);
  narrow = await house.person('品牌专员', keys, [{ brand: [styles[0]?.brand ?? 0] }]);
});

const ids = () => styles.map(({ id }) => id);
const first = () => styles[0]?.id ?? 0;
const second = () => styles[1]?.id ?? 0;

describe('a group', () => {
  let tag: number;
  beforeEach(async () => {
    const made = next();
    ({ id: tag } = await house.ask(me, tags.add, { name: `分组${made}`, code: `G${made}` } as never));
  });
  const count = async () => ((await house.ask(me, tags.detail, { id: tag })) as { spu_count: number }).spu_count;
  const held = async (actor: Actor) => (await house.ask(actor, callsOf(groupedStyle).list, { tag_id: [tag] })).total;

  it('refuses styles that are not there, not seen or named twice, and takes none of the others', async () => {
    for (const [actor, spu_ids] of [
      [me, [first(), 999_999]],
      [narrow, [first(), second()]],
      [me, [first(), first()]],
    ] as const)
      await expect(house.ask(actor, spuTagCalls.bind, { tag_id: tag, spu_ids: [...spu_ids] })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'spu_ids',
      });
    await expect(
      house.ask(narrow, spuTagCalls.group, { sku_ids: [styles[1]?.sku ?? 0], tag_ids: [tag], op: 'add' }),
    ).rejects.toMatchObject({ field: 'sku_ids' });
    await expect(house.ask(me, spuTagCalls.bind, { tag_id: 999_999, spu_ids: [first()] })).rejects.toMatchObject({
      field: 'tag_ids',
    });
    expect([await count(), await held(me)]).toEqual([0, 0]);
  });

  it('takes in nothing while it is off, and is not deleted with what is in it', async () => {
    await house.ask(me, spuTagCalls.bind, { tag_id: tag, spu_ids: [first()] });
    await expect(house.ask(me, tags.remove as never, { id: tag } as never)).rejects.toMatchObject({ kind: 'invalid' });
    const { version } = (await house.ask(me, tags.detail, { id: tag })) as { version: number };
    await house.ask(me, tags.edit, { id: tag, version, status: 0 } as never);
    await expect(house.ask(me, spuTagCalls.bind, { tag_id: tag, spu_ids: [second()] })).rejects.toThrow('已停用');
    await house.ask(me, spuTagCalls.unbind, { tag_id: tag, spu_ids: [first()] });
    expect(await count()).toBe(0);
  });

  it('holds each style once, counts them, and shows each person their own', async () => {
    expect(await house.ask(me, spuTagCalls.bind, { tag_id: tag, spu_ids: ids() })).toEqual({ count: 3 });
    expect(await house.ask(me, spuTagCalls.bind, { tag_id: tag, spu_ids: [first()] })).toEqual({ count: 0 });
    expect([await count(), await held(me), await held(narrow)]).toEqual([3, 3, 1]);
    const grouping = { sku_ids: [styles[0]?.sku ?? 0], spu_ids: [second()], tag_ids: [tag], op: 'remove' as const };
    expect(await house.ask(me, spuTagCalls.group, grouping)).toEqual({ count: 2 });
    expect([await count(), await held(me)]).toEqual([1, 1]);
  });

  it('counts right when many put styles in and take them out at once', async () => {
    const turns = Array.from({ length: 30 }, (_, turn) =>
      house.ask(me, turn % 3 === 2 ? spuTagCalls.unbind : spuTagCalls.bind, {
        tag_id: tag,
        spu_ids: [ids()[turn % 2] ?? 0],
      }),
    );
    await Promise.all(turns);
    expect(await count()).toBe(await held(me));
  });
});

describe('a label', () => {
  let label: number;
  beforeEach(async () => {
    ({ id: label } = await house.ask(me, labels.add, { name: `标识${next()}` } as never));
  });
  const bound = async (actor: Actor) =>
    (await house.ask(actor, callsOf(labelledStyle).list, { label_id: [label], page_size: 100 })).list;

  it('ends after it begins', async () => {
    const span = { start_time: '2026-03-02T00:00:00.000Z', end_time: '2026-03-01T00:00:00.000Z' };
    await expect(house.ask(me, labels.add, { name: `标识${next()}`, ...span } as never)).rejects.toMatchObject({
      field: 'end_time',
    });
  });

  it('is bound to no style or shop that is not seen, and loosened by nobody who does not see the row', async () => {
    const elsewhere = await house.person('店长', keys, [{ shop: [shops[0] ?? 0] }]);
    const all = { label_id: label, shop_ids: shops, spu_ids: [first()] };
    await expect(house.ask(elsewhere, goodsLabelCalls.bind, all)).rejects.toMatchObject({ field: 'shop_ids' });
    await expect(house.ask(narrow, goodsLabelCalls.bind, { ...all, spu_ids: ids() })).rejects.toMatchObject({
      field: 'spu_ids',
    });
    expect(await bound(me)).toEqual([]);
    await house.ask(me, goodsLabelCalls.bind, { ...all, spu_ids: [second()] });
    const rows = (await bound(me)).map(({ id }) => id);
    await expect(house.ask(narrow, goodsLabelCalls.unbind, { label_id: label, ids: rows })).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await bound(me)).toHaveLength(shops.length);
  });

  it('is on every style in every shop once, until it is taken off', async () => {
    const all = { label_id: label, shop_ids: shops, spu_ids: ids() };
    expect(await house.ask(me, goodsLabelCalls.bind, all)).toEqual({ count: shops.length * 3 });
    expect(await house.ask(me, goodsLabelCalls.bind, all)).toEqual({ count: 0 });
    expect(await bound(narrow)).toHaveLength(shops.length);
    const [row] = await bound(me);
    expect(await house.ask(me, goodsLabelCalls.unbind, { label_id: label, ids: [row?.id ?? 0] })).toEqual({ count: 1 });
    expect(await bound(me)).toHaveLength(shops.length * 3 - 1);
  });
});

describe('the log of master data', () => {
  it('tells only of kinds whose records one may see, and of records within one’s scope', async () => {
    const names = async (actor: Actor) => {
      const { list } = await house.ask(actor, operLogCalls.search, { page_size: 100 });
      return new Set(list.map(({ doc_type }) => doc_type));
    };
    const reader = await house.person('日志员', ['common:view', 'brand:view']);
    const editor = await house.person('品牌主管', ['brand:edit', 'brand:view', 'spuTag:add', 'spuTag:view']);
    await house.ask(editor, tags.add, { name: `分组${next()}`, code: `G${next()}` } as never);
    const own = styles[0]?.brand ?? 0;
    const { version } = (await house.ask(editor, callsOf(brand).detail, { id: own })) as { version: number };
    await house.ask(editor, callsOf(brand).edit, { id: own, version, intro: '改' } as never);
    expect(await names(reader)).toEqual(new Set(['brand']));
    expect(await names(await house.person('无权', ['common:view']))).toEqual(new Set());
    const scoped = await house.person('别的品牌', ['common:view', 'brand:view'], [{ brand: [styles[1]?.brand ?? 0] }]);
    expect(await names(scoped)).toEqual(new Set());
    const { kinds } = await house.ask(reader, operLogCalls.kinds, {});
    // Labels of orders are open to whoever is signed in, and with them what was done to them.
    expect(kinds).toEqual([
      { name: 'brand', label: '品牌' },
      { name: 'orderLabel', label: '订单标签' },
    ]);
  });
});
