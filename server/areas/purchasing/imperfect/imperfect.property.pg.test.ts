import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dealType } from '#contract/areas/purchasing/return-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { everybody, imperfects, returns, type Supplied, supplied } from '#tests/factories/returns.ts';

// Random work with imperfect goods and returns, and a count of it by hand: which batch stands in which grade, how much of it is promised and
// what it cost to the fen, and how far each record has come. The house agrees after every run, and refuses what the count says cannot be.

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
});

const qty = fc.integer({ min: 1, max: 5 });
const which = fc.nat(7);
const work = fc.oneof(
  fc.record({ what: fc.constant('bring' as const), qty, unit: fc.integer({ min: 1, max: 999 }) }),
  fc.record({ what: fc.constant('register' as const), qty, grade: fc.constantFrom(1, 3) }),
  fc.record({ what: fc.constant('judge' as const), which, passes: fc.boolean() }),
  fc.record({ what: fc.constant('deal' as const), which, way: fc.constantFrom(1, 2, 3, 4), qty }),
  fc.record({ what: fc.constant('scrap' as const), which, passes: fc.boolean() }),
  fc.record({ what: fc.constant('return' as const), which, qty }),
  fc.record({ what: fc.constant('hold' as const), which }),
  fc.record({ what: fc.constant('ship' as const), which, less: fc.nat(2) }),
  fc.record({ what: fc.constant('giveUp' as const), which }),
);
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never;

interface Held {
  origin: number;
  grade: number;
  qty: number;
  locked: number;
  cost: number;
}
interface Part {
  origin: number;
  qty: number;
}
interface Noted {
  id: number;
  line: number;
  grade: number;
  qty: number;
  state: 1 | 2 | 3 | 4 | 5;
  /** What is locked of grade 0 while it waits, and what of it stands in the grade for scrap. */
  held: Part[];
  moved: Set<number>;
  dealt: number;
  scrap: Part[];
}
interface Return {
  id: number;
  state: 0 | 3 | 4 | -1;
  grade: number;
  parts: Part[];
  of?: Noted;
}

const sumOf = (parts: readonly { qty: number }[]): number => parts.reduce((sum, part) => sum + part.qty, 0);

/** The count by hand of one kind of goods in one warehouse. Batches leave in the order of their origins. */
class Count {
  readonly held: Held[] = [];
  readonly records: Noted[] = [];
  readonly returns: Return[] = [];

  at(origin: number, grade: number): Held {
    const found = this.held.find((one) => one.origin === origin && one.grade === grade);
    const batch = found ?? { origin, grade, qty: 0, locked: 0, cost: 0 };
    if (!found) this.held.push(batch);
    return batch;
  }

  free(grade: number): number {
    return sumOf(this.open(grade).map((one) => ({ qty: one.qty - one.locked })));
  }

  open(grade: number, first: ReadonlySet<number> = new Set()): Held[] {
    const rank = ({ origin }: Held) => (first.has(origin) ? 0 : 1);
    return this.held
      .filter((one) => one.grade === grade && one.qty > 0)
      .toSorted((one, other) => rank(one) - rank(other) || one.origin - other.origin);
  }

  choose(grade: number, wanted: number, first?: ReadonlySet<number>): Part[] {
    let left = wanted;
    return this.open(grade, first).flatMap((one) => {
      const part = Math.min(left, one.qty - one.locked);
      left -= part;
      return part > 0 ? [{ origin: one.origin, qty: part }] : [];
    });
  }

  lock(grade: number, parts: readonly Part[], sign: 1 | -1): void {
    for (const { origin, qty: n } of parts) this.at(origin, grade).locked += sign * n;
  }

  /** Takes parts of a grade away; to another grade, unless they are gone. */
  move(from: number, parts: readonly Part[], to?: number): void {
    for (const { origin, qty: n } of parts) {
      const batch = this.at(origin, from);
      const cost = n === batch.qty ? batch.cost : Math.floor((2 * batch.cost * n + batch.qty) / (2 * batch.qty));
      batch.qty -= n;
      batch.cost -= cost;
      if (to === undefined) continue;
      const other = this.at(origin, to);
      other.qty += n;
      other.cost += cost;
    }
  }
}

/** Does what the count allows, and sees that the house refuses the rest. */
class Shop {
  readonly count = new Count();
  readonly goods: Supplied;

  constructor(goods: Supplied) {
    this.goods = goods;
  }

  async take(act: Work): Promise<void> {
    switch (act.what) {
      case 'bring':
        return await this.#bring(act);
      case 'register':
        return await this.#register(act);
      case 'judge':
        return await this.#judge(act);
      case 'deal':
        return await this.#deal(act);
      case 'scrap':
        return await this.#scrap(act);
      case 'return':
        return await this.#return(act);
      case 'hold':
        return await this.#hold(act);
      case 'ship':
        return await this.#ship(act);
      case 'giveUp':
        return await this.#giveUp(act);
    }
  }

