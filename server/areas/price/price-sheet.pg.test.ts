import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceRecord } from '#contract/areas/price/price-record.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { calledTransitions } from '#contract/kit/transition.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';
import { addInbound } from '#tests/factories/purchasing.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';

const keys = [
  ...Object.values(priceSheet.calls).map(([, access]) => access),
  ...calledTransitions(priceSheet).map(([, step]) => step.access),
  'price:export',
  'stock:costView',
];
const judging = ['departmentAudit', 'financeAudit', 'districtAudit', 'commodityAudit'] as const;
const hour = 3_600_000;

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let judges: Record<(typeof judging)[number], Actor>;
let shops: { id: number; district_id: number }[];

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  maker = await house.person('制单', keys);
  const people = await Promise.all(judging.map((name) => house.person(name, keys)));
  judges = Object.fromEntries(judging.map((name, index) => [name, people[index]])) as typeof judges;
  shops = [await addDistrictShop(db), await addDistrictShop(db)];
});

const at = (hours: number): string => new Date(house.clock.now().getTime() + hours * hour).toISOString();
/** Goods that came in at this cost, none of which is left. */
const origin = async (sku_id: number, warehouse_id: number, cost: { cost_price: number; price_state: number }) =>
  await addInbound(db, { warehouse_id, lines: [{ sku_id, ...cost, is_origin: true }] });
const newGoods = async (): Promise<number> => (await pieces(db, 1))[0]?.id ?? 0;

async function add(given: Record<string, unknown>, by = maker): Promise<number> {
  const plain = { price_type: 2, scope_type: 1, effective_at: at(1), reason: '季末调价' };
  return (await house.ask(by, callsOf(priceSheet).add, { ...plain, ...given } as never)).id;
}
const take = (name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(priceSheet, name), input);
const pass = async (
  id: number,
  names: readonly (typeof judging)[number][] = ['departmentAudit', 'financeAudit', 'commodityAudit'],
) => {
  for (const name of names) await take(name, judges[name], { id, result: 1, remark: '成本另核' });
};
interface Read {
  status: number;
  version: number;
  lines: Record<string, unknown>[];
  audit: { action: string; remark: string | null }[];
  allowed: { transitions: string[]; edit: boolean; rejects?: Record<string, string> };
  [name: string]: unknown;
}
const read = (id: number, by = maker) => house.ask(by, callsOf(priceSheet).detail, { id }) as unknown as Promise<Read>;
async function priceNow(sku: number, asked: { shop_id?: number; sale_channel_value?: string; at?: string } = {}) {
  const { list } = await house.ask(maker, priceCalls.simulate, {
    sku_ids: [sku],
    at: house.clock.now().toISOString(),
    ...asked,
  });
  return list[0]?.price;
}

