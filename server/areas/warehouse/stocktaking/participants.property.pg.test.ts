import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { decideExceptionCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { giveRole, person, roleWith } from '#tests/factories/people.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { sheetCalls, Tablet } from '#tests/factories/stocktake.ts';
import { type WaysIn, waysIn } from '#tests/factories/ways-in.ts';

// A team of four who hold every key try to carry a sheet through alone: they plan, count, submit, decide, explain, review and
// audit in whatever order, and let themselves in by one another's accounts. A model without a database says of every pass
// whether it was one of another person; somebody who has nothing to do with it may always pass what waits.

const keys = ['view', 'add', 'edit', 'start', 'count', 'submit', 'review', 'audit', 'post'].map(
  (verb) => `stocktaking:${verb}`,
);

let house: House;
let ways: WaysIn;
let stockers: { maker: Actor; judge: Actor };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  ways = await waysIn(house);
  stockers = await stockPeople(house);
});

const who = fc.nat(3);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('count' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('submit' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decide' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('explain' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('review' as const), who, passes: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('audit' as const), who, passes: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reset' as const), who, whom: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeFactor' as const), who, whom: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hire' as const), who, place: who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('live' as const), who, days: fc.constantFrom(10, 31) }) },
);
const story = fc.record({
  planner: who,
  editors: fc.array(who, { maxLength: 2 }),
  counters: fc.uniqueArray(who, { minLength: 1, maxLength: 2 }),
  steps: fc.array(step, { minLength: 6, maxLength: 16, size: 'max' }),
  /** In which order the team tries what is left. */
  tries: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;
type Step = Story['steps'][number];

/** Who may be at work behind which account, without a database: a list of who let themselves in where, and when it ended. */
class Accounts {
  readonly #ways: { by: number; whom: number; added: boolean; changed: number | null }[] = [];
  add(by: number, whom: number, added = false): void {
    if (by !== whom) this.#ways.push({ by, whom, added, changed: null });
  }
  changeOwn(whom: number, at: number): void {
    for (const way of this.#ways) if (way.whom === whom && way.changed === null) way.changed = at;
  }
  /** May one person be behind both? */
  mayBeOne(one: number, other: number, now: number): boolean {
    const month = 30 * 86_400_000;
    const open = this.#ways.filter(({ changed }) => changed === null || changed > now - month);
    const reached = (from: number, ways: typeof open): Set<number> => {
      const seen = new Set([from]);
      for (const at of seen) for (const way of ways) if (way.by === at) seen.add(way.whom);
      return seen;
    };
    const resets = open.filter(({ added }) => !added);
    const third = open.map(({ by }) => reached(by, resets));
    return (
      reached(one, open).has(other) ||
      reached(other, open).has(one) ||
      third.some((behind) => behind.has(one) && behind.has(other))
    );
  }
}

it('is never passed by somebody who is, or may have been, one who worked on it; a stranger may always pass it', async () => {
  const seen = { passed: 0, own: 0, related: 0 };
  await fc.assert(
    fc.asyncProperty(story, (told) => tell(told, seen)),
    // Fewer may leave a side of the oracle empty.
    { numRuns: Math.max(15, runsOf(25)) },
  );
  expect(await brokenInvariants(house.db)).toEqual([]);
  // No side of the oracle is empty.
  expect(Math.min(seen.passed, seen.own, seen.related), JSON.stringify(seen)).toBeGreaterThan(0);
});

async function tell(
  { planner, editors, counters, steps, tries }: Story,
  seen: { passed: number; own: number; related: number },
): Promise<void> {
  // Some are named to count, so their rights must stand in the database.
  const team = await Promise.all(['甲', '乙', '丙', '丁'].map((nickname) => person(house.db, { nickname, keys })));
  const at = (place: number): Actor => team[place] as Actor;
  const accounts = new Accounts();
  const place = await shelf(house.db, { zones: ['A'] });
  const [goods] = await pieces(house.db, 1);
  const lines = [{ sku_id: goods?.id ?? 0, qty: 10 }];
  await openingStock(house, { people: stockers, warehouse: place.id, lines });
  house.clock.advance(60_000);
  const { id } = await house.ask(at(planner), sheetCalls.add, {
    warehouse_id: place.id,
    take_type: 1,
    plan_date: '2026-03-02',
    counter_ids: counters.map((one) => at(one).id),
  } as never);
  let version = 1;
  for (const editor of editors) {
    await house.ask(at(editor), sheetCalls.edit, { id, version, remark: `改 ${version}` } as never);
    version += 1;
  }
  await house.ask(at(planner), sheetCalls.start, { id });

  // The parts that last, and those of this round.
  const counted = new Set(counters.map((one) => at(one).id));
  const worked = new Set([at(planner).id, ...editors.map((one) => at(one).id)]);
  let [submitter, reviewer, status, round] = [0, 0, 1, 1];
  const now = (): number => house.clock.now().getTime();
  const free = (actor: Actor, parts: Iterable<number>): boolean =>
    [...parts].every((one) => one === 0 || !(one === actor.id || accounts.mayBeOne(one, actor.id, now())));
  const auditParts = () => [...counted, ...worked, submitter, reviewer];

  const judge = async (actor: Actor, name: 'review' | 'audit', passes: boolean): Promise<void> => {
    const may = name === 'review' ? free(actor, counted) : !passes || free(actor, auditParts());
    // A rejection needs a line to be counted again, a pass none that waits for it.
    const { id: line, diff_qty } = await lineOf(id);
    await house.ask(actor, reviewLinesCall, { id, lines: [{ id: line, diff_qty, recount: !passes }] });
    const result = passes ? 1 : 2;
    const asked = house.ask(actor, sheetCalls[name], { id, result, ...(passes ? {} : { remark: '重盘' }) });
    expect(await isDone(asked), `${name} ${result} by ${actor.nickname}`).toBe(may);
    const refused = auditParts().includes(actor.id) ? 'own' : 'related';
    seen[may ? 'passed' : refused] += passes && name === 'audit' ? 1 : 0;
    if (!may) return;
    if (!passes) [status, round, reviewer] = [3, round + 1, 0];
    else if (name === 'review') [status, reviewer] = [4, actor.id];
    else status = 5;
  };
  const submit = async (actor: Actor): Promise<void> => {
    await closeAll(id);
    await house.ask(actor, sheetCalls.submit, { id });
    [submitter, status] = [actor.id, 2];
  };
  const take = async (one: Step): Promise<void> => {
    house.clock.advance(60_000);
    const actor = at(one.who);
    if (one.do === 'reset' && one.who !== one.whom) await ways.reset(actor, at(one.whom));
    if (one.do === 'takeFactor' && one.who !== one.whom) {
      await ways.takeFactor(actor, at(one.whom));
    }
    if ('whom' in one) accounts.add(actor.id, at(one.whom).id);
    if (one.do === 'hire') {
      const hired = await ways.add(actor, keys);
      // Rank is read off the database: without the keys there, a newcomer who lets themselves in elsewhere is refused, and rightly.
      await giveRole(house.db, hired.id, await roleWith(house.db, keys));
      team[one.place] = hired;
      accounts.add(actor.id, at(one.place).id, true);
    }
    if (one.do === 'live') {
      await ways.changeOwn(actor);
      accounts.changeOwn(actor.id, now());
      house.clock.advance(one.days * 86_400_000);
    }
    const open = status === 1 || status === 3;
    if (one.do === 'count' && counters.some((place) => at(place).id === actor.id) && counted.has(actor.id)) {
      const tablet = new Tablet(house, actor, id);
      tablet.count(goods?.barcode ?? '', { zone: 'A', round });
      await tablet.send();
    }
    if (one.do === 'submit' && open) await submit(actor);
    if (one.do === 'decide' && (open || status === 2)) {
      const questions = await questionsOf(id);
      if (questions.length > 0) {
        await house.ask(actor, decideExceptionCall, { id, count_ids: questions, reason: '不计入' });
        worked.add(actor.id);
      }
    }
    if (one.do === 'explain' && (status === 2 || status === 4)) {
      const { id: line, diff_qty } = await lineOf(id);
      await house.ask(actor, reviewLinesCall, { id, lines: [{ id: line, diff_qty, reason: `原因 ${now()}` }] });
      worked.add(actor.id);
    }
    if (one.do === 'review' && status === 2 && (await mayBeReviewed(id))) await judge(actor, 'review', one.passes);
    if (one.do === 'audit' && status === 4) await judge(actor, 'audit', one.passes);
  };

  for (const one of steps) if (status !== 5) await take(one);
  const [lead, stranger] = [await house.person('关门', keys), await house.person('生人', keys)];
  if (status === 1 || status === 3) await submit(lead);
  if (status === 2) {
    const questions = await questionsOf(id);
    if (questions.length > 0)
      await house.ask(lead, decideExceptionCall, { id, count_ids: questions, reason: '不计入' });
    const { id: line, diff_qty } = await lineOf(id);
    const helper = await house.person('填因', keys);
    await house.ask(helper, reviewLinesCall, { id, lines: [{ id: line, diff_qty, reason: '陈列遗漏' }] });
    for (const one of [...tries.map(at), stranger]) if (status === 2) await judge(one, 'review', true);
  }
  for (const one of [...tries.map(at), await house.person('路人', keys)])
    if (status === 4) await judge(one, 'audit', true);
  expect(status).toBe(5);
}

async function closeAll(sheet: number): Promise<void> {
  await sql`update stocktaking_zone set closed_at = ${house.clock.now().toISOString()} where stocktaking_id = ${sheet} and closed_at is null`.execute(
    house.db,
  );
}

async function lineOf(sheet: number): Promise<{ id: number; diff_qty: number | null }> {
  const { rows } = await sql<{ id: number; diff_qty: number | null }>`
    select id, diff_qty from stocktaking_line where stocktaking_id = ${sheet}`.execute(house.db);
  return rows[0] ?? { id: 0, diff_qty: null };
}

async function questionsOf(sheet: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from stocktaking_open_question c where c.stocktaking_id = ${sheet}
      and not exists (select 1 from stocktaking_exception e where e.count_id = c.id)`.execute(house.db);
  return rows.map((row) => row.id);
}

/** Nothing is in the way of a review but the person: no question is open, and the difference is explained. */
async function mayBeReviewed(sheet: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from stocktaking_line where stocktaking_id = ${sheet} and reason is not null`.execute(house.db);
  return rows.length > 0 && (await questionsOf(sheet)).length === 0;
}

async function isDone(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'illegalTransition') return false;
    throw error;
  }
}
