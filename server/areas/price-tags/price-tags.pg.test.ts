import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { addBrand, addSku, addSpu, next } from '#tests/factories/goods.ts';
import { insert } from '#tests/factories/insert.ts';
import { officeOf } from '#tests/factories/office.ts';
import { addDistrictShop, addPrice } from '#tests/factories/prices.ts';

// Tags with prices on them (domain.md §3.11, §6.4): what a template may be, what is said of goods in a shop, which prints are told apart.

const { db } = await testDatabase();
const house = openHouse(db, new Date().toISOString());
const office = officeOf(db);
const templates = callsOf(tagTemplate);
const keys = ['tag:view', 'tag:add', 'tag:edit', 'tag:print'];
let clerk: Actor;
let shop: { id: number; district_id: number };
let far: { id: number; district_id: number };
let brandId: number;
let goods: number;

const element = { type: 'text', field: 'name', x: 10, y: 10, w: 500, h: 60 };
const template = (more: object = {}) => ({
  name: `价签${next()}`,
  template_type: 2,
  width_mm: 60,
  height_mm: 40,
  dpi: 203,
  paper: 1,
  lines: [element],
  ...more,
});
const add = async (more: object = {}) => (await house.ask(clerk, templates.add, template(more) as never)).id;
const one = async (skuId: number, shopId?: number, by = clerk) =>
  (await house.ask(by, tagCalls.preview, { sku_ids: [skuId], shop_id: shopId })).pages[0];

beforeAll(async () => {
  clerk = await house.person('陈列', keys);
  [shop, far] = [await addDistrictShop(db), await addDistrictShop(db)];
  brandId = await addBrand(office);
  goods = await addSku(office, db, { spu_id: await addSpu(office, { brand_id: brandId }) });
  await insert(db, 'shop_goods', { goods_no: `MD${next()}`, shop_id: shop.id, sku_id: goods });
});

describe('a template is refused', () => {
  it.each<[string, object, string]>([
    ['without an element', { lines: [] }, 'lines'],
    ['with an element beyond the right edge', { lines: [{ ...element, x: 200 }] }, 'lines.0.w'],
    ['with an element beyond the lower edge', { lines: [{ ...element, y: 350 }] }, 'lines.0.h'],
    ['with a text that says nothing', { lines: [{ ...element, field: null }] }, 'lines.0.text'],
    ['with letters on a line', { lines: [{ ...element, type: 'line' }] }, 'lines.0.field'],
    ['of what there is not', { lines: [{ ...element, field: 'cost' }] }, 'lines.0.field'],
    ['larger than any label', { width_mm: 301 }, 'width_mm'],
    ['of price tags for brands', { brand_ids: [1] }, 'brand_ids'],
  ])('%s', async (_what, more, field) => {
    await expect(add(more)).rejects.toMatchObject({ kind: 'invalid', field });
  });
});

describe('what a tag says', () => {
  it('is the price of the shop, with a discount that is never better than it is', async () => {
    expect(await one(goods)).toMatchObject({ values: { tag_price: '199.00', sale_price: '199.00', discount: '' } });
    await addPrice(db, { sku_id: goods, price: 9900 });
    await addPrice(db, { sku_id: goods, price: 7040, scope_type: 2, scope_value: String(shop.district_id) });
    expect((await one(goods))?.values).toMatchObject({ sale_price: '99.00', discount: '5折', shop: '' });
    expect((await one(goods, shop.id))?.values).toMatchObject({ sale_price: '70.40', discount: '3.6折' });
    expect((await one(goods, far.id))?.values).toMatchObject({ sale_price: '99.00' });
    expect((await one(goods, shop.id))?.values.barcode).toMatch(/^20\d{11}$/);
  });

  it('is told of nothing outside the data scope', async () => {
    const other = await addBrand(office);
    const limited = await house.person('外区', keys, [{ brand: [other], shop: [far.id] }]);
    await expect(one(goods, far.id, limited)).rejects.toMatchObject({ field: 'sku_ids' });
    const elsewhere = await house.person('外店', keys, [{ shop: [far.id] }]);
    await expect(one(goods, shop.id, elsewhere)).rejects.toMatchObject({ field: 'shop_id' });
    await expect(house.ask(elsewhere, tagCalls.changed, { shop_id: shop.id })).rejects.toMatchObject({
      field: 'shop_id',
    });
    const items = [{ sku_id: goods, copies: 1 }];
    const print = { template_id: await add(), shop_id: shop.id, items };
    await expect(house.ask(elsewhere, tagCalls.print, print)).rejects.toMatchObject({ field: 'shop_id' });
  });
});

