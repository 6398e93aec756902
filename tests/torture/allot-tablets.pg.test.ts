import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { AllotPayload } from '#src/areas/handheld/allot/entry.ts';
import { allotWork } from '#src/areas/handheld/allot/work.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, cartons, type Lane, lane, outs, passed } from '#tests/factories/allots.ts';
import { newDevice, type TestDevice } from './device.ts';
import { type Radio, radioTo } from './inbound-office.ts';

// The outbox of real tablets against the served house: an allot is picked, sent, taken in and signed for where there is no network.

/** A tablet in somebody's hand, with one end of the allot on it. */
interface Tablet {
  device: TestDevice;
  radio: Radio;
  uid: number;
  did(payload: Partial<AllotPayload> & Pick<AllotPayload, 'kind'>): Promise<string>;
  takeBack(opId?: string): Promise<unknown>;
  /** Sends what can be sent. */
  send(): Promise<void>;
  /** The page is gone; another one opens on the same disk. */
  killed(): Promise<void>;
}

let house: House;
let way: Lane;
let allot: Awaited<ReturnType<typeof passed>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  way = await lane(house);
  for (const place of [0, 1]) await way.bring(20, 500, { place });
  allot = await passed(house, way, [
    [0, 8],
    [1, 4],
  ]);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

async function tablet(end: AllotEnd, person: Actor): Promise<Tablet> {
  const radio = radioTo(house, person);
  const device = await newDevice(radio.send);
  device.time = house.clock.now().getTime();
  const { local } = device;
  await local.session.put({ uid: person.id, nickname: '', token: `t-${person.id}`, expires_at: 0 });
  const sheet = await house.ask(person, allotEntryCalls[end].sheet, {
    id: allot.id,
    device_id: await local.deviceId(),
  });
  await allotWork[end](local).save(person.id, sheet, { before: device.world.now(), after: device.world.now() });
  const at = { uid: person.id, document: allot.id };
  const one: Tablet = {
    device,
    radio,
    uid: person.id,
    async did(payload) {
      one.device.time += 1000;
      const { outbox } = one.device.local;
      const known = way.goods.find(({ barcode }) => barcode === payload.barcode);
      const whole: AllotPayload = {
        barcode: '',
        imperfect_type: 0,
        qty: payload.kind === 'add' ? 1 : 0,
        carton: end === 'out' && payload.kind === 'add' ? 1 : null,
        sku_id: known?.id ?? null,
        ...payload,
      };
      return (await allotWork[end](one.device.local).append({ ...at, made: outbox.stamp(), payload: whole })).op_id;
    },
    takeBack(voids) {
      one.device.time += 1000;
      return allotWork[end](one.device.local).takeBack({ ...at, made: one.device.local.outbox.stamp(), voids });
    },
    async send() {
      house.clock.set(new Date(Math.max(house.clock.now().getTime(), one.device.time)));
      one.device.time = house.clock.now().getTime() + 10_000;
      house.clock.advance(10_000);
      await one.device.local.sync.kick('online');
    },
    async killed() {
      const { time } = one.device;
      one.device.die();
      one.device = await one.device.secondPage(radio.send);
      one.device.time = time;
    },
  };
  return one;
}

const code = (place: number) => way.goods[place]?.barcode ?? '';
const picked = async () =>
  (await house.ask(way.from, outs.detail, { id: allot.out })).lines.map(({ pick_qty }) => pick_qty ?? 0);
const status = async ({ device, uid }: Tablet) => await device.local.outbox.statusNow(uid);

describe('refusals', () => {
  it('an allot that is cancelled while it is picked in the dark waits for its person, whose scans are all there', async () => {
    const one = await tablet('out', way.from);
    await one.did({ kind: 'add', barcode: code(0) });
    await one.did({ kind: 'add', barcode: code(1) });
    await one.did({ kind: 'send' });
    await house.ask(way.judge, allots.cancel, { id: allot.id, reason: '门店停业' });
    one.radio.online = true;
    await one.send();
    expect(await status(one)).toMatchObject({ unsent: 0, attention: 3 });
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
    expect(await status(two)).toMatchObject({ unsent: 0, attention: 1 });
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
  for (const each of [one, two, three, four]) expect(await status(each)).toMatchObject({ unsent: 0, attention: 0 });
});
