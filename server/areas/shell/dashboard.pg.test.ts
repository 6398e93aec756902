import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DashboardAnswer, dashboard } from '#contract/areas/shell/dashboard.ts';
import { type FigureName, figures } from '#contract/areas/shell/role-figures.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { areas } from '#contract/areas.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Places } from '#contract/kit/place.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { listedFigure } from './dashboard-figures.ts';

let house: House;
let people: { maker: Actor; judge: Actor };
let place: { id: number };
let other: { id: number };
let goods: Piece[];

const keys = [
  'Inventory:adjustView',
  'Inventory:adjustAdd',
  'Inventory:adjustAudit',
  'Inventory:streamView',
  'stock:view',
];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await stockPeople(house);
  [place, other] = [await shelf(house.db), await shelf(house.db)];
  goods = await pieces(house.db, 3);
  await openingStock(house, { people, warehouse: place.id, lines: lines(0, 1) });
  await openingStock(house, { people, warehouse: other.id, lines: lines(2) });
  house.clock.advance(100 * 86_400_000);
  await adjust(house, { people, warehouse: place.id, type: adjustType.loss, lines: lines(0) });
  // One that waits for an approval in each warehouse, and a draft.
  for (const warehouse of [place.id, other.id])
    await house.ask(people.maker, adjustment.submit, { id: await draft(warehouse) });
  await draft(place.id);
});

function lines(...which: number[]) {
  return which.map((at) => ({ sku_id: goods[at]?.id ?? 0, qty: 5 }));
}

async function draft(warehouse: number, by = people.maker): Promise<number> {
  const given = { warehouse_id: warehouse, adjust_type: adjustType.gain, reason: '测试', lines: lines(1) as never };
  return (await house.ask(by, adjustment.calls.add, given)).id;
}

const look = (actor: Actor): Promise<DashboardAnswer> => house.ask(actor, dashboard, {});
const waiting = async (actor: Actor): Promise<Record<number, number>> =>
  Object.fromEntries((await look(actor)).todo.map(({ status, count }) => [status, count]));

describe('what is not counted', () => {
  it('is anything at all for a person without keys', async () => {
    expect(await look(await house.person('路人', []))).toMatchObject({
      todo: [],
      waiting: [],
      figures: [],
      stock_alerts: null,
      still: [],
      expire_count: null,
      recent: [],
      moves: null,
      sales: null,
    });
  });

  it('is work for somebody who may look but not act', async () => {
    expect(await waiting(await house.person('旁观', ['Inventory:adjustView']))).toEqual({});
  });

  it('is work for somebody who may act but not look', async () => {
    expect(await waiting(await house.person('盲审', ['Inventory:adjustAudit']))).toEqual({});
  });

  it('is the approval of one’s own document', async () => {
    expect(await waiting(people.maker)).toEqual({ 0: 1 });
    expect(await waiting(people.judge)).toEqual({ 1: 2 });
  });

  it('is the approval of what one has edited last', async () => {
    const editor = await house.person('修改', keys);
    const id = await draft(place.id);
    const { version } = await house.ask(editor, adjustment.calls.detail, { id });
    await house.ask(editor, adjustment.calls.edit, { id, version, reason: '改过' } as never);
    await house.ask(people.maker, adjustment.submit, { id });
    expect((await waiting(editor))[1]).toBe(2);
    expect((await waiting(people.judge))[1]).toBe(3);
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '不对' });
  });

  it('is the approval of what one has made and another person has changed and submitted, for either of them', async () => {
    const [author, sender] = [await house.person('起草', keys), await house.person('代交', keys)];
    const id = await draft(place.id, author);
    const { version } = await house.ask(sender, adjustment.calls.detail, { id });
    await house.ask(sender, adjustment.calls.edit, { id, version, reason: '改过' } as never);
    await house.ask(sender, adjustment.submit, { id });
    expect([(await waiting(author))[1], (await waiting(sender))[1], (await waiting(people.judge))[1]]).toEqual([
      2, 2, 3,
    ]);
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '不对' });
  });

  it('is what stands in another warehouse than the person’s', async () => {
    const limited = await house.person('限仓', keys, [{ warehouse: [other.id] }]);
    expect(await waiting(limited)).toEqual({ 1: 1 });
    const { stock_alerts, moves } = await look(limited);
    expect(stock_alerts?.map(({ kind, count }) => [kind, count])).toEqual([
      ['empty', 0],
      ['negative', 0],
      ['still', 1],
    ]);
    expect(moves?.some((one) => one.out > 0)).toBe(false);
  });

  it('are recent documents that have left the person’s scope', async () => {
    expect((await look(people.maker)).recent.length).toBeGreaterThan(0);
    expect((await look({ ...people.maker, scope: [{ warehouse: [] }] })).recent).toEqual([]);
  });
});

