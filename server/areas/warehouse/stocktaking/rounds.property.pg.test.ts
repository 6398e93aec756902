import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type CountEntry, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { CountingModel } from '#tests/factories/counting-model.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { close, type SheetPeople, sheetCalls, sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// Two tablets count three goods in two zones over up to three rounds: in reach and out of it, in time and too late, what
// is asked for and what is not. A model without a database says of every step whether it is let through, of every entry
// what becomes of it, and after every round what was found.

const zones = ['A', 'B'] as const;
const booked = 10;

let house: House;
let stockers: { maker: Actor; judge: Actor };
let people: SheetPeople;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  stockers = await stockPeople(house);
  people = await sheetPeople(house);
});

const tablet = fc.nat(1);
const zone = fc.constantFrom(...zones);
const counting = fc.record({
  do: fc.constant('count' as const),
  tablet,
  zone,
  good: fc.nat(2),
  kind: fc.constantFrom('add' as const, 'total' as const),
  qty: fc.integer({ min: 1, max: 5 }),
  /** Rounds that the tablet is behind (or ahead). */
  behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
});
const step = fc.oneof(
  { weight: 8, arbitrary: counting },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('uncount' as const), tablet, nth: fc.nat(5), elsewhere: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('download' as const), tablet, zone }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), tablet }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('finish' as const), tablet }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), zone, overrule: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('submit' as const) }) },
);
const round = fc.record({
  steps: fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }),
  /** Tablets that are out of reach when the round ends: the lead closes over them. */
  straggling: fc.uniqueArray(tablet),
  /** They come back before the next round begins. */
  back: fc.boolean(),
  /** What the next round asks for. */
  asked: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
});
const story = fc.array(round, { minLength: 2, maxLength: 3 });
type Round = typeof round extends fc.Arbitrary<infer R> ? R : never;

it('counts in every round what it asked for, and waits for whoever takes part', async () => {
  await fc.assert(fc.asyncProperty(story, tell), { numRuns: runsOf(40) });
  expect(await brokenInvariants(house.db)).toEqual([]);
});

async function tell(rounds: Round[]): Promise<void> {
  const place = await shelf(house.db, { zones: [...zones] });
  const goods = await pieces(house.db, 3);
  await openingStock(house, {
    people: stockers,
    warehouse: place.id,
    lines: goods.map((one) => ({ sku_id: one.id, qty: booked })),
  });
  house.clock.advance(60_000);
  const sheet = await startedSheet(house, people, { warehouse: place.id });
  const tablets = people.counters.map((counter) => new Tablet(house, counter, sheet));
  const made: CountEntry[][] = [[], []];
  const model = new CountingModel(zones);

  const send = async (index: number): Promise<void> => {
    const entries = [...(tablets[index]?.waiting ?? [])];
    const { answers } = (await tablets[index]?.send()) ?? { answers: [] };
    const outcomes = model.arrive(index, entries);
    expect(answers.map((one) => one.outcome)).toEqual(outcomes);
  };
  const finish = async (index: number): Promise<void> => {
    const { round = 1, waiting = [] } = tablets[index] ?? {};
    await tablets[index]?.finish(...zones);
    model.finish(index, { round, unsent: waiting.length });
  };
  const closeZone = async (zone: string, overrule: boolean): Promise<void> => {
    const closing = close(house, people.lead, { sheet, zone, ...(overrule ? { reason: '平板坏了' } : {}) });
    expect(await isDone(closing), `closing ${zone}`).toBe(overrule || model.isClosed(zone) || model.mayClose(zone));
    if (overrule || model.mayClose(zone)) model.close(zone, house.clock.now());
  };
  const submit = async (): Promise<boolean> => {
    const done = await isDone(house.ask(people.lead, sheetCalls.submit, { id: sheet }));
    expect(done, 'submitting').toBe(model.inTheWay().length === 0);
    model.open = !done;
    return done;
  };

  const take = async (one: Round['steps'][number]): Promise<boolean> => {
    house.clock.advance(60_000);
    if (one.do === 'submit') return await submit();
    if (one.do === 'close') await closeZone(one.zone, one.overrule);
    if (one.do === 'send') await send(one.tablet);
    if (one.do === 'finish') await finish(one.tablet);
    if (one.do === 'download') {
      const done = await isDone((tablets[one.tablet] as Tablet).download(one.zone));
      expect(done, `downloading ${one.zone}`).toBe(!model.isClosed(one.zone));
      if (done) model.download(one.tablet, one.zone);
    }
    if (one.do === 'count') {
      const { good, behind, ...counted } = one;
      const entry = tablets[one.tablet]?.count(goods[good]?.barcode ?? '', {
        ...counted,
        round: Math.max(1, model.round - behind),
      });
      if (entry) made[one.tablet]?.push(entry);
    }
    if (one.do === 'uncount') {
      const entry = made[one.tablet]?.at(-1 - one.nth);
      if (entry)
        tablets[one.tablet]?.uncount(one.elsewhere ? { ...entry, zone: entry.zone === 'A' ? 'B' : 'A' } : entry);
    }
    return false;
  };

  for (const [number, { steps, straggling, back, asked }] of rounds.entries()) {
    let submitted = false;
    for (const one of steps) if (!submitted) submitted = await take(one);
    if (!submitted) {
      for (const index of [0, 1].filter((one) => !straggling.includes(one))) {
        await send(index);
        await finish(index);
      }
      for (const one of model.inTheWay()) await closeZone(one, true);
      expect(await submit()).toBe(true);
    }
    if (back) for (const index of straggling) await send(index);
    const { rows } = await sql<{ id: number; sku_id: number; final_qty: number; diff_qty: number }>`
      select id, sku_id, final_qty, diff_qty from stocktaking_line where stocktaking_id = ${sheet} order by sku_id`.execute(
      house.db,
    );
    const found = goods.map((one) => model.figure(one.barcode));
    expect(rows.map((row) => row.final_qty)).toEqual(found);
    expect(rows.map((row) => row.diff_qty)).toEqual(found.map((qty) => qty - booked));
    if (number === rounds.length - 1) return;
    await house.ask(people.reviewer, reviewLinesCall, {
      id: sheet,
      lines: rows.map((row, good) => ({ id: row.id, diff_qty: row.diff_qty, recount: asked.includes(good) })),
    });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '复盘' });
    model.recount(new Set(asked.map((good) => goods[good]?.barcode ?? '')));
  }
}

/** Whether the step was let through; it may be refused for the state of things, and for nothing else. */
async function isDone(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking;
    return true;
  } catch (error) {
    if (error instanceof Refusal && (error.kind === 'illegalTransition' || error.field === 'zones')) return false;
    throw error;
  }
}
