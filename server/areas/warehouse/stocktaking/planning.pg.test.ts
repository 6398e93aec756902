import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { notify, notifyRead } from '#contract/areas/shell/notice.ts';
import { progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import {
  closeZonesCall,
  countersCall,
  paperCall,
  startPreviewCall,
} from '#contract/areas/warehouse/stocktaking-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type DocumentCalls, documentCalls } from '#contract/kit/document-calls.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { anyone } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// Planning a stocktake: what it counts, who counts it, who acts next, and what is there before it starts.

const bench = stocktakeBench();
const counting = ['stocktaking:view', 'stocktaking:count'];

const { nextStep } = documentCalls(stocktaking) as DocumentCalls;

const plan = (fields: object) =>
  bench.house.ask(bench.people.lead, sheetCalls.add, {
    warehouse_id: bench.place.id,
    take_type: takeType.whole,
    plan_date: '2026-03-02',
    ...fields,
  } as never);
const edit = (id: number, fields: object) =>
  bench.house.ask(bench.people.lead, sheetCalls.edit, { id, version: 1, ...fields } as never);
const noticesTo = async (id: number) =>
  (await bench.house.ask(anyone(), callsOf(notifyRead).list, {})).list.filter((row) => row.admin_id === id);

describe('refused by field', () => {
  it('a part of a warehouse without a scope: planned, edited into one, and started from an old plan', async () => {
    const refused = { kind: 'invalid', field: 'scope_category_ids' };
    await expect(plan({ take_type: takeType.part })).rejects.toMatchObject(refused);
    const { id } = await plan({});
    await expect(edit(id, { take_type: takeType.part })).rejects.toMatchObject(refused);
    await edit(id, { take_type: takeType.part, scope_sku_ids: [bench.goods[0]?.id] });
    await sql`update stocktaking set scope_sku_ids = '{}' where id = ${id}`.execute(bench.house.db);
    await expect(bench.house.ask(bench.people.lead, sheetCalls.start, { id })).rejects.toMatchObject(refused);
  });

  it('counters without the key, without the warehouse, or gone', async () => {
    const { db } = bench.house;
    const other = await shelf(db, { zones: ['A'] });
    const buyer = await person(db, { nickname: '采购丙', keys: ['stocktaking:view'] });
    const elsewhere = await person(db, { nickname: '盘点丁', keys: counting, scope: [{ warehouse: [other.id] }] });
    const gone = await person(db, { nickname: '盘点戊', keys: counting });
    await sql`update admin set status = 0 where id = ${gone.id}`.execute(db);
    for (const [who, why] of [
      [buyer, '没有盘点权限'],
      [elsewhere, '数据范围不含此仓库'],
      [gone, '账号已停用'],
    ] as const)
      await expect(plan({ counter_ids: [who.id] })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'counter_ids',
        message: `${who.nickname} 不能盘点此仓库：${why}`,
      });
    const { list } = await bench.house.ask(bench.people.lead, countersCall, { warehouse_id: bench.place.id });
    const offered = list.map((one) => one.id);
    expect(offered).toEqual(expect.arrayContaining(bench.people.counters.map((one) => one.id)));
    for (const who of [buyer, elsewhere, gone]) expect(offered).not.toContain(who.id);
    const there = await bench.house.ask(bench.people.lead, countersCall, { warehouse_id: other.id });
    expect(there.list).toContainEqual({ id: elsewhere.id, title: '盘点丁', hint: elsewhere.username });
  });

  it('a start whose counter has lost the key since', async () => {
    const [counter] = [await person(bench.house.db, { nickname: '盘点己', keys: counting })];
    const { id } = await plan({ counter_ids: [counter.id] });
    await sql`delete from admin_role where admin_id = ${counter.id}`.execute(bench.house.db);
    await expect(bench.house.ask(bench.people.lead, sheetCalls.start, { id })).rejects.toMatchObject({
      field: 'counter_ids',
    });
  });
});