  async #bring({ qty: n, unit }: Extract<Work, { what: 'bring' }>): Promise<void> {
    const before = new Set(this.count.held.map(({ origin }) => origin));
    await this.goods.bring(n, unit);
    const { rows } = await sql<{ origin: number }>`
      select in_ware_detail_id as origin from stock_batch where sku_id = ${this.goods.sku} order by 1 desc limit 1`.execute(
      house.db,
    );
    const origin = rows[0]?.origin ?? 0;
    expect(before.has(origin)).toBe(false);
    Object.assign(this.count.at(origin, 0), { qty: n, cost: n * unit });
  }

  async #register({ qty: n, grade }: Extract<Work, { what: 'register' }>): Promise<void> {
    const body = {
      warehouse_id: this.goods.warehouse,
      source_type: 2,
      lines: [{ sku_id: this.goods.sku, imperfect_type: grade, qty: n, reason: '拉链损坏' }],
    };
    const asked = house.ask(people.keeper, imperfects.add, body as never);
    if (this.count.free(0) < n) return await expect(asked).rejects.toMatchObject({ kind: 'stockShort' });
    const { id } = await asked;
    const { lines } = await house.ask(people.keeper, imperfects.detail, { id });
    const held = this.count.choose(0, n);
    this.count.lock(0, held, 1);
    const record = { id, line: lines[0]?.id ?? 0, grade, qty: n, held, moved: new Set<number>(), dealt: 0, scrap: [] };
    this.count.records.push({ ...record, state: 1 });
  }

  #pick<T>(all: readonly T[], at: number): T | undefined {
    return all[at % Math.max(all.length, 1)];
  }

  async #judge({ which: at, passes }: Extract<Work, { what: 'judge' }>): Promise<void> {
    const record = this.#pick(
      this.count.records.filter(({ state }) => state === 1),
      at,
    );
    if (!record) return;
    await house.ask(people.head, imperfects.audit, { id: record.id, result: passes ? 1 : 2, remark: '看过实物' });
    this.count.lock(0, record.held, -1);
    if (passes) {
      this.count.move(0, record.held, record.grade);
      record.moved = new Set(record.held.map(({ origin }) => origin));
    }
    record.held = [];
    record.state = passes ? 2 : 5;
  }

  async #deal({ which: at, way, qty: n }: Extract<Work, { what: 'deal' }>): Promise<void> {
    const record = this.#pick(
      this.count.records.filter(({ state }) => state > 1 && state < 5),
      at,
    );
    if (!record) return;
    const price = way === dealType.discount ? { deal_price: 2900 } : {};
    const asked = house.ask(people.buyer, imperfects.deal, {
      id: record.id,
      lines: [{ line_id: record.line, deal_type: way, qty: n, ...price }],
    });
    const left = record.qty - record.dealt - sumOf(record.scrap);
    if (record.state === 4) return await expect(asked).rejects.toMatchObject({ kind: 'illegalTransition' });
    if (n > left) return await expect(asked).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.qty' });
    if (way !== dealType.discount && this.count.free(record.grade) < n)
      return await expect(asked).rejects.toMatchObject({ kind: 'stockShort' });
    await asked;
    const parts = way === dealType.discount ? [] : this.count.choose(record.grade, n, record.moved);
    if (way === dealType.restore) this.count.move(record.grade, parts, 0);
    if (way === dealType.scrap) {
      this.count.lock(record.grade, parts, 1);
      record.scrap.push(...parts);
    } else record.dealt += n;
    if (way === dealType.back) {
      const { rows } = await sql<{ id: number }>`
        select max(id) as id from back_order where source_id = ${record.id}`.execute(house.db);
      this.count.returns.push({ id: rows[0]?.id ?? 0, state: 0, grade: record.grade, parts, of: record });
    }
    record.state = stateOf(record);
  }

  async #scrap({ which: at, passes }: Extract<Work, { what: 'scrap' }>): Promise<void> {
    const record = this.#pick(
      this.count.records.filter(({ scrap }) => scrap.length > 0),
      at,
    );
    if (!record) return;
    await house.ask(people.head, imperfects.scrapAudit, { id: record.id, result: passes ? 1 : 2, remark: '看过实物' });
    this.count.lock(record.grade, record.scrap, -1);
    if (passes) {
      this.count.move(record.grade, joined(record.scrap));
      record.dealt += sumOf(record.scrap);
    }
    record.scrap = [];
    record.state = stateOf(record);
  }

  async #return({ which: at, qty: n }: Extract<Work, { what: 'return' }>): Promise<void> {
    const batch = this.#pick(this.count.open(0), at);
    if (!batch) return;
    const { rows } = await sql<{ id: number }>`
      select id from stock_batch where sku_id = ${this.goods.sku} and imperfect_type = 0 and in_ware_detail_id = ${batch.origin}`.execute(
      house.db,
    );
    const asked = house.ask(people.buyer, returns.add, {
      supplier_id: this.goods.supplier,
      warehouse_id: this.goods.warehouse,
      back_type: 1,
      reason: '季末滞销',
      lines: [{ stock_batch_id: rows[0]?.id ?? 0, qty: n }],
    } as never);
    if (batch.qty - batch.locked < n) return await expect(asked).rejects.toMatchObject({ field: 'lines.0.qty' });
    const { id } = await asked;
    this.count.returns.push({ id, state: 0, grade: 0, parts: [{ origin: batch.origin, qty: n }] });
  }

  async #hold({ which: at }: Extract<Work, { what: 'hold' }>): Promise<void> {
    const back = this.#pick(
      this.count.returns.filter(({ state }) => state === 0),
      at,
    );
    if (!back) return;
    const asked = house.ask(people.buyer, returns.submit, { id: back.id });
    const fits = back.parts.every(({ origin, qty: n }) => {
      const batch = this.count.at(origin, back.grade);
      return batch.qty - batch.locked >= n;
    });
    if (!fits) return await expect(asked).rejects.toMatchObject({ kind: 'stockShort' });
    await asked;
    await house.ask(people.manager, returns.department, { id: back.id, result: 1 });
    await house.ask(people.head, returns.finance, { id: back.id, result: 1 });
    this.count.lock(back.grade, back.parts, 1);
    back.state = 3;
  }

  async #ship({ which: at, less }: Extract<Work, { what: 'ship' }>): Promise<void> {
    const back = this.#pick(
      this.count.returns.filter(({ state }) => state === 3),
      at,
    );
    if (!back) return;
    const { lines } = await house.ask(people.keeper, returns.detail, { id: back.id });
    const gone = back.parts.map(({ origin, qty: n }, place) => ({
      origin,
      qty: place === 0 ? Math.max(n - less, 0) : n,
    }));
    const asked = house.ask(people.keeper, returns.out, {
      id: back.id,
      lines: lines.map((line, place) => ({ line_id: line.id, out_qty: gone[place]?.qty ?? 0 })),
    });
    if (sumOf(gone) === 0) return await expect(asked).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await asked;
    this.count.lock(back.grade, back.parts, -1);
    this.count.move(
      back.grade,
      gone.filter((part) => part.qty > 0),
    );
    this.#undo(back, sumOf(back.parts) - sumOf(gone));
    back.state = 4;
  }

  async #giveUp({ which: at }: Extract<Work, { what: 'giveUp' }>): Promise<void> {
    const back = this.#pick(
      this.count.returns.filter(({ state }) => state === 0 || state === 3),
      at,
    );
    if (!back) return;
    await house.ask(people.buyer, returns.cancel, { id: back.id, reason: '供应商不收' });
    if (back.state === 3) this.count.lock(back.grade, back.parts, -1);
    this.#undo(back, sumOf(back.parts));
    back.state = -1;
  }

  #undo({ of }: Return, n: number): void {
    if (!of || n === 0) return;
    of.dealt -= n;
    of.state = stateOf(of);
  }

  async agrees(): Promise<void> {
    const standing = await this.goods.batches();
    const counted = this.count.held
      .filter((one) => one.qty > 0)
      .toSorted((one, other) => one.grade - other.grade || one.origin - other.origin);
    expect(
      standing
        .map(({ id: _id, ...one }) => one)
        .toSorted((one, other) => one.grade - other.grade || one.origin - other.origin),
    ).toEqual(counted);
    for (const record of this.count.records)
      expect(await house.ask(people.keeper, imperfects.detail, { id: record.id })).toMatchObject({
        status: record.state,
        dealt_qty: record.dealt,
        scrap_qty: sumOf(record.scrap),
      });
  }
}

function stateOf({ dealt, qty: all }: Noted): 2 | 3 | 4 {
  return dealt === 0 ? 2 : dealt < all ? 3 : 4;
}

/** One part for each batch: what leaves at once takes one share of its cost. */
function joined(parts: readonly Part[]): Part[] {
  const sums = new Map<number, number>();
  for (const { origin, qty: n } of parts) sums.set(origin, (sums.get(origin) ?? 0) + n);
  return [...sums].map(([origin, n]) => ({ origin, qty: n }));
}

test('imperfect goods and returns stand as a count by hand says, whatever is done with them', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 4, maxLength: 24 }), async (acts) => {
      const shop = new Shop(await supplied(house, people, []));
      await shop.take({ what: 'bring', qty: 5, unit: 333 });
      await shop.take({ what: 'bring', qty: 4, unit: 1001 });
      for (const act of acts) await shop.take(act);
      await shop.agrees();
    }),
    { numRuns: runsOf(30) },
  );
  expect(await brokenInvariants(house.db)).toEqual([]);
});
