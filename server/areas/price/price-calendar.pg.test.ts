import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { passingPrices, rowOfType, scopeOf } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Random price sheets against a calendar that is counted out sheet by sheet: which are refused because another stands in the way,
// and what every piece of goods costs in every shop and channel at every instant asked about, then and afterwards.

/** Sheets of one run; more of them on demand. */
const sheetsMost = Number(process.env.PRICE_SHEETS ?? runsOf(450));
const channel = 'agent-1';
const minute = 60_000;

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let goods: number[];
let shops: { id: number; district_id: number }[];

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  maker = await house.person('制单', ['price:view', 'price:add', 'price:submit']);
  goods = (await pieces(db, 5)).map(({ id }) => id);
  await sql`update sku set tag_price = 100000 where id = any(${goods}::bigint[])`.execute(db);
  const first = await addDistrictShop(db);
  shops = [first, await addDistrictShop(db, first.district_id), await addDistrictShop(db)];
});

const sheetArbitrary = fc.record({
  type: fc.constantFrom(1, 2, 3, 4),
  scope: fc.constantFrom(1, 1, 2, 3, 3, 4),
  place: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 2 }),
  goods: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
  /** Minutes from when it is written until it comes into force, and until it ends. */
  ahead: fc.constantFrom(0, 0, 1, 30, 200),
  lasts: fc.constantFrom(1, 20, 300),
  ends: fc.boolean(),
  price: fc.integer({ min: 1, max: 100_000 }),
  /** Minutes that pass before the next. */
  pause: fc.constantFrom(0, 1, 10, 100),
});
type Written = typeof sheetArbitrary extends fc.Arbitrary<infer S> ? S : never;

/** A sheet that was accepted, as the calendar knows it. Times in milliseconds. */
interface Entry {
  id: number;
  type: number;
  price: number;
  places: { type: number; value: string }[];
  goods: number[];
  from: number;
  to: number;
  bounded: boolean;
}

it('agree with a calendar counted by hand', async () => {
  const seen = { accepted: 0, refused: 0, asked: 0, untagged: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(sheetArbitrary, { minLength: sheetsMost, maxLength: sheetsMost }), (written) =>
      tell(written, seen),
    ),
    { numRuns: 1, endOnFailure: true },
  );
  expect(Math.min(seen.accepted, seen.refused, seen.untagged), JSON.stringify(seen)).toBeGreaterThan(sheetsMost / 50);
  // Sheets were approved past the books: the law of prices is what is asked of them here.
  expect((await brokenInvariants(db)).filter(({ name }) => name.startsWith('i39'))).toEqual([]);
});

async function tell(written: readonly Written[], seen: Record<string, number>): Promise<void> {
  await sql`delete from sale_price`.execute(db);
  await sql`update price_sheet set status = -1 where status between 0 and 6`.execute(db);
  const calendar: Entry[] = [];
  const begun = house.clock.now().getTime();
  for (const one of written) {
    const now = house.clock.now().getTime();
    const entry = entryOf(one, now);
    const conflict = calendar.some((other) => stands(other, entry, now));
    const id = await submitted(one, entry);
    expect(id === null, JSON.stringify({ one, conflict })).toBe(conflict);
    if (id === null) seen.refused = (seen.refused ?? 0) + 1;
    else {
      seen.accepted = (seen.accepted ?? 0) + 1;
      // The four judgements have tests of their own; here a sheet is approved as soon as it is submitted.
      await sql`update price_sheet set status = 5, approved_at = ${house.clock.now().toISOString()} where id = ${id}`.execute(
        db,
      );
      calendar.push({ ...entry, id });
    }
    await house.takeDue();
    house.clock.advance(one.pause * minute);
    await house.takeDue();
    if (written.indexOf(one) % 10 === 0) await compare(calendar, house.clock.now().getTime(), seen);
  }
  const end = house.clock.now().getTime();
  for (let at = begun; at < end + 600 * minute; at += Math.ceil((end - begun) / 40 / minute) * minute + minute)
    await compare(calendar, at, seen);
}

function entryOf(one: Written, now: number): Entry {
  const bounded = one.type === 3 || (one.type === 4 && one.ends);
  const from = now + one.ahead * minute;
  const values: Record<number, string[]> = {
    [scopeOf.everywhere]: ['0'],
    [scopeOf.districts]: [...new Set(one.place.map((place) => String(shops[place]?.district_id)))],
    [scopeOf.shops]: one.place.map((place) => String(shops[place]?.id)),
    [scopeOf.channel]: [channel],
  };
  return {
    id: 0,
    type: one.type,
    price: one.price,
    places: (values[one.scope] ?? []).map((value) => ({ type: one.scope, value })),
    goods: one.goods.map((place) => goods[place] ?? 0),
    from,
    to: bounded ? from + one.lasts * minute : Number.POSITIVE_INFINITY,
    bounded,
  };
}

