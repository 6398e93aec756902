import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideType } from '#contract/areas/allocation/allot-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { AllotTablet } from '#tests/factories/allot-tablet.ts';
import {
  allotKeys,
  allots,
  diffs,
  outs,
  passed,
  ready,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';
import { type CodeRow, codeKeys, codesOf, stockedCodes } from '#tests/factories/codes.ts';

// Pieces with codes go from end to end by their codes, on tablets and at desks (domain.md §4.18 3→4→5→3; decision 0060).

let house: House;
let people: { maker: Actor; judge: Actor };
let way: TransferRoute;
let order: number;
let codes: CodeRow[];
let allot: Awaited<ReturnType<typeof passed>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = { maker: await house.person('制码', codeKeys), judge: await house.person('主管', codeKeys) };
});

beforeEach(async () => {
  way = await transferRoute(house);
  const sku = way.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id in (select spu_id from sku where id = ${sku})`.execute(
    house.db,
  );
  // Four pieces with codes, and two without.
  ({ order, codes } = await stockedCodes(house, { people, qty: 4, warehouse: way.sender, sku }));
  await way.bring(2, 500);
  allot = await passed(house, way, [[0, 5]]);
  house.clock.advance(60_000);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const code = (at: number): string => codes[at]?.unique_code ?? '';
const tag = (at: number): string => codes[at]?.epc ?? '';
const states = async () => (await codesOf(house.db, order)).map(({ status }) => status);
const places = async () => (await codesOf(house.db, order)).map((one) => one.warehouse_id);
const words = (answers: readonly { outcome: string }[]) => answers.map(({ outcome }) => outcome);
const sender = (who = way.from) => new AllotTablet(house, who, { end: 'out', id: allot.id });
const receiver = (who = way.into) => new AllotTablet(house, who, { end: 'into', id: allot.id });
const tick = () => house.clock.advance(1000);
const lineOf = async () => (await house.ask(way.from, outs.detail, { id: allot.out })).lines[0]?.id ?? 0;

async function pick(qty: number, named?: readonly string[]): Promise<unknown> {
  tick();
  const line = { line_id: await lineOf(), pick_qty: qty, ...(named && { codes: named }) };
  return await house.ask(way.from, outs.pick, { id: allot.out, lines: [line] as never });
}

async function packAndSend(qty: number): Promise<void> {
  tick();
  await house.ask(way.from, outs.pack, {
    id: allot.out,
    lines: [{ line_id: await lineOf(), carton_place: 1, qty }],
  });
  await house.ask(way.from, allots.send, { id: allot.id });
}

async function sign(qty: number, named?: readonly string[], more: object = {}): Promise<unknown> {
  const line = { line_id: allot.lines[0], sign_qty: qty, imperfect_qty: 0, ...(named && { codes: named }), ...more };
  return await house.ask(way.into, allots.sign, { id: allot.id, lines: [line] as never });
}

/** Three pieces with codes and one without are on their way. */
async function sent(): Promise<void> {
  await pick(4, [code(0), code(1), tag(2)]);
  await packAndSend(4);
  await house.ask(way.into, allots.accept, { id: allot.id });
}

describe('refusals', () => {
  it('counts a piece once, says why one is none of this end, and lets nothing leave whose codes nobody named', async () => {
    const one = sender();
    one.add(code(0), { qty: 2 });
    one.add(code(0));
    one.add(tag(0));
    one.add(way.goods[0]?.barcode, { qty: 4 });
    expect(words(await one.send())).toEqual(['refused', 'accepted', 'refused', 'accepted']);
    expect(await states()).toEqual([4, 3, 3, 3]);
    tick();
    one.do('pack');
    one.do('send');
    expect(await one.send()).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', msg: expect.stringContaining('请扫码指明其中 2 件') },
    ]);
    // What another allot has picked is kept for a person.
    const other = await passed(house, way, [[0, 1]]);
    const two = new AllotTablet(house, way.from, { end: 'out', id: other.id });
    two.add(code(0));
    two.add(code(3));
    expect(await two.send()).toMatchObject([
      { outcome: 'unknown', msg: expect.stringContaining('锁定') },
      { outcome: 'accepted' },
    ]);
    await house.ask(way.judge, allots.cancel, { id: other.id, reason: '门店停业' });
    expect(await states()).toEqual([4, 3, 3, 3]);
    await house.ask(way.judge, allots.cancel, { id: allot.id, reason: '门店停业' });
    expect(await states()).toEqual([3, 3, 3, 3]);
  });

  it('tells a desk by the line what cannot be its pieces', async () => {
    for (const [qty, named] of [
      [1, [code(0), code(1)]],
      [2, [code(0), tag(0)]],
      [2, ['odd']],
    ] as const)
      await expect(pick(qty, named)).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.codes' });
    await pick(3, [code(0), code(1)]);
    await expect(pick(1)).rejects.toMatchObject({ field: 'lines.0.codes' });
    await pick(1, [code(2)]);
    expect(await states()).toEqual([3, 3, 4, 3]);
    await pick(3);
    expect(await states()).toEqual([3, 3, 4, 3]);
    // All of it back on the shelf.
    await pick(0);
    expect(await states()).toEqual([3, 3, 3, 3]);
  });

  it('asks a signing which pieces came where some are missing, and a decision in parts which of them became what', async () => {
    await sent();
    await expect(sign(2)).rejects.toMatchObject({
      field: 'lines.0.codes',
      message: expect.stringContaining('请扫码再指明收到的 1 件'),
    });
    await expect(sign(1, [code(0), code(1)])).rejects.toMatchObject({ field: 'lines.0.codes' });
    await expect(sign(2, [code(3)])).rejects.toMatchObject({ field: 'lines.0.codes' });
    await sign(2, [code(1)]);
    expect(await states()).toEqual([5, 3, 5, 3]);
    const diff = await ready(house, way, allot.id);
    const shown = await house.ask(way.head, diffs.detail, { id: diff.id });
    expect(shown.lines[0]?.code_ids).toEqual([codes[0]?.id, codes[2]?.id]);
    const decide = (...parts: object[]) =>
      house.ask(way.head, diffs.decide, {
        id: diff.id,
        duty: 5,
        lines: parts.map((part) => ({ line_id: diff.lines[0], ...part })) as never,
      });
    const [lost, found] = [
      { decide_type: decideType.lost, qty: 1 },
      { decide_type: decideType.found, qty: 1 },
    ];
    await expect(decide(lost, found)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(decide({ ...lost, codes: [code(1)] }, found)).rejects.toMatchObject({ field: 'lines.0.codes' });
    await decide({ ...lost, codes: [code(0)] }, { ...found, codes: [tag(2)] });
    expect(await states()).toEqual([-1, 3, 3, 3]);
    expect((await places()).slice(1)).toEqual([way.receiver, way.receiver, way.sender]);
    const parts = (await house.ask(way.head, diffs.detail, { id: diff.id })).lines;
    expect(parts.map((line) => [line.decide_type, line.code_ids])).toEqual([
      [decideType.lost, [codes[0]?.id]],
      [decideType.found, [codes[2]?.id]],
    ]);
  });
});

describe('damaged pieces', () => {
  const damaged = async () => {
    const { rows } = await sql<{ imperfect_type: number; qty: number; code_ids: number[] }>`
      select l.imperfect_type, l.qty, l.code_ids from imperfect_record_line l join imperfect_record r on r.id = l.imperfect_record_id
      where r.warehouse_id = ${way.receiver} order by l.imperfect_type`.execute(house.db);
    return rows;
  };

  it('are named at the signing by their codes, and held until they are judged; what did not come is refused by its line', async () => {
    await sent();
    const [qty, kind] = [{ imperfect_qty: 1 }, { damage_type: 2 }];
    const refused = (named: readonly string[], more: object, words: string) =>
      expect(sign(3, [code(0), code(1)], { ...more, damaged_codes: named })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.damaged_codes',
        message: expect.stringContaining(words) as unknown,
      });
    await refused([code(0)], {}, '残次 0 件');
    await refused([code(0), code(1)], { ...qty, ...kind }, '残次 1 件，指明了 2 个');
    await refused([code(2)], { ...qty, ...kind }, '不是此明细收到的');
    await refused(['9999999999999999'], { ...qty, ...kind }, '不是此明细收到的');
    await refused([code(0), tag(0)], { imperfect_qty: 2, ...kind }, '重复');
    await sign(4, undefined, { imperfect_qty: 2, ...kind, damaged_codes: [tag(1)] });
    expect(await damaged()).toEqual([{ imperfect_type: 2, qty: 2, code_ids: [codes[1]?.id] }]);
    expect(await states()).toEqual([3, 4, 3, 3]);
  });

  it('are named at the signing on a tablet beside those that it has read as such; what is not of them is refused, and it signs anew', async () => {
    await sent();
    const tablet = receiver();
    tablet.add(code(0), { imperfect_type: 2 });
    tablet.add(way.goods[0]?.barcode, { qty: 2 });
    tablet.add(way.goods[0]?.barcode, { imperfect_type: 2 });
    await tablet.send();
    const line_id = allot.lines[0] ?? 0;
    const signing = async (...codes: string[]) => {
      tick();
      tablet.do('sign', { damaged: [{ line_id, codes }] });
      return (await tablet.send())[0];
    };
    expect(await signing(code(3))).toMatchObject({ outcome: 'refused', msg: `${code(3)} 不是此明细收到的唯一码` });
    expect(await signing(code(1), code(2))).toMatchObject({
      outcome: 'refused',
      msg: '此明细残次 2 件，指明了 3 个残次唯一码',
    });
    expect(await signing(code(1), tag(1))).toMatchObject({ outcome: 'refused' });
    expect(await damaged()).toEqual([]);
    // What it has read already may be named once more.
    expect(await signing(tag(0), tag(1))).toMatchObject({ outcome: 'accepted' });
    expect(await damaged()).toEqual([{ imperfect_type: 2, qty: 2, code_ids: [codes[0]?.id, codes[1]?.id] }]);
    expect(await states()).toEqual([4, 4, 3, 3]);
  });

  it('are named by a signing alone', async () => {
    await sent();
    const tablet = receiver();
    tablet.add(code(0), { damaged: [{ line_id: allot.lines[0] ?? 0, codes: [code(0)] }] });
    await expect(tablet.send()).rejects.toMatchObject({ kind: 'invalid', field: 'entries.0.damaged' });
  });

  it('are those that tablets have read as such, each of its kind, unless a desk says that there are fewer', async () => {
    await sent();
    const tablet = receiver();
    tablet.add(code(0));
    tablet.add(tag(1), { imperfect_type: 2 });
    tablet.add(code(2), { imperfect_type: 3 });
    await tablet.send();
    await sign(4, undefined, { imperfect_qty: 1, damage_type: 2 });
    // Two were read, one is said: which one is asked where it is judged.
    expect(await damaged()).toEqual([{ imperfect_type: 2, qty: 1, code_ids: [] }]);
  });
});

it('pieces go on two tablets by their codes: picked, put back, sent, read at the other end, the missing one back to its sender', async () => {
  const helper = await house.person('副手', allotKeys, [{ warehouse: [way.sender] }]);
  const [one, two] = [sender(), sender(helper)];
  const slip = one.add(code(3));
  one.add(code(0));
  one.do('void', { barcode: code(3), voids: slip });
  two.add(tag(1));
  two.add(tag(3));
  await one.send({ lost: true });
  expect(words(await one.send())).toEqual(['accepted', 'accepted', 'accepted']);
  expect(words(await two.send())).toEqual(['accepted', 'accepted']);
  one.add(way.goods[0]?.barcode);
  await one.send();
  expect(await states()).toEqual([4, 4, 3, 4]);
  tick();
  one.do('pack');
  one.do('send');
  expect(words(await one.send())).toEqual(['accepted', 'accepted']);
  expect(await states()).toEqual([5, 5, 3, 5]);
  tick();
  const [three, four] = [receiver(), receiver()];
  three.do('accept');
  three.add(code(0));
  three.add(code(2));
  four.add(tag(0));
  four.add(tag(1), { imperfect_type: 2 });
  four.add(way.goods[0]?.barcode);
  expect(words(await three.send())).toEqual(['accepted', 'accepted', 'unknown']);
  expect(words(await four.send())).toEqual(['refused', 'accepted', 'accepted']);
  const [stray] = [...three.answers.values()].filter(({ outcome }) => outcome === 'unknown');
  three.do('void', { barcode: code(2), voids: stray?.op_id ?? '' });
  tick();
  three.do('sign');
  expect(words(await three.send())).toEqual(['accepted', 'accepted']);
  // The damaged one is held until it is judged.
  expect(await states()).toEqual([3, 4, 3, 5]);
  expect(await places()).toEqual([way.receiver, way.receiver, way.sender, way.receiver]);
  const diff = await ready(house, way, allot.id);
  await house.ask(way.head, diffs.decide, {
    id: diff.id,
    duty: 5,
    lines: [{ line_id: diff.lines[0], decide_type: decideType.back }] as never,
  });
  expect(await states()).toEqual([3, 4, 3, 3]);
  expect(await places()).toEqual([way.receiver, way.receiver, way.sender, way.sender]);
});

it('a line that came whole brings all its codes, whoever read them, and so does a difference that is closed', async () => {
  await sent();
  await sign(4);
  expect(await places()).toEqual([way.receiver, way.receiver, way.receiver, way.sender]);
  const again = await passed(house, way, [[0, 2]]);
  allot = again;
  await pick(2, [code(3)]);
  await packAndSend(2);
  await house.ask(way.into, allots.accept, { id: allot.id });
  await sign(0);
  const [diff] = (await house.ask(way.head, diffs.list, { allot_id: allot.id })).list;
  await house.ask(way.head, diffs.close, { id: diff?.id ?? 0, reason: '复点一致' });
  expect(await places()).toEqual([way.receiver, way.receiver, way.receiver, way.receiver]);
  expect(await states()).toEqual([3, 3, 3, 3]);
});