describe('a sheet is refused', () => {
  it.each([
    ['a lasting price with an end', { expire_at: 2 }, 'expire_at'],
    ['a limited price without one', { price_type: 3 }, 'expire_at'],
    ['an end before the beginning', { price_type: 3, effective_at: 3, expire_at: 2 }, 'expire_at'],
    ['shops that are not named', { scope_type: 3 }, 'shop_ids'],
    ['districts beside everywhere', { organize_ids: [1] }, 'organize_ids'],
    ['a channel that is not named', { scope_type: 4 }, 'sale_channel_value'],
    ['no reason', { reason: '' }, 'reason'],
  ])('for %s', async (_name, given, field) => {
    const times = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, name.endsWith('_at') ? at(value as number) : value]),
    );
    const lines = [{ sku_id: await newGoods(), new_price: 100 }];
    await expect(add({ lines, ...times })).rejects.toMatchObject({ code: 4001, field });
  });

  it('for a price above the tag, by its line, unless the installation allows it', async () => {
    const sku = await newGoods();
    await expect(add({ lines: [{ sku_id: sku, new_price: 9901 }] })).rejects.toMatchObject({
      code: 4001,
      field: 'lines.0.new_price',
    });
    await expect(add({ lines: [{ sku_id: sku, new_price: 0 }] })).rejects.toMatchObject({
      code: 4001,
      field: 'lines.0.new_price',
    });
    await sql`insert into config (key, name, value) values ('allow_over_tag', '允许售价高于吊牌价', '1')`.execute(db);
    await add({ lines: [{ sku_id: sku, new_price: 9901 }] });
    await sql`delete from config where key = 'allow_over_tag'`.execute(db);
  });

  it('when it is submitted: without lines, for a time that is over, by somebody else', async () => {
    await expect(take('submit', maker, { id: await add({}) })).rejects.toMatchObject({ field: 'lines' });
    const late = await add({ lines: [{ sku_id: await newGoods(), new_price: 100 }], effective_at: at(-1) });
    await expect(take('submit', maker, { id: late })).rejects.toMatchObject({ field: 'effective_at' });
    const own = await add({ lines: [{ sku_id: await newGoods(), new_price: 100 }] });
    await expect(take('submit', judges.financeAudit, { id: own })).rejects.toMatchObject({ code: 4003 });
    expect((await read(own, judges.financeAudit)).allowed).toEqual({ transitions: ['cancel'], edit: false });
  });

  it('while another stands in its way, by the line and with the other’s number; of two at once one wins', async () => {
    const [free, shared] = [await newGoods(), await newGoods()];
    const lines = [free, shared].map((sku_id) => ({ sku_id, new_price: 500 }));
    const first = await add({ lines: lines.slice(1) });
    await take('submit', maker, { id: first });
    const { price_no } = await read(first);
    const second = await add({ lines });
    await expect(take('submit', maker, { id: second })).rejects.toMatchObject({
      field: 'lines.1.sku_id',
      message: `第 2 行与调价单 ${String(price_no)}（待部门审核，全部）的时间重叠`,
    });
    const told = await house.ask(maker, priceCalls.addView, {
      id: second,
      sku_ids: [free, shared],
      price_type: 2,
      scope_type: 1,
      effective_at: at(1),
    });
    expect(told.lines.map(({ conflict }) => conflict?.price_no ?? null)).toEqual([null, price_no]);
    await take('cancel', maker, { id: first, reason: '作废让路' });
    const rival = await add({ lines });
    const both = await Promise.allSettled([second, rival].map((id) => take('submit', maker, { id })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('not by a sheet for another place, of another row of prices, or of another time', async () => {
    const lines = [{ sku_id: await newGoods(), new_price: 500 }];
    for (const given of [
      {},
      { scope_type: 3, shop_ids: [shops[0]?.id] },
      { scope_type: 3, shop_ids: [shops[1]?.id] },
      { scope_type: 4, sale_channel_value: 'agent' },
      { price_type: 3, expire_at: at(2) },
      { price_type: 3, effective_at: at(2), expire_at: at(3) },
      { price_type: 4 },
    ])
      await take('submit', maker, { id: await add({ lines, ...given }) });
  });
});

describe('the judgements', () => {
  it('are four people’s, each one’s only once, and none of its author', async () => {
    const id = await add({ lines: [{ sku_id: await newGoods(), new_price: 500 }], submit: 1 });
    await expect(take('departmentAudit', maker, { id, result: 1 })).rejects.toMatchObject({ code: 4010 });
    expect((await read(id)).allowed.rejects).toEqual({ departmentAudit: '您是制单人，不能部门审核同一调价单' });
    await pass(id, ['departmentAudit']);
    await expect(take('financeAudit', judges.departmentAudit, { id, result: 1 })).rejects.toMatchObject({ code: 4010 });
    await pass(id, ['financeAudit']);
    expect((await read(id)).status).toBe(4);
    for (const earlier of [judges.departmentAudit, judges.financeAudit])
      await expect(take('commodityAudit', earlier, { id, result: 1 })).rejects.toMatchObject({ code: 4010 });
    await take('commodityAudit', judges.commodityAudit, { id, result: 2, remark: '太低' });
    expect(await read(id)).toMatchObject({ status: 7, allowed: { edit: true } });
  });

  it('of a district are one of each district concerned, by whoever sees it', async () => {
    const ids = shops.map(({ id }) => id);
    const id = await add({
      lines: [{ sku_id: await newGoods(), new_price: 500 }],
      scope_type: 3,
      shop_ids: ids,
      submit: 1,
    });
    await pass(id, ['departmentAudit', 'financeAudit']);
    expect(await read(id)).toMatchObject({ status: 3, districts_left: 2 });
    const of = (district: number | undefined) =>
      house.person('区域', keys, [{ organize: [district ?? 0] } satisfies ScopeRule]);
    const [first, second, stranger] = [
      await of(shops[0]?.district_id),
      await of(shops[1]?.district_id),
      await of(999_999),
    ];
    await expect(take('districtAudit', stranger, { id, result: 1 })).rejects.toMatchObject({ code: 4004 });
    await take('districtAudit', first, { id, result: 1 });
    expect(await read(id)).toMatchObject({ status: 3, districts_left: 1 });
    await expect(take('districtAudit', first, { id, result: 1 })).rejects.toMatchObject({ code: 4010 });
    await take('districtAudit', second, { id, result: 1 });
    expect(await read(id)).toMatchObject({ status: 4, districts_left: 0 });
  });

  it('of finance need a remark where nobody knows what goods cost', async () => {
    const id = await add({ lines: [{ sku_id: await newGoods(), new_price: 500 }], submit: 1 });
    await take('departmentAudit', judges.departmentAudit, { id, result: 1 });
    await expect(take('financeAudit', judges.financeAudit, { id, result: 1 })).rejects.toMatchObject({
      field: 'remark',
      message: expect.stringContaining('无成本'),
    });
    await take('financeAudit', judges.financeAudit, { id, result: 1, remark: '新品无成本' });
  });

  it('see what is left of a price without its tax, beside what goods cost without theirs', async () => {
    const sku = await newGoods();
    await sql`update sku set tag_price = 37900 where id = ${sku}`.execute(db);
    const { id: warehouse_id } = await shelf(db);
    await origin(sku, warehouse_id, { cost_price: 0, price_state: 2 });
    const knowing = await house.person('商品', ['price:view', 'stock:costView']);
    const line = async (price: number) => {
      const id = await add({ lines: [{ sku_id: sku, new_price: price }] });
      const [found] = (await read(id, knowing)).lines;
      await take('cancel', maker, { id, reason: '试算用' });
      return found;
    };
    // An estimate says nothing of what goods cost.
    expect(await line(20_000)).toMatchObject({ discount_x10: 53, cost_price: null, margin_bp: null });
    await origin(sku, warehouse_id, { cost_price: 1_000, price_state: 1 });
    // 11.00 with 13 % tax is 9.73 without: 0.27 less than the 10.00 that they cost.
    expect(await line(1_100)).toMatchObject({ discount_x10: 3, cost_price: 1_000, margin_bp: -277 });
    expect(await line(22_600)).toMatchObject({ discount_x10: 60, margin_bp: 9_500 });
  });

  it('of finance need a remark where goods go for less than they cost', async () => {
    const sku = await newGoods();
    const id = await add({ lines: [{ sku_id: sku, new_price: 500 }], submit: 1 });
    await sql`update price_sheet_line set cost_price = 600, margin_bp = -2000 where price_sheet_id = ${id}`.execute(db);
    await pass(id, ['departmentAudit']);
    await expect(take('financeAudit', judges.financeAudit, { id, result: 1 })).rejects.toMatchObject({
      field: 'remark',
    });
    await take('financeAudit', judges.financeAudit, { id, result: 1, remark: '清库存' });
    const unknowing = await house.person('店员', ['price:view']);
    const [line] = (await read(id, unknowing)).lines;
    expect(line).not.toHaveProperty('cost_price');
  });
});

describe('in force', () => {
  it('it is from its time on, not before; a lasting price ends the one before, whose sheet is over', async () => {
    const sku = await newGoods();
    const first = await add({ lines: [{ sku_id: sku, new_price: 500 }], submit: 1 });
    await pass(first);
    await house.takeDue();
    expect([(await read(first)).status, await priceNow(sku)]).toEqual([5, 9900]);
    expect(await priceNow(sku, { at: at(2) })).toBe(500);
    house.clock.advance(hour);
    await house.takeDue();
    expect([(await read(first)).status, await priceNow(sku)]).toEqual([6, 500]);
    const second = await add({ lines: [{ sku_id: sku, new_price: 400 }], submit: 1 });
    await pass(second);
    house.clock.advance(2 * hour);
    await house.takeDue();
    expect(await priceNow(sku)).toBe(400);
    const { status, audit } = await read(first);
    expect([status, audit.at(-1)?.action]).toEqual([8, 'end']);
    expect(audit.at(-1)?.remark).toMatch(/取代$/);
    const { list } = await house.ask(maker, callsOf(priceRecord).list, { sku_id: [sku], sort: 'id' });
    expect(list).toMatchObject([
      { old_price: 9900, new_price: 500, scope_name: '全部' },
      { old_price: 500, new_price: 400 },
    ]);
    // What it cost then can still be told.
    expect(await priceNow(sku, { at: at(-2) })).toBe(500);
  });

  it('a limited one passes and the lasting one is back, also for a server that was off in between', async () => {
    const sku = await newGoods();
    const shop = shops[0];
    const special = await add({
      lines: [{ sku_id: sku, new_price: 300 }],
      price_type: 3,
      scope_type: 3,
      shop_ids: [shop?.id],
      expire_at: at(2),
      submit: 1,
    });
    const lasting = await add({ lines: [{ sku_id: sku, new_price: 500 }], submit: 1 });
    await pass(lasting);
    await pass(special, ['departmentAudit', 'financeAudit', 'districtAudit', 'commodityAudit']);
    house.clock.advance(5 * hour);
    await house.takeDue();
    expect([(await read(special)).status, (await read(lasting)).status]).toEqual([8, 6]);
    const there = { shop_id: shop?.id ?? 0 };
    expect(await priceNow(sku, there)).toBe(500);
    expect(await priceNow(sku, { ...there, at: at(-3.5) })).toBe(300);
    expect(await priceNow(sku, { at: at(-3.5) })).toBe(500);
    const { list } = await house.ask(maker, callsOf(salePrice).list, { sku_id: [sku], sort: 'id' });
    expect(list).toHaveLength(2);
  });

  it('of the nearest place holds: of a shop before that of its district, of a district before that of everywhere, whichever began last', async () => {
    const sku = await newGoods();
    const [shop, other] = shops;
    const places = [
      [{ scope_type: 3, shop_ids: [shop?.id] }, 700],
      [{ scope_type: 2, organize_ids: [shop?.district_id] }, 600],
      [{ scope_type: 1 }, 500],
    ] as const;
    for (const [index, [place, new_price]] of places.entries()) {
      const id = await add({ ...place, lines: [{ sku_id: sku, new_price }], effective_at: at(1 + index), submit: 1 });
      const districts = index < 2 ? (['districtAudit'] as const) : [];
      await pass(id, ['departmentAudit', 'financeAudit', ...districts, 'commodityAudit']);
    }
    house.clock.advance(5 * hour);
    await house.takeDue();
    const beside = await addDistrictShop(db);
    await sql`update shop set district_id = ${shop?.district_id} where id = ${beside.id}`.execute(db);
    expect(await priceNow(sku, { shop_id: shop?.id ?? 0 })).toBe(700);
    expect(await priceNow(sku, { shop_id: beside.id })).toBe(600);
    expect([await priceNow(sku, { shop_id: other?.id ?? 0 }), await priceNow(sku)]).toEqual([500, 500]);
  });

  it('from its approval where that comes after its time: nobody sold by a price that was not approved', async () => {
    const sku = await newGoods();
    const id = await add({ lines: [{ sku_id: sku, new_price: 500 }], submit: 1 });
    house.clock.advance(3 * hour);
    await pass(id);
    await house.takeDue();
    expect([await priceNow(sku), await priceNow(sku, { at: at(-1) })]).toEqual([500, 9900]);
  });

  it('is taken back by the goods manager, only where it passes by itself, and the price of before holds at once', async () => {
    const sku = await newGoods();
    const lasting = await add({ lines: [{ sku_id: sku, new_price: 500 }], submit: 1 });
    const special = await add({ lines: [{ sku_id: sku, new_price: 300 }], price_type: 3, expire_at: at(9), submit: 1 });
    for (const id of [lasting, special]) await pass(id);
    house.clock.advance(2 * hour);
    await house.takeDue();
    expect(await priceNow(sku)).toBe(300);
    await expect(take('cancel', judges.commodityAudit, { id: lasting, reason: '不要了' })).rejects.toMatchObject({
      code: 4010,
    });
    const clerk = await house.person('专员', ['price:cancel', 'price:view']);
    await expect(take('cancel', clerk, { id: special, reason: '不要了' })).rejects.toMatchObject({ code: 4003 });
    await take('cancel', judges.commodityAudit, { id: special, reason: '活动取消' });
    expect([await priceNow(sku), await priceNow(sku, { at: at(-0.5) })]).toEqual([500, 300]);
    expect(await brokenInvariants(db)).toEqual([]);
    // A price that nobody passed is found.
    expect(await brokenBy(db, [sql`update sale_price set price = 1 where sheet_id = ${lasting}`])).toEqual(['k200']);
  });

  it('is told to whoever follows prices, with its goods and places', async () => {
    const sku = await newGoods();
    const id = await add({ lines: [{ sku_id: sku, new_price: 500 }], effective_at: at(0), submit: 1 });
    await pass(id);
    await house.takeDue();
    const { rows } = await sql<{
      payload: unknown;
    }>`select payload from event_log where name = 'pricesChanged' order by id desc limit 1`.execute(db);
    expect(rows[0]?.payload).toMatchObject({ sheet_id: id, why: 'inForce', sku_ids: [sku], scope_values: ['0'] });
  });
});

describe('rows that are pasted or read from a file', () => {
  it('are answered one by one: goods by number or barcode, and why not', async () => {
    const [one, two] = await pieces(db, 2);
    const { lines, errors } = await house.ask(maker, priceCalls.import, {
      rows: [
        { code: one?.sku_no ?? '', price: '12.50' },
        { code: two?.barcode ?? '', price: '8' },
        { code: 'nothing', price: '1' },
        { code: one?.sku_no ?? '', price: '9' },
        { code: two?.sku_no ?? '', price: '1.234' },
        { code: '', price: '1' },
        { code: two?.sku_no ?? '', price: '0' },
      ],
    });
    expect(lines.map(({ row, sku_id, new_price }) => [row, sku_id, new_price])).toEqual([
      [1, one?.id, 1250],
      [2, two?.id, 800],
    ]);
    expect(errors.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7]);
  });

  it('are refused with a comma that groups no thousands, and with a code that a spreadsheet has spoilt', async () => {
    const [one] = await pieces(db, 1);
    const code = one?.sku_no ?? '';
    const rows = ['59,90', '12,5', '1,234.50'].map((price) => ({ code, price }));
    const { lines, errors } = await house.ask(maker, priceCalls.import, {
      rows: [...rows, { code: '6.93E+12', price: '1' }],
    });
    expect(lines.map(({ row, new_price }) => [row, new_price])).toEqual([[3, 123_450]]);
    expect(errors).toEqual([
      { row: 1, words: '价格“59,90”不正确，最多两位小数' },
      { row: 2, words: '价格“12,5”不正确，最多两位小数' },
      { row: 4, words: expect.stringContaining('科学计数') },
    ]);
  });
});