const meets = (one: Entry, other: Entry): boolean =>
  rowOfType(one.type).includes(other.type) &&
  one.goods.some((id) => other.goods.includes(id)) &&
  one.places.some(({ type, value }) => other.places.some((place) => place.type === type && place.value === value));

/** Does `other` keep `one` from being submitted now? */
function stands(other: Entry, one: Entry, now: number): boolean {
  if (!meets(one, other) || other.from >= one.to || other.to <= one.from) return false;
  const isInForce = other.from <= now;
  return !isInForce || (other.bounded && other.to > now);
}

async function submitted(one: Written, entry: Entry): Promise<number | null> {
  const iso = (at: number) => new Date(at).toISOString();
  const values = entry.places.map(({ value }) => Number(value));
  try {
    const { id } = await house.ask(maker, callsOf(priceSheet).add, {
      price_type: one.type,
      scope_type: one.scope,
      ...(one.scope === scopeOf.districts ? { organize_ids: values } : {}),
      ...(one.scope === scopeOf.shops ? { shop_ids: values } : {}),
      ...(one.scope === scopeOf.channel ? { sale_channel_value: channel } : {}),
      effective_at: iso(entry.from),
      ...(entry.bounded ? { expire_at: iso(entry.to) } : {}),
      reason: '随机调价',
      lines: entry.goods.map((sku_id) => ({ sku_id, new_price: one.price })),
      submit: 1,
    } as never);
    return id;
  } catch (error) {
    if (error instanceof Refusal && /时间重叠/.test(error.message)) return null;
    throw error;
  }
}

/** When an entry's price for these goods at this place ends: by itself, or because another of its row begins. */
function endOf(calendar: readonly Entry[], entry: Entry, goodsId: number, place: string): number {
  if (entry.bounded) return entry.to;
  const later = calendar.filter(
    (other) =>
      other !== entry &&
      rowOfType(entry.type).includes(other.type) &&
      other.goods.includes(goodsId) &&
      other.places.some(({ type, value }) => `${type} ${value}` === place) &&
      (other.from > entry.from || (other.from === entry.from && other.id > entry.id)),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...later.map(({ from }) => from));
}

async function compare(calendar: readonly Entry[], at: number, seen: Record<string, number>): Promise<void> {
  const nearness = [scopeOf.shops, scopeOf.channel, scopeOf.districts, scopeOf.everywhere] as number[];
  for (const asked of [...shops.map((shop) => ({ shop, channel: undefined })), { shop: undefined, channel }]) {
    const reach = new Set([
      '1 0',
      ...(asked.shop ? [`2 ${asked.shop.district_id}`, `3 ${asked.shop.id}`] : []),
      ...(asked.channel ? [`4 ${asked.channel}`] : []),
    ]);
    const { list } = await house.ask(maker, priceCalls.simulate, {
      sku_ids: goods,
      at: new Date(at).toISOString(),
      ...(asked.shop ? { shop_id: asked.shop.id } : {}),
      ...(asked.channel ? { sale_channel_value: asked.channel } : {}),
    });
    for (const goodsId of goods) {
      const held = calendar
        .filter((entry) => entry.goods.includes(goodsId) && entry.from <= at)
        .flatMap((entry) =>
          entry.places
            .filter(
              ({ type, value }) =>
                reach.has(`${type} ${value}`) && endOf(calendar, entry, goodsId, `${type} ${value}`) > at,
            )
            .map(({ type }) => ({ entry, type })),
        )
        .sort(
          (one, other) =>
            Number(passingPrices.includes(other.entry.type)) - Number(passingPrices.includes(one.entry.type)) ||
            nearness.indexOf(one.type) - nearness.indexOf(other.type) ||
            other.entry.from - one.entry.from ||
            other.entry.id - one.entry.id,
        );
      const expected = held[0]?.entry.price ?? 100_000;
      if (held.length === 0) seen.untagged = (seen.untagged ?? 0) + 1;
      seen.asked = (seen.asked ?? 0) + 1;
      const told = list.find(({ sku_id }) => sku_id === goodsId);
      expect(
        told?.price,
        JSON.stringify({ at: new Date(at), asked, goodsId, held: held.map(({ entry }) => entry), told }),
      ).toBe(expected);
    }
  }
}
