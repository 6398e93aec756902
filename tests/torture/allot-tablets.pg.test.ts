import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { decideType } from '#contract/areas/allocation/allot-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { allots, cartons, outs, passed, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';
import { AllotChain } from './allot-chain.ts';
import { AllotHand } from './allot-hand.ts';
import { judgeChain } from './allot-judge.ts';
import { allotFaults } from './allot-listening.ts';

// The outbox of real tablets against the served house: an allot is picked, sent, taken in and signed for where there is no network.

// An hour of them: SEEDS=1000.
const seeds = Number(process.env['SEEDS'] ?? runsOf(18));
// So many of them come to each of the five decisions.
const enough = 18;

let house: House;
let way: TransferRoute;
let allot: Awaited<ReturnType<typeof passed>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  way = await transferRoute(house);
  for (const place of [0, 1]) await way.bring(20, 500, { place });
  allot = await passed(house, way, [
    [0, 8],
    [1, 4],
  ]);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const tablet = (end: AllotEnd, person: Actor) => AllotHand.take({ house, way, allot: allot.id, end, person });
const code = (place: number) => way.goods[place]?.barcode ?? '';
const picked = async () =>
  (await house.ask(way.from, outs.detail, { id: allot.out })).lines.map(({ pick_qty }) => pick_qty ?? 0);

describe('refusals', () => {
  it('an allot that is cancelled while it is picked in the dark waits for its person, whose scans are all there', async () => {
    const one = await tablet('out', way.from);
    await one.did({ kind: 'add', barcode: code(0) });
    await one.did({ kind: 'add', barcode: code(1) });
    await one.did({ kind: 'send' });
    await house.ask(way.judge, allots.cancel, { id: allot.id, reason: '门店停业' });
    one.radio.online = true;
    await one.send();
    expect(await one.status()).toMatchObject({ unsent: 0, attention: 3 });
    const [late] = (await house.ask(way.from, allotEntryCalls.out.open, { id: allot.id })).list;
    expect(late).toMatchObject({ outcome: 'late', reason: '到达时调拨单已取消' });
    expect((await way.stock(way.sender)).locked).toBe(0);
  });

  it('what two pick beyond what is asked for is refused to the one who comes later', async () => {
    const [one, two] = [await tablet('out', way.from), await tablet('out', way.judge)];
    await one.did({ kind: 'add', barcode: code(1), qty: 3 });
    await two.did({ kind: 'add', barcode: code(1) });
    await two.did({ kind: 'add', barcode: code(1) });
    for (const each of [one, two]) {
      each.radio.online = true;
      await each.send();
    }
    expect(await picked()).toEqual([0, 4]);
    expect(await two.status()).toMatchObject({ unsent: 0, attention: 1 });
  });
});

it('an allot goes from end to end on four tablets in the dark: every piece once, whatever answers and pages are lost', async () => {
  const [one, two] = [await tablet('out', way.from), await tablet('out', way.judge)];
  for (let piece = 0; piece < 5; piece += 1) await one.did({ kind: 'add', barcode: code(0) });
  const slip = await one.did({ kind: 'add', barcode: code(1), carton: 2 });
  await one.killed();
  await one.takeBack(slip);
  await expect(one.takeBack(slip)).rejects.toMatchObject({ reason: 'nothing' });
  await two.did({ kind: 'add', barcode: code(0), qty: 3 });
  await two.did({ kind: 'add', barcode: code(1), qty: 4, carton: 2 });
  one.radio.online = true;
  one.radio.loses = 2;
  for (let tries = 0; tries < 4; tries += 1) await one.send();
  two.radio.online = true;
  await two.send();
  expect(await picked()).toEqual([8, 4]);
  await two.did({ kind: 'pack' });
  await two.did({ kind: 'send', waybill_no: 'SF100' });
  two.radio.loses = 1;
  await two.killed();
  for (let tries = 0; tries < 3; tries += 1) await two.send();
  expect(await house.ask(way.into, allots.detail, { id: allot.id })).toMatchObject({
    status: 3,
    send_qty: 12,
    carton_qty: 3,
    waybill_no: 'SF100',
  });
  const { list } = await house.ask(way.into, cartons.list, { allot_id: allot.id });
  const numbers = list.map(({ carton_no }) => carton_no as string);
  const [three, four] = [await tablet('into', way.into), await tablet('into', way.judge)];
  for (const number of numbers.slice(0, 2)) await three.did({ kind: 'accept', barcode: number });
  await four.did({ kind: 'accept', barcode: numbers[1] ?? '' });
  await four.did({ kind: 'accept', barcode: numbers[2] ?? '' });
  await three.did({ kind: 'add', barcode: code(0), qty: 7 });
  await three.did({ kind: 'add', barcode: code(0), imperfect_type: 3 });
  await four.did({ kind: 'add', barcode: code(1), qty: 3 });
  four.radio.online = true;
  four.radio.loses = 1;
  for (let tries = 0; tries < 3; tries += 1) await four.send();
  await three.killed();
  await three.did({ kind: 'sign' });
  three.radio.online = true;
  await three.send();
  expect(await house.ask(way.into, allots.detail, { id: allot.id })).toMatchObject({
    status: 6,
    arrived_carton_qty: 3,
    sign_qty: 11,
  });
  expect(await way.stock(way.receiver, 0)).toMatchObject({ on_hand: 8, transit: 0 });
  expect(await way.stock(way.receiver, 1)).toMatchObject({ on_hand: 3, transit: 1 });
  for (const each of [one, two, three, four]) expect(await each.status()).toMatchObject({ unsent: 0, attention: 0 });
});

describe('by seeds', () => {
  const first = 1 + Number(process.env['SEED'] ?? 0) * 1000;

  it('nothing that sounded on a tablet is lost, doubled or in another order, whatever desks and decisions do in between', {
    timeout: 300_000 + seeds * 30_000,
  }, async () => {
    const broken: Record<string, string[]> = {};
    const seen = new Set<number>();
    for (let seed = first; seed < first + seeds; seed += 1) {
      const chain = await AllotChain.run(house, seed);
      const found = await judgeChain(chain);
      if (found.length > 0) broken[`seed ${seed}`] = found;
      for (const [decide, pieces] of chain.decided) if (pieces.some((qty) => qty > 0)) seen.add(decide);
    }
    expect(broken).toEqual({});
    if (seeds >= enough) expect([...seen].toSorted((one, other) => one - other)).toEqual(Object.values(decideType));
  });

  it.each(Object.entries(allotFaults))('a run finds a planted mistake: %s', async (_name, fault) => {
    for (let seed = 1; seed <= 8; seed += 1)
      if ((await judgeChain(await AllotChain.run(house, seed, fault))).length > 0) return;
    expect.fail('no seed found it');
  });
});
