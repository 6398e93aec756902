import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  countEntriesCall,
  decideEntriesCall,
  inboundSheetCall,
  openEntriesCall,
} from '#contract/areas/purchasing/inbound-entry.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { InboundPayload } from '#src/areas/handheld/inbound/entry.ts';
import { countedOf } from '#src/areas/handheld/inbound/receive-view.ts';
import { receivingOf } from '#src/areas/handheld/inbound/receiving.ts';
import type { Live } from '#src/local/index.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  atDock,
  batchOf,
  beginBatch,
  type Dock,
  type DockPeople,
  dockPeople,
  inbound,
  settleDifference,
} from '#tests/factories/inbound.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { adjust, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { newDevice, type TestDevice } from './device.ts';
import { type Radio, radioTo } from './inbound-office.ts';

/** A tablet in somebody's hand, with the batch on it. */
interface Tablet {
  device: TestDevice;
  radio: Radio;
  uid: number;
  /** Counts pieces of a code; resolves to the op id. */
  scan(code: string, more?: Partial<Pick<InboundPayload, 'qty' | 'imperfect_type'>>): Promise<string>;
  takeBack(opId?: string): Promise<unknown>;
  /** Says that its person is done. */
  done(): Promise<unknown>;
  /** Sends what can be sent. */
  send(): Promise<void>;
}

let house: House;
let people: DockPeople;
let goods: Piece[];
let dock: Dock;
let batch: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
});