describe('a print', () => {
  const print = async (template_id: number, copies = 2, shop_id = shop.id) =>
    await house.ask(clerk, tagCalls.print, { template_id, shop_id, items: [{ sku_id: goods, copies }] });

  it('is refused with a template that is off, of hang tags or of other shops, and of too many', async () => {
    const off = await add();
    await house.ask(clerk, templates.status, { ids: [off], status: 0 });
    await expect(print(off)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(print(await add({ template_type: 1 }))).rejects.toMatchObject({ field: 'template_id' });
    await expect(print(await add({ shop_ids: [far.id] }))).rejects.toMatchObject({ field: 'template_id' });
    await expect(print(await add(), 501)).rejects.toMatchObject({ field: 'items.0.copies' });
    const twice = {
      template_id: await add(),
      shop_id: shop.id,
      items: [1, 2].map((copies) => ({ sku_id: goods, copies })),
    };
    await expect(house.ask(clerk, tagCalls.print, twice)).rejects.toMatchObject({ field: 'items.1.sku_id' });
  });

  it('is known again at the same price in the same shop, and at no other', async () => {
    const id = await add();
    expect(await print(id)).toMatchObject({ is_again_print: false, pages: [{ copies: 2 }] });
    expect((await one(goods, shop.id))?.printed_at).not.toBeNull();
    expect(await print(id)).toMatchObject({ is_again_print: true });
    expect(await print(id, 1, far.id)).toMatchObject({ is_again_print: false });
    await addPrice(db, { sku_id: goods, price: 6600, price_type: 4, scope_type: 3, scope_value: String(shop.id) });
    expect((await one(goods, shop.id))?.printed_at).toBeNull();
    expect(await print(id)).toMatchObject({ is_again_print: false });
    const { rows } = await sql<{ copies: number }>`select sum(copies)::bigint as copies from tag_print`.execute(db);
    expect(rows[0]?.copies).toBe(7);
  });
});

it('names what costs another price in a shop than when the day began, and nothing else', async () => {
  const yesterday = new Date(Date.now() - 30 * 3_600_000).toISOString();
  const fresh = await addSku(office, db);
  const record = { sku_id: fresh, scope_type: 1, scope_value: '0', scope_name: '全部', price_no: 'TJ1', admin_id: 1 };
  const changed = async (id = shop.id) => (await house.ask(clerk, tagCalls.changed, { shop_id: id })).list;
  const own = async () => (await changed()).filter(({ sku_id }) => sku_id === fresh);
  await addPrice(db, {
    sku_id: fresh,
    price: 9900,
    effective_at: yesterday,
    expire_at: new Date(Date.now() - 1000).toISOString(),
  });
  await addPrice(db, { sku_id: fresh, price: 8800, effective_at: new Date(Date.now() - 1000).toISOString() });
  await insert(db, 'price_record', {
    ...record,
    old_price: 9900,
    new_price: 8800,
    at: new Date(Date.now() - 1000).toISOString(),
  });
  house.clock.set(new Date());
  expect(await own()).toEqual([]);
  await insert(db, 'shop_goods', { goods_no: `MD${next()}`, shop_id: shop.id, sku_id: fresh });
  expect(await own()).toMatchObject([{ old_price: 9900, new_price: 8800 }]);
  // Where the shop has a price of its own, nothing has changed for it.
  await addPrice(db, {
    sku_id: fresh,
    price: 5500,
    price_type: 4,
    scope_type: 3,
    scope_value: String(shop.id),
    effective_at: yesterday,
  });
  expect(await own()).toEqual([]);
});