describe('the documents that wait', () => {
  it('are named with what they are about, the longest wait first, as they are counted', async () => {
    const { waiting: documents, todo } = await look(people.judge);
    expect(documents.map(({ kind }) => kind)).toEqual(['judge', 'judge']);
    expect(documents.map(({ at }) => Date.parse(at))).toEqual(
      documents.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other),
    );
    expect(documents[0]).toMatchObject({
      doc: 'stockAdjustment',
      label: '库存调整单',
      state: { label: '待审核', tone: 'waiting' },
      steps: ['审核'],
      judge: 'audit',
      pieces: 5,
      url: expect.stringMatching(/stockAdjustmentDet\?id=\d+$/),
    });
    expect(documents.every(({ parties }) => parties.length > 0)).toBe(true);
    expect(todo.find(({ status }) => status === 1)?.count).toBe(documents.length);
  });

  it('are none of another warehouse, no drafts, and none that one may only look at', async () => {
    const limited = await house.person('限仓', keys, [{ warehouse: [other.id] }]);
    expect((await look(limited)).waiting).toHaveLength(1);
    // What was refused is back with whoever made it.
    expect((await look(people.maker)).waiting.map(({ kind }) => kind)).toEqual(['returned']);
    expect((await look(await house.person('旁观', ['Inventory:adjustView']))).waiting).toEqual([]);
  });
});