beforeEach(async () => {
  house.clock.advance(3_600_000);
  goods = await pieces(house.db, 3);
  dock = await atDock(house.db, { lines: [{ sku_id: at(0).id }, { sku_id: at(1).id, qty: 20 }] });
  batch = await beginBatch(house, people.counter, dock.arrival);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

function at(place: number): Piece {
  const piece = goods[place];
  if (!piece) throw new Error(`there are ${goods.length} pieces`);
  return piece;
}

/** Hands the batch to somebody, who takes it into the dead spot. */
async function tablet(person: DockPeople['counter']): Promise<Tablet> {
  const radio = radioTo(house, person);
  const device = await newDevice(radio.send);
  device.time = house.clock.now().getTime();
  const { local } = device;
  await local.session.put({ uid: person.id, nickname: '', token: `t-${person.id}`, expires_at: 0 });
  await download(device, person);
  const receiving = receivingOf(local);
  const place = { uid: person.id, document: batch };
  return {
    device,
    radio,
    uid: person.id,
    async scan(code, { qty = 1, imperfect_type = 0 } = {}) {
      device.time += 1000;
      const known = goods.find(({ barcode, sku_no }) => barcode === code || sku_no === code);
      const made = local.outbox.stamp();
      const said = {
        barcode: code,
        imperfect_type,
        qty,
        production_date: null,
        expire_at: null,
        sku_id: known?.id ?? null,
      };
      return (await receiving.append({ ...place, made, payload: { kind: 'add', ...said } })).op_id;
    },
    takeBack(voids) {
      device.time += 1000;
      return receiving.takeBack({ ...place, made: local.outbox.stamp(), voids });
    },
    done() {
      device.time += 1000;
      const said = { barcode: '', imperfect_type: 0, qty: 0, production_date: null, expire_at: null, sku_id: null };
      return receiving.append({ ...place, made: local.outbox.stamp(), payload: { kind: 'done', ...said } });
    },
    async send() {
      house.clock.set(new Date(Math.max(house.clock.now().getTime(), device.time)));
      device.time = house.clock.now().getTime() + 10_000;
      house.clock.advance(10_000);
      await local.sync.kick('online');
    },
  };
}

async function download({ local, world }: TestDevice, person: DockPeople['counter']): Promise<void> {
  const sheet = await house.ask(person, inboundSheetCall, { id: batch, device_id: await local.deviceId() });
  await receivingOf(local).save(person.id, sheet, { before: world.now(), after: world.now() });
}

/** Pieces of the batch by goods and grade, as the office reads them. */
async function lines(): Promise<Record<string, number | null>> {
  const shown = await batchOf(house, people.judge, batch);
  return Object.fromEntries(
    shown.lines.map((line) => [
      `${goods.findIndex(({ id }) => id === line.sku_id)}/${line.imperfect_type}`,
      line.count_qty,
    ]),
  );
}

const openIn = async () => (await house.ask(people.counter, openEntriesCall, { id: batch })).list;

describe('refusals', () => {
  it('adds nothing to what was counted at a desk after the scan, but keeps it for a person', async () => {
    const one = await tablet(people.counter);
    await one.scan(at(0).barcode);
    house.clock.advance(60_000);
    const [line] = (await batchOf(house, people.other, batch)).lines;
    await house.ask(people.other, inbound.count, { id: batch, lines: [{ line_id: line?.id ?? 0, qty: 10 }] });
    one.radio.online = true;
    await one.send();
    expect(await lines()).toMatchObject({ '0/0': 10 });
    expect(await openIn()).toMatchObject([{ outcome: 'late', sku_id: at(0).id, qty: 1 }]);
    // What is scanned after that is more than what was counted there.
    await one.scan(at(0).barcode);
    await one.send();
    expect(await lines()).toMatchObject({ '0/0': 11 });
    expect(await one.device.local.outbox.statusNow(one.uid)).toMatchObject({ unsent: 0, attention: 1 });
  });

  it('lets a batch go nowhere while somebody must say what a scan is, and takes one decision for each', async () => {
    const one = await tablet(people.counter);
    for (const [place, qty] of [10, 20].entries()) await one.scan(at(place).barcode, { qty });
    await one.scan('odd');
    await one.scan(at(2).barcode);
    one.radio.online = true;
    await one.send();
    const open = await openIn();
    expect(open.map(({ barcode, reason }) => [barcode, reason])).toEqual([
      ['odd', '未知条码'],
      [at(2).barcode, `${at(2).sku_no} 不在此批次的应收明细中`],
    ]);
    await expect(house.ask(people.counter, inbound.submit, { id: batch })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: '还有 2 条扫描没有认定，请先在清点页处理',
    });
    const [odd, other] = open.map(({ op_id }) => op_id) as [string, string];
    const decide = (op_ids: string[], choice: { sku_id?: number; reason?: string }) =>
      house.ask(people.other, decideEntriesCall, { id: batch, op_ids, ...choice });
    await expect(decide([other], { sku_id: at(2).id })).rejects.toMatchObject({ kind: 'invalid', field: 'sku_id' });
    await expect(decide([odd, odd], { reason: '不是货品' })).rejects.toMatchObject({ kind: 'invalid' });
    await decide([odd], { sku_id: at(0).id });
    await expect(decide([odd], { reason: '不是货品' })).rejects.toMatchObject({ kind: 'invalid', field: 'op_ids' });
    await decide([other], { reason: '送错的样品' });
    expect(await lines()).toEqual({ '0/0': 11, '1/0': 20 });
    await house.ask(people.counter, inbound.submit, { id: batch });
    // Who counted, and who said what a scan was, judge nothing of it.
    await settleDifference(house, people, { batch });
    await expect(house.ask(people.other, inbound.audit, { id: batch, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.judge, inbound.audit, { id: batch, result: 1 });
  });

  it('keeps what arrives after the batch was handed in, which is then not posted over it', async () => {
    const [one, two] = [await tablet(people.counter), await tablet(people.other)];
    for (const [place, qty] of [10, 20].entries()) await one.scan(at(place).barcode, { qty });
    await two.scan(at(1).barcode);
    one.radio.online = true;
    await one.send();
    await house.ask(people.counter, inbound.submit, { id: batch });
    two.radio.online = true;
    await two.send();
    expect(await openIn()).toMatchObject([{ outcome: 'late', counter_name: '副手' }]);
    await expect(house.ask(people.judge, inbound.audit, { id: batch, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.judge, inbound.audit, { id: batch, result: 2, remark: '还有一件没有点进来' });
    const [late] = await openIn();
    await house.ask(people.counter, decideEntriesCall, { id: batch, op_ids: [late?.op_id ?? ''], sku_id: at(1).id });
    expect(await lines()).toEqual({ '0/0': 10, '1/0': 21 });
  });

  it('takes back only what this person counted on this device, once, and leaves nobody with a 0 that nobody said', async () => {
    const [one, two] = [await tablet(people.counter), await tablet(people.other)];
    const opId = await one.scan(at(0).barcode);
    await expect(one.takeBack('not-there')).rejects.toMatchObject({ reason: 'nothing' });
    await one.takeBack();
    await expect(one.takeBack(opId)).rejects.toMatchObject({ reason: 'nothing' });
    one.radio.online = true;
    await one.send();
    expect(await lines()).toEqual({ '0/0': null, '1/0': null });
    const stranger = await two.scan(at(1).barcode);
    two.radio.online = true;
    await two.send();
    const entry = {
      op_id: crypto.randomUUID(),
      seq: 9,
      kind: 'void',
      barcode: at(1).barcode,
      voids: stranger,
    } as const;
    const said = {
      imperfect_type: 0,
      qty: 0,
      production_date: null,
      expire_at: null,
      counted_at: '2026-03-02T03:00:00Z',
    };
    const sent = await one.radio.send(countEntriesCall, {
      id: batch,
      device_id: await one.device.local.deviceId(),
      entries: [{ ...entry, ...said }],
    });
    expect(sent).toMatchObject({ ok: true, value: { answers: [{ outcome: 'refused', msg: '要撤销的记录不存在' }] } });
    expect(await lines()).toMatchObject({ '1/0': 1 });
  });
});

describe('whoever is done', () => {
  const countersIn = async () =>
    (await house.ask(people.other, openEntriesCall, { id: batch })).counters
      .map(({ counter_name, done_at }) => `${counter_name} ${done_at === null ? 'counts' : 'done'}`)
      .toSorted((one, other) => one.localeCompare(other, 'en'));

  it('says so with no code, no pieces and nothing to take back', async () => {
    const one = await tablet(people.counter);
    one.radio.online = true;
    const device_id = await one.device.local.deviceId();
    const entry = {
      op_id: crypto.randomUUID(),
      seq: 1,
      kind: 'done',
      barcode: '',
      imperfect_type: 0,
      qty: 0,
      production_date: null,
      expire_at: null,
      counted_at: '2026-03-02T03:00:00Z',
    } as const;
    const send = (more: object) =>
      one.radio.send(countEntriesCall, { id: batch, device_id, entries: [{ ...entry, ...more } as never] });
    expect(await send({ barcode: at(0).barcode })).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(await send({ qty: 1 })).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(await send({ kind: 'add', qty: 1 })).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(await send({ voids: crypto.randomUUID() })).toMatchObject({ ok: false, failure: { kind: 'refused' } });
    expect(await countersIn()).toEqual([]);
    const accepted = { ok: true, value: { answers: [{ outcome: 'accepted' }] } };
    expect(await send({})).toMatchObject(accepted);
    expect(await send({})).toMatchObject(accepted);
    const voided = await send({ op_id: crypto.randomUUID(), seq: 2, kind: 'void', barcode: 'x', voids: entry.op_id });
    expect(voided).toMatchObject({ ok: true, value: { answers: [{ outcome: 'refused' }] } });
    expect(await countersIn()).toEqual(['清点 done']);
    expect(await lines()).toEqual({ '0/0': null, '1/0': null });
  });

  it('is seen in the office with the time of the deed until they count on; the other still counts', async () => {
    const [one, two] = [await tablet(people.counter), await tablet(people.other)];
    await one.scan(at(0).barcode, { qty: 10 });
    const { at: said } = (await one.done()) as { at: string };
    await two.scan(at(1).barcode, { qty: 20 });
    for (const { radio } of [one, two]) radio.online = true;
    await one.send();
    await two.send();
    expect(await countersIn()).toEqual(['副手 counts', '清点 done']);
    const { counters } = await house.ask(people.other, openEntriesCall, { id: batch });
    expect(Date.parse(counters.find(({ done_at }) => done_at !== null)?.done_at ?? '')).toBe(Date.parse(said));
    // The tablet learns of its own word, and counts on.
    const sheetOf = async () =>
      await house.ask(people.counter, inboundSheetCall, { id: batch, device_id: await one.device.local.deviceId() });
    expect(await sheetOf()).toMatchObject({ own_done: true, own_seq: 2 });
    await one.scan(at(0).barcode);
    await one.send();
    expect(await countersIn()).toEqual(['副手 counts', '清点 counts']);
    expect(await sheetOf()).toMatchObject({ own_done: false, own_seq: 3 });
    await one.takeBack();
    await one.done();
    await one.send();
    await house.ask(people.counter, inbound.submit, { id: batch });
    expect(await countersIn()).toEqual(['清点 done']);
    // Said after that, it is nobody's work to decide, and makes nobody a counter.
    await two.done();
    await two.send();
    expect(await countersIn()).toEqual(['副手 done', '清点 done']);
    expect(await openIn()).toEqual([]);
  });

  it('without counting anything is no hand of the figures', async () => {
    const [one, idle] = [await tablet(people.counter), await tablet(people.other)];
    for (const [place, qty] of [10, 20].entries()) await one.scan(at(place).barcode, { qty });
    await idle.done();
    for (const { radio } of [one, idle]) radio.online = true;
    await one.send();
    await idle.send();
    await house.ask(people.counter, inbound.submit, { id: batch });
    await house.ask(people.other, inbound.audit, { id: batch, result: 1 });
  });
});

it('two tablets count one batch in a dead spot while stock moves: every piece once, whatever answers are lost', async () => {
  const stock = await stockPeople(house);
  const warehouse = dock.warehouse;
  await openingStock(house, { people: stock, warehouse, lines: [{ sku_id: at(0).id, qty: 5 }] });
  const [one, two] = [await tablet(people.counter), await tablet(people.other)];
  // Both scan the same goods, in grades, and one of them corrects a slip.
  for (let piece = 0; piece < 6; piece += 1) await one.scan(at(0).barcode);
  await one.scan(at(1).barcode, { qty: 12 });
  const slip = await one.scan(at(1).barcode, { qty: 8 });
  for (let piece = 0; piece < 3; piece += 1) await two.scan(at(0).barcode);
  await two.scan(at(0).barcode, { imperfect_type: 1 });
  await two.scan(at(1).sku_no, { qty: 7 });
  // Meanwhile pieces of the same goods leave the warehouse.
  await adjust(house, { people: stock, warehouse, type: 2, lines: [{ sku_id: at(0).id, qty: 2 }] });
  // The first comes into the yard: the house has everything, and its answers are lost twice.
  one.radio.online = true;
  one.radio.loses = 2;
  for (let tries = 0; tries < 4; tries += 1) await one.send();
  await one.takeBack(slip);
  await one.send();
  expect(await lines()).toEqual({ '0/0': 6, '1/0': 12 });
  // The second sees the others' pieces once it has a network, and its own once.
  two.radio.online = true;
  await download(two.device, people.other);
  const { local } = two.device;
  const seen = async () => {
    const { open } = await once(receivingOf(local).kept(two.uid, batch));
    const view = await once(receivingOf(local).view({ uid: two.uid, document: batch, lastMost: 60 }));
    if (!open) throw new Error('the batch is not on the tablet');
    return goods.slice(0, 2).map(({ id }) => countedOf(open.sheet, view.rows).get(id)?.qty);
  };
  expect(await seen()).toEqual([10, 19]);
  await two.send();
  expect(await seen()).toEqual([10, 19]);
  await download(two.device, people.other);
  expect(await seen()).toEqual([10, 19]);
  expect(await lines()).toEqual({ '0/0': 9, '0/1': 1, '1/0': 19 });
  for (const { device, uid } of [one, two])
    expect(await device.local.outbox.statusNow(uid)).toMatchObject({ unsent: 0, attention: 0 });
  // Every piece is in one entry, and the lines are what the entries add up to.
  const { rows } = await sql<{ entries: number; pieces: number }>`
    select count(*) as entries, sum(e.qty) filter (where not exists (select 1 from in_ware_batch_entry v where v.voids = e.op_id))::bigint as pieces
    from in_ware_batch_entry e where in_ware_batch_id = ${batch} and kind = 'add'`.execute(house.db);
  expect(rows).toMatchObject([{ entries: 13, pieces: 29 }]);
  await house.ask(people.counter, inbound.submit, { id: batch });
  await settleDifference(house, people, { batch });
  await house.ask(people.judge, inbound.audit, { id: batch, result: 1 });
  const { rows: shelves } = await sql<{ qty: number }>`
    select sum(qty_remain)::bigint as qty from stock_batch where warehouse_id = ${warehouse} and sku_id = ${at(0).id}`.execute(
    house.db,
  );
  expect(shelves[0]?.qty).toBe(5 - 2 + 10);
});

/** What a live value is, once it is read. */
function once<T>(live: Live<T>): Promise<T> {
  return new Promise((resolve) => {
    const end = live.subscribe(() => {
      const value = live.get();
      if (value === null) return;
      setTimeout(() => end(), 0);
      resolve(value);
    });
  });
}
