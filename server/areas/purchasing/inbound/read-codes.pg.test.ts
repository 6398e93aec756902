import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { countEntriesCall, type InboundEntry, inboundSheetCall } from '#contract/areas/purchasing/inbound-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { type CodeRow, codeOrders, codePeople, codesOf, freshEpc, stockedCodes } from '#tests/factories/codes.ts';
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

// Tablets read the codes of pieces that come in: each is one piece, and comes into stock as the piece that it is.

let house: House;
let people: DockPeople;
let clerks: { maker: Actor; judge: Actor };
let goods: { id: number; sku_no: string };
let dock: Dock;
let order: number;
let codes: CodeRow[];
let batch: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  clerks = await codePeople(house);
});

/** Six pieces come; four codes were made for them and bound to tags. */
beforeEach(async () => {
  const [piece] = await codedGoods(house.db);
  goods = { id: piece?.id ?? 0, sku_no: piece?.sku_no ?? '' };
  dock = await atDock(house.db, { lines: [{ sku_id: goods.id, qty: 6 }] });
  const { rows } = await sql<{ no: string }>`
    select arrival_no as no from arrival_order where id = ${dock.arrival}`.execute(house.db);
  ({ id: order } = await house.ask(clerks.maker, codeOrders.add, {
    source_type: 3,
    source_no: rows[0]?.no,
    lines: [{ sku_id: goods.id, qty: 4 }],
  } as never));
  await house.ask(clerks.judge, codeOrders.issue, { id: order });
  const items = (await codesOf(house.db, order)).map(({ unique_code }) => ({ unique_code, epc: freshEpc() }));
  await house.ask(clerks.maker, codeCalls.bind, { items });
  codes = await codesOf(house.db, order);
  batch = await beginBatch(house, people.counter, dock.arrival);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const number = (at: number): string => codes[at]?.unique_code ?? '';
const tag = (at: number): string => codes[at]?.epc ?? '';
const states = async () => (await codesOf(house.db, order)).map(({ status }) => status);

/** A tablet in one pair of hands. */
function tablet() {
  const device_id = `tablet-${randomUUID()}`;
  let seq = 0;
  const entry = (barcode: string, more: Partial<InboundEntry> = {}): InboundEntry => ({
    op_id: randomUUID(),
    seq: (seq += 1),
    kind: 'add',
    barcode,
    imperfect_type: 0,
    qty: 1,
    production_date: null,
    expire_at: null,
    counted_at: house.clock.now().toISOString(),
    ...more,
  });
  const send = async (...entries: InboundEntry[]) => {
    const { answers } = await house.ask(people.counter, countEntriesCall, { id: batch, device_id, entries });
    return answers.map(({ outcome, msg }) => (msg === undefined ? outcome : `${outcome} ${msg}`));
  };
  return { device_id, entry, send };
}

async function posted(): Promise<void> {
  await house.ask(people.counter, inbound.submit, { id: batch });
  await settleDifference(house, people, { batch });
  await house.ask(people.judge, inbound.audit, { id: batch, result: 1 });
}

describe('a code of a piece that comes in', () => {
  it('is refused a second time by any tablet, and with more than one piece; what is somewhere already waits for a person', async () => {
    const stocked = await stockedCodes(house, { people: clerks, qty: 1, sku: goods.id, warehouse: dock.warehouse });
    const [one, two] = [tablet(), tablet()];
    expect(
      await one.send(
        one.entry(number(0), { qty: 2 }),
        one.entry(number(0)),
        one.entry(tag(0)),
        one.entry(stocked.codes[0]?.unique_code ?? ''),
      ),
    ).toEqual([
      `refused 唯一码 ${number(0)} 只是一件`,
      'accepted',
      `refused 唯一码 ${number(0)} 已清点过`,
      expect.stringContaining('unknown 唯一码'),
    ]);
    expect(await two.send(two.entry(tag(0)), two.entry(number(1)))).toEqual([
      `refused 唯一码 ${number(0)} 已清点过`,
      'accepted',
    ]);
    expect((await batchOf(house, people.counter, batch)).lines).toMatchObject([{ count_qty: 2 }]);
  });

  it('may be read again once it is put back', async () => {
    const [one, two] = [tablet(), tablet()];
    const first = one.entry(number(0));
    expect(await one.send(first)).toEqual(['accepted']);
    const back = one.entry(number(0), { kind: 'void', qty: 0, voids: first.op_id });
    expect(await one.send(back, one.entry(tag(0)))).toEqual(['accepted', 'accepted']);
    expect(await two.send(two.entry(number(0)))).toEqual([expect.stringContaining('已清点过')]);
    expect((await batchOf(house, people.counter, batch)).lines).toMatchObject([{ count_qty: 1 }]);
  });

  it('is what a tablet is given beside the goods that it is of', async () => {
    const { device_id } = tablet();
    const sheet = await house.ask(people.counter, inboundSheetCall, { id: batch, device_id });
    expect(sheet.goods).toMatchObject([{ sku_id: goods.id }]);
    expect(sheet.goods[0]?.pieces?.map(({ unique_code, epc }) => [unique_code, epc])).toEqual(
      codes.map(({ unique_code, epc }) => [unique_code, epc]),
    );
  });

  it('comes into stock with the batch, in the grade that its piece was seen in; what was not read stays bound', async () => {
    const one = tablet();
    const entries = [
      one.entry(number(0)),
      one.entry(tag(1)),
      one.entry(tag(2), { imperfect_type: 1 }),
      one.entry(goods.sku_no, { qty: 3 }),
    ];
    expect(await one.send(...entries)).toEqual(entries.map(() => 'accepted'));
    // As often as it is sent.
    expect(await one.send(...entries)).toEqual(entries.map(() => 'accepted'));
    await posted();
    expect(await states()).toEqual([3, 3, 8, 2]);
    expect((await codesOf(house.db, order)).map(({ imperfect_type }) => imperfect_type)).toEqual([0, 0, 1, 0]);
  });
});