it('tells whoever is chosen, once, and nobody of what they chose themselves', async () => {
  const [first, second] = bench.people.counters;
  const lead = await person(bench.house.db, { nickname: '主管', keys: [...bench.people.lead.permissions] });
  const before = (await noticesTo(first.id)).length;
  const { id, no } = await bench.house.ask(lead, sheetCalls.add, {
    warehouse_id: bench.place.id,
    take_type: takeType.whole,
    plan_date: '2026-03-02',
    counter_ids: [first.id, lead.id],
  } as never);
  expect(await noticesTo(first.id)).toHaveLength(before + 1);
  expect(await noticesTo(lead.id)).toEqual([]);
  const [said] = (await bench.house.ask(anyone(), callsOf(notify).list, { title: no })).list;
  expect(said).toMatchObject({ status: 2, target_count: 1, content: expect.stringContaining(`盘点单 ${no}`) });
  const told = (await noticesTo(second.id)).length;
  await bench.house.ask(lead, sheetCalls.edit, { id, version: 1, counter_ids: [first.id, second.id] } as never);
  expect([(await noticesTo(first.id)).length, (await noticesTo(second.id)).length]).toEqual([before + 1, told + 1]);
});

it('says before the start what would be counted, and prints it', async () => {
  const { id } = await plan({});
  const ask = bench.house.ask;
  expect(await ask(bench.people.lead, startPreviewCall, { id })).toEqual({ goods: 3, zones: 2, counters: 0 });
  const printer = anyone({ keys: ['stocktaking:print'] });
  const paper = await ask(printer, paperCall, { id });
  expect(paper.list.map((line) => line.sku_id__title).sort()).toEqual(bench.goods.map((one) => one.sku_no).sort());
  expect(Object.keys(paper.list[0] ?? {}).sort()).toEqual([
    'id',
    'imperfect_type',
    'sku_id',
    'sku_id__hint',
    'sku_id__title',
  ]);
  const part = await plan({ take_type: takeType.part, scope_sku_ids: [bench.goods[1]?.id] });
  expect(await ask(bench.people.lead, startPreviewCall, { id: part.id })).toMatchObject({ goods: 1 });
  expect((await ask(printer, paperCall, { id: part.id })).list).toMatchObject([
    { sku_id__title: bench.goods[1]?.sku_no },
  ]);
});

describe('several zones at once', () => {
  it('close with one reason, or not at all', async () => {
    const { house, people } = bench;
    const sheet = await startedSheet(house, people, { warehouse: bench.place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A', 'B');
    const { zones } = await house.ask(people.lead, progressCall, { id: sheet });
    const zone_ids = zones.map((zone) => zone.id);
    const close = (more: object = {}, actor = people.lead) =>
      house.ask(actor, closeZonesCall, { id: sheet, zone_ids, ...more });
    await expect(close()).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(close({ override_reason: '未使用' }, people.counters[1])).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(close({ zone_ids: [...zone_ids, 999_999] })).rejects.toMatchObject({ kind: 'notFound' });
    tablet.count(bench.code(0), { zone: 'A' });
    await tablet.send();
    await expect(close({ unused: true, override_reason: '未使用' })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('已有盘点'),
    });
    await tablet.finish('A');
    await expect(close()).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect((await house.ask(people.lead, progressCall, { id: sheet })).zones.every((zone) => !zone.closed_at)).toBe(
      true,
    );
    expect(await close({ override_reason: '未使用' })).toMatchObject({ closed: 2 });
    const after = await house.ask(people.lead, progressCall, { id: sheet });
    expect(after.zones.map((zone) => zone.override_reason)).toEqual([null, '未使用']);
    expect(await close()).toMatchObject({ closed: 0 });
  });
});

it('says who acts next, without those whom a rule keeps from it', async () => {
  const { house, people } = bench;
  const next = (id: number) => house.ask(people.lead, nextStep, { id });
  const reviewers = [
    await person(house.db, { nickname: '复核庚', keys: ['stocktaking:review'] }),
    await person(house.db, { nickname: '复核辛', keys: ['stocktaking:review', 'stocktaking:audit'] }),
  ];
  const { sheet } = await bench.countedSheet();
  expect(await next(sheet)).toMatchObject({ label: '提交复核' });
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  const step = await next(sheet);
  expect(step).toMatchObject({ label: '复核', people: expect.arrayContaining(['复核庚', '复核辛']) });
  expect(step.people).not.toContain('盘点甲');
  expect(step.roles.length).toBeGreaterThan(0);
  const [, both] = reviewers;
  if (both) await house.ask(both, sheetCalls.review, { id: sheet, result: 1 });
  expect((await next(sheet)).people).not.toContain('复核辛');
  const started = await startedSheet(house, people, { warehouse: (await shelf(house.db, { zones: ['A'] })).id });
  expect(await next(started)).toMatchObject({ label: '盘点', people: ['盘点甲', '盘点乙'], total: 2 });
  await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  await house.ask(people.lead, sheetCalls.post, { id: sheet });
  expect(await next(sheet)).toEqual({ label: null, people: [], total: 0, roles: [] });
});
