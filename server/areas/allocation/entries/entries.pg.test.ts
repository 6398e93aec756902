import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { AllotTablet } from '#tests/factories/allot-tablet.ts';
import {
  allotKeys,
  allots,
  cartons,
  diffs,
  outs,
  passed,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';

// Picking, packing, sending, taking in and signing by entries of tablets (amendments G12, H6).

let house: House;
let way: TransferRoute;
let allot: Awaited<ReturnType<typeof passed>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  way = await transferRoute(house);
  await way.bring(20, 1001);
  await way.bring(10, 500, { place: 1 });
  allot = await passed(house, way, [
    [0, 8],
    [1, 2],
  ]);
  house.clock.advance(60_000);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const code = (place: number) => way.goods[place]?.barcode ?? '';
const sender = (who = way.from) => new AllotTablet(house, who, { end: 'out', id: allot.id });
const receiver = (who = way.into) => new AllotTablet(house, who, { end: 'into', id: allot.id });
const picked = async () =>
  (await house.ask(way.from, outs.detail, { id: allot.out })).lines.map(({ pick_qty }) => pick_qty);
const counted = async () =>
  (await house.ask(way.into, allots.detail, { id: allot.id })).lines.map((line) => [
    line.counted_qty,
    line.counted_imperfect_qty,
  ]);
const words = (answers: readonly { outcome: string }[]) => answers.map(({ outcome }) => outcome);
const tick = () => house.clock.advance(1000);

/** Everything is on its way, in two cartons. */
async function sent(): Promise<string[]> {
  const one = sender();
  one.add(code(0), { qty: 5 });
  one.add(code(0), { qty: 3, carton: 2 });
  one.add(code(1), { qty: 2, carton: 2 });
  await one.send();
  tick();
  one.do('pack');
  one.do('send', { waybill_no: 'SF1' });
  expect(words(await one.send())).toEqual(['accepted', 'accepted']);
  tick();
  const { list } = await house.ask(way.into, cartons.list, { allot_id: allot.id, sort: 'carton_place' });
  return list.map(({ carton_no }) => carton_no as string);
}

describe('refusals', () => {
  it('takes entries of each end from whoever stands there alone, and of allots that the person sees', async () => {
    for (const [who, end, kind] of [
      [way.into, 'out', 'forbidden'],
      [way.from, 'into', 'forbidden'],
      [way.stranger, 'out', 'notFound'],
    ] as const) {
      const tablet = new AllotTablet(house, who, { end, id: allot.id });
      tablet.add(code(0));
      await expect(tablet.send()).rejects.toMatchObject({ kind });
      await expect(tablet.sheet()).rejects.toMatchObject({ kind });
    }
    expect((await house.ask(way.into, allotEntryCalls.out.listed, {})).list).toEqual([]);
    expect((await house.ask(way.from, allotEntryCalls.out.listed, {})).list).toMatchObject([
      { id: allot.id, plan_qty: 10, counted_qty: 0 },
    ]);
    const tablet = sender();
    for (const wrong of [{ qty: 0 }, { barcode: '' }, { voids: tablet.do('add') }, { carton: 0 }])
      await expect(
        house.ask(way.from, allotEntryCalls.out.entries, {
          id: allot.id,
          device_id: tablet.device,
          entries: [{ ...tablet.unsent[0]!, barcode: 'X', ...wrong }],
        }),
      ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('refuses a piece beyond what is asked for, and keeps what nobody knows until somebody says what it is', async () => {
    const one = sender();
    one.add(code(1), { qty: 2 });
    one.add(code(1));
    one.add('odd');
    one.add(way.goods[2]?.barcode);
    one.add(code(0), { imperfect_type: 2 });
    expect(words(await one.send())).toEqual(['accepted', 'refused', 'unknown', 'unknown', 'unknown']);
    expect(await picked()).toEqual([0, 2]);
    tick();
    one.do('pack');
    expect(words(await one.send())).toEqual(['accepted']);
    one.do('send');
    expect(await one.send()).toMatchObject([{ outcome: 'refused', msg: '还有 3 条扫描没有认定，请先处理' }]);
    const { list } = await house.ask(way.from, allotEntryCalls.out.open, { id: allot.id });
    expect(list.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
    const decide = (op_ids: string[], more: object) =>
      house.ask(way.from, allotEntryCalls.out.decide, { id: allot.id, op_ids, ...more });
    const [odd = '', foreign = '', graded = ''] = list.map(({ op_id }) => op_id);
    await expect(decide([foreign], { sku_id: way.goods[2]?.id })).rejects.toMatchObject({ field: 'sku_id' });
    await expect(decide([odd], { sku_id: way.goods[1]?.id })).rejects.toMatchObject({ field: 'sku_id' });
    await decide([odd], { sku_id: way.goods[0]?.id });
    await decide([foreign, graded], { reason: '拿错了' });
    await expect(decide([odd], { reason: '拿错了' })).rejects.toMatchObject({ field: 'op_ids' });
    expect(await picked()).toEqual([1, 2]);
  });

  it('counts nothing of an allot that was cancelled while it was picked in the dark, and loses nothing of it', async () => {
    const one = sender();
    one.add(code(0));
    await house.ask(way.judge, allots.cancel, { id: allot.id, reason: '门店停业' });
    one.do('pack');
    expect(await one.send()).toMatchObject([{ outcome: 'late', msg: '到达时调拨单已取消' }, { outcome: 'refused' }]);
    expect((await way.stock(way.sender)).locked).toBe(0);
    expect((await house.ask(way.from, allotEntryCalls.out.open, { id: allot.id })).list).toHaveLength(1);
  });

  it('says the same of what was refused to whoever did not hear it, however the allot stands by then', async () => {
    const one = sender();
    one.do('pack');
    await one.send({ lost: true });
    one.add(code(0));
    tick();
    expect(words(await one.send())).toEqual(['refused', 'accepted']);
    expect(await house.ask(way.from, outs.detail, { id: allot.out })).toMatchObject({ status: 2 });
  });

  it('lets a step be taken by whoever holds its key', async () => {
    const clerk = await house.person(
      '拣货员',
      allotKeys.filter((key) => key !== 'allot:send' && key !== 'allot:sign'),
      [{ warehouse: [way.sender, way.receiver] }],
    );
    const one = sender(clerk);
    one.add(code(0));
    await one.send();
    tick();
    one.do('pack');
    one.do('send');
    expect(await one.send()).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', msg: '您没有“发货”的权限' },
    ]);
  });

  it('adds nothing to what a desk has said since, whatever is sent or taken back after that', async () => {
    const one = sender();
    const first = one.add(code(0));
    await one.send();
    one.add(code(0));
    tick();
    const { lines } = await house.ask(way.from, outs.detail, { id: allot.out });
    await house.ask(way.from, outs.pick, { id: allot.out, lines: [{ line_id: lines[0]?.id ?? 0, pick_qty: 4 }] });
    tick();
    one.do('void', { barcode: code(0), voids: first });
    expect(words(await one.send())).toEqual(['late', 'late']);
    one.add(code(0));
    expect(words(await one.send())).toEqual(['accepted']);
    expect(await picked()).toEqual([5, 0]);
  });
});

describe('at the sender', () => {
  it('two tablets add up, each entry once, and nobody at a desk is refused for a version', async () => {
    const [one, two] = [sender(), sender(way.judge)];
    one.add(code(0), { qty: 2 });
    await one.send({ lost: true });
    await one.send({ lost: true });
    await one.send();
    tick();
    const { version } = await house.ask(way.from, outs.detail, { id: allot.out });
    two.add(code(0));
    const slip = two.add(code(0), { qty: 4 });
    two.add(code(1), { qty: 2 });
    two.do('void', { barcode: code(0), voids: slip });
    two.do('void', { barcode: code(0), voids: slip });
    expect(words(await two.send())).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'refused']);
    expect(await picked()).toEqual([3, 2]);
    expect((await house.ask(way.from, outs.detail, { id: allot.out })).version).toBe(version);
    expect(await one.sheet()).toMatchObject({
      own_seq: 1,
      goods: [
        { plan_qty: 8, counted_qty: 3 },
        { plan_qty: 2, counted_qty: 2 },
      ],
    });
    // Both call their carton 1: they are two.
    tick();
    one.do('pack');
    await one.send();
    const { cartons: packed } = await two.sheet();
    expect(packed.map(({ carton_place, qty, carton }) => [carton_place, qty, carton])).toEqual([
      [1, 2, null],
      [2, 3, 1],
    ]);
    // A piece that is scanned after that opens them again.
    tick();
    two.add(code(0));
    expect(words(await two.send())).toEqual(['accepted']);
    expect(await two.sheet()).toMatchObject({ out_status: 2, cartons: [] });
    expect((await way.stock(way.sender)).locked).toBe(8);
  });

  it('what is picked before cartons were packed and comes after waits for a person', async () => {
    const [one, two] = [sender(), sender(way.judge)];
    one.add(code(0));
    two.add(code(0));
    await one.send();
    tick();
    one.do('pack');
    await one.send();
    expect(await two.send()).toMatchObject([{ outcome: 'late', msg: '扫描之后，此单已装箱' }]);
  });
});

describe('at the receiver', () => {
  it('takes in carton by carton, also one that comes later, and once from two tablets', async () => {
    const [first = '', second = ''] = await sent();
    const [one, two] = [receiver(), receiver(way.judge)];
    one.do('accept', { barcode: 'DX-none' });
    one.do('accept', { barcode: first });
    two.do('accept', { barcode: first });
    expect(words(await one.send())).toEqual(['refused', 'accepted']);
    expect(words(await two.send())).toEqual(['accepted']);
    expect(await house.ask(way.into, allots.detail, { id: allot.id })).toMatchObject({
      status: 4,
      arrived_carton_qty: 1,
    });
    tick();
    one.do('accept', { barcode: second });
    await one.send();
    const { arrived_carton_qty, allowed } = await house.ask(way.into, allots.detail, { id: allot.id });
    expect([arrived_carton_qty, allowed.transitions]).toEqual([2, ['sign']]);
    const times = (await house.ask(way.into, cartons.list, { allot_id: allot.id })).list.map((row) => row.arrived_at);
    expect(new Set(times).size).toBe(2);
    one.do('accept');
    expect(words(await one.send())).toEqual(['refused']);
  });

  it('counts pieces as they were sent and as damaged, and signs for what was counted', async () => {
    await sent();
    const [one, two] = [receiver(), receiver(way.judge)];
    one.do('accept');
    one.add(code(0), { qty: 4 });
    one.add(code(0), { imperfect_type: 3 });
    two.add(code(0), { imperfect_type: 2, qty: 2 });
    two.add(code(1), { qty: 3 });
    one.add('odd');
    expect(words(await one.send())).toEqual(['accepted', 'accepted', 'accepted', 'unknown']);
    await two.send();
    expect(await counted()).toEqual([
      [7, 3],
      [3, 0],
    ]);
    one.do('sign');
    expect(await one.send()).toMatchObject([{ outcome: 'refused', msg: '还有 1 条扫描没有认定，请先处理' }]);
    const unknown = [...one.answers.values()].find(({ outcome }) => outcome === 'unknown')?.op_id ?? '';
    one.do('void', { barcode: 'odd', voids: unknown });
    one.do('sign');
    expect(words(await one.send())).toEqual(['accepted', 'accepted']);
    expect(await house.ask(way.into, allots.detail, { id: allot.id })).toMatchObject({ status: 6, sign_qty: 10 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 7, transit: 1 });
    const { rows } = await sql`
      select l.imperfect_type, l.qty from imperfect_record r join imperfect_record_line l on l.imperfect_record_id = r.id
      where r.warehouse_id = ${way.receiver} order by 1`.execute(house.db);
    expect(rows).toEqual([
      { imperfect_type: 2, qty: 2 },
      { imperfect_type: 3, qty: 1 },
    ]);
    two.add(code(0));
    expect(words(await two.send())).toEqual(['late']);
    // Whoever counted what came judges nothing of what is missing.
    const [diff] = (await house.ask(way.judge, diffs.list, { allot_id: allot.id })).list;
    await expect(house.ask(way.judge, diffs.close, { id: diff?.id ?? 0, reason: '复点一致' })).rejects.toMatchObject({
      message: expect.stringContaining('清点人'),
    });
  });

  it('says how much other tablets have not sent', async () => {
    await sent();
    const [one, two] = [receiver(), receiver(way.judge)];
    const report = (rev: number, unsent: number) =>
      house.ask(way.judge, allotEntryCalls.into.report, { id: allot.id, device_id: two.device, rev, unsent });
    await report(2, 3);
    await report(1, 9);
    expect((await one.sheet()).others).toMatchObject([{ unsent: 3, device_id: two.device }]);
    await report(3, 0);
    expect((await one.sheet()).others).toEqual([]);
  });
});