describe('the figures of a role', () => {
  const every = () => new Set(house.kit.registry.all().map(({ call }) => call.access));
  const context = (actor: Actor) => ({ db: house.db, actor, now: house.clock.now() }) as never;

  it.each(Object.keys(figures) as FigureName[])('of %s are what its list shows', async (name) => {
    const all = { ...people.judge, permissions: every() } as Actor;
    const figure = await listedFigure(context(all), name);
    // The screen of another list would show other rows, unless its address says which list it shows.
    const places: Places = Object.assign({}, ...areas.map((area) => area.places));
    const place = places[figures[name].of.name];
    expect(place?.screenOf === undefined || place.list.includes('?view=')).toBe(true);
    const { searchParams } = new URL(figure?.url ?? '', 'http://here');
    // Which of its lists a screen shows.
    searchParams.delete('view');
    const asked = Object.fromEntries(Array.from(searchParams, ([key, text]) => [key, valueOf(text)]));
    const call = callsOf(figures[name].of as AnyDefinition).list;
    expect((await house.ask(all, call, asked)).total).toBe(figure?.count);
    expect(await listedFigure(context({ ...all, permissions: new Set() }), name)).toBeUndefined();
  });

  it('are four at most, those of the role, and none behind keys that are not held', async () => {
    const keeper = { ...people.judge, permissions: every() } as Actor;
    const names = async (actor: Actor) => (await look(actor)).figures.map((one) => one.name);
    await sql`insert into role (code, name) values ('whsMgr', '仓库主管') on conflict do nothing`.execute(house.db);
    await sql`insert into admin_role (admin_id, role_id) select ${keeper.id}, id from role where code = 'whsMgr'`.execute(
      house.db,
    );
    expect(await names(keeper)).toEqual(['dockToday', 'toCount', 'toSend', 'negative']);
    expect(await names({ ...keeper, permissions: new Set(['stock:view']) })).toEqual(['negative']);
    await sql`delete from admin_role where admin_id = ${keeper.id}`.execute(house.db);
    expect(await names({ ...keeper, permissions: new Set(['stock:view', 'InWareBatch:view']) })).toEqual([
      'toCount',
      'negative',
    ]);
  });

  it('say what part of the goods was sold, and what may still be ordered, within what is seen', async () => {
    const buyer = await house.person('采购', ['stock:view']);
    await sql`insert into role (code, name) values ('goods', '商品专员') on conflict do nothing`.execute(house.db);
    await sql`insert into admin_role (admin_id, role_id) select ${buyer.id}, id from role where code = 'goods'`.execute(
      house.db,
    );
    // Ten pieces are there and none was sold: the loss is no sale.
    expect((await look(buyer)).figures).toMatchObject([{ name: 'sellThrough', share: 0, count: null, url: null }]);
  });
});

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe('what is counted', () => {
  it('comes by what kind of work it is: others’ documents to judge, what came back, one’s own drafts', async () => {
    const both = await house.person('全能', keys);
    const id = await draft(place.id, both);
    await house.ask(both, adjustment.submit, { id });
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '不对' });
    await draft(place.id, both);
    const { todo } = await look(both);
    expect(todo.map(({ kind, status }) => [kind, status])).toEqual([
      ['judge', 1],
      ['returned', 3],
      ['draft', 0],
    ]);
    expect(todo.every(({ oldest }) => Number.isFinite(Date.parse(oldest)))).toBe(true);
    await house.ask(both, adjustment.submit, { id });
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '不对' });
  });

  it('is what its list shows whoever looks, and nothing besides', async () => {
    for (const actor of [people.maker, people.judge]) {
      for (const { status, count, url } of (await look(actor)).todo) {
        expect(url).toContain('waiting=1');
        const { list, total } = await house.ask(actor, callsOf(stockAdjustment).list, { status, waiting: 1 });
        expect([status, total, list.every((row) => row.status === status)]).toEqual([status, count, true]);
      }
    }
    const { statusStat } = documentCalls(stockAdjustment) ?? {};
    if (!statusStat) throw new Error('adjustments are not counted by state');
    const all = (await look(people.judge)).todo.filter(({ doc }) => doc === stockAdjustment.name);
    expect((await house.ask(people.judge, statusStat, {})).waiting).toBe(
      all.reduce((sum, { count }) => sum + count, 0),
    );
  });

  it('leads to the list that shows it', async () => {
    const { todo } = await look(people.judge);
    expect(todo.find((one) => one.status === 1)).toMatchObject({
      doc: 'stockAdjustment',
      label: '库存调整单',
      state: { label: '待审核', tone: 'waiting' },
      steps: ['审核'],
      url: '/storage/stockAdjustmentList?status=1&waiting=1',
    });
  });

  it.each(['empty', 'negative', 'still'])('of stock that is %s is what its list shows', async (kind) => {
    const alert = (await look(people.judge)).stock_alerts?.find((one) => one.kind === kind);
    const address = new URL(alert?.url ?? '', 'http://here');
    const asked = Object.fromEntries(
      Array.from(address.searchParams, ([name, text]) => [name, /^-?\d+$/.test(text) ? Number(text) : text]),
    );
    const { total } = await house.ask(people.judge, callsOf(stock).list, asked);
    expect(total).toBe(alert?.count);
  });

  it('of stock: one place is empty, two stand still', async () => {
    const { stock_alerts } = await look(people.judge);
    expect(stock_alerts?.map((one) => one.count)).toEqual([1, 0, 2]);
  });

  it('of goods that stand still says what they cost and names those that tie up most, for who may see costs', async () => {
    const { stock_alerts, still } = await look(people.judge);
    expect(still.map(({ qty, amount }) => [qty, amount])).toEqual([
      [5, null],
      [5, null],
    ]);
    expect(stock_alerts?.find(({ kind }) => kind === 'still')?.amount).toBeNull();
    await sql`update stock_batch set cost_price = 700 where warehouse_id = ${other.id}`.execute(house.db);
    const knowing = await house.person('成本', ['stock:view', 'stock:costView']);
    const told = await look(knowing);
    expect(told.still.map(({ amount }) => amount)).toEqual(
      told.still.map(({ amount }) => amount).toSorted((one, two) => (two ?? 0) - (one ?? 0)),
    );
    expect(told.stock_alerts?.find(({ kind }) => kind === 'still')?.amount).toBe(
      told.still.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    );
    const [most] = told.still;
    const asked = Object.fromEntries(
      Array.from(new URL(most?.url ?? '', 'http://here').searchParams, ([name, text]) => [name, Number(text)]),
    );
    expect((await house.ask(knowing, callsOf(stock).list, asked)).list).toMatchObject([{ qty_on_hand: most?.qty }]);
    expect((await look(await house.person('别仓', ['stock:view'], [{ warehouse: [other.id] }]))).still).toHaveLength(1);
  });

  it('are the movements of thirty days, days without any included', async () => {
    const { moves } = await look(people.judge);
    expect(moves).toHaveLength(30);
    expect(moves?.at(-1)).toEqual({ day: house.clock.now().toISOString().slice(0, 10), in: 0, out: 5 });
    expect(moves?.slice(0, -1).every((one) => one.in === 0 && one.out === 0)).toBe(true);
  });

  it('are the documents one had in hand last, each once, the latest first', async () => {
    const { recent } = await look(people.maker);
    expect(recent[0]).toMatchObject({ label: '库存调整单', url: expect.stringMatching(/stockAdjustmentDet\?id=\d+$/) });
    expect(new Set(recent.map((one) => one.no)).size).toBe(recent.length);
    expect(recent.length).toBeLessThanOrEqual(8);
  });

  it('are batches that expire within the days of the setting', async () => {
    expect((await look(people.judge)).expire_count).toBe(0);
    await sql`insert into config (key, name, value) values ('sku_expire_notice_times', '临期', '[]')`.execute(house.db);
    expect((await look(people.judge)).expire_count).toBeNull();
  });

  it('is what was sold today and in seven days, by business day, without what is unpaid, cancelled or paid back', async () => {
    const seller = await house.person('店员', ['order:view']);
    expect((await look(seller)).sales).toMatchObject({
      today: { orders: 0, amount: 0 },
      recent: { orders: 0, amount: 0 },
    });
    const now = house.clock.now().getTime();
    const midnight = Date.parse(`${businessDay(house.clock.now())}T00:00:00+08:00`);
    const sold = (at: number, given: object = {}) =>
      addOrder(house.db, {
        warehouse_id: place.id,
        ordered_at: new Date(at).toISOString(),
        paid_amount: 10_000,
        items: [{ sku_id: goods[0]?.id ?? 0 }],
        ...given,
      });
    await sold(now);
    await sold(midnight, { refund_amount: 2500 });
    await sold(midnight - 1);
    await sold(midnight - 6 * 86_400_000, { warehouse_id: other.id });
    // Seven days ago, unpaid, cancelled, and of the future: an imported clock may be wrong.
    await sold(midnight - 6 * 86_400_000 - 1);
    await sold(now, { status: 1 });
    await sold(now, { status: 6 });
    await sold(now + 60_000);
    expect((await look(seller)).sales).toMatchObject({
      today: { orders: 2, amount: 17_500 },
      recent: { orders: 4, amount: 37_500 },
    });
    const limited = await house.person('限仓店员', ['order:view'], [{ warehouse: [other.id] }]);
    expect((await look(limited)).sales).toMatchObject({
      today: { orders: 0, amount: 0 },
      recent: { orders: 1, amount: 10_000 },
    });
  });
});
