import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Events } from '#server/kit/events.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { addInbound } from '#tests/factories/purchasing.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { brokenInvariants } from './invariants.ts';
import { counterparties, locationsOf } from './locations.ts';
import { lockStock, unlockStock } from './lock-stock.ts';
import type { Books } from './policies.ts';
import { postStock } from './post-stock.ts';
import type { Leg, Posting } from './posting.ts';

// Random trade in a warehouse that may go below nothing, and a count of it by hand: which batch holds what, what is missing and since which
// sale, what is promised, and what all of it costs to the fen. The ledger agrees after every step.

let db: Kysely<unknown>;
let adminId: number;
let numbers: Numbers;
let warehouse: number;
beforeAll(async () => {
  ({ db } = await testDatabase());
  ({ id: adminId } = await person(db));
  numbers = new Numbers(db);
  ({ id: warehouse } = await shelf(db));
  await sql`
    insert into stock_rule (rule_no, rule_type, warehouse_ids, allow_negative) values ('KG000001', 2, array[${warehouse}]::bigint[], true)`.execute(
    db,
  );
});

const qty = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('buy' as const), qty, unit: fc.integer({ min: 0, max: 999 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('sell' as const), lines: fc.array(qty, { minLength: 1, maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('lose' as const), qty }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('lock' as const), qty, named: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('unlock' as const), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('giveBack' as const), which: fc.nat(5), qty }) },
);
type Act = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Held {
  origin: number;
  qty: number;
  locked: number;
  cost: number;
}
interface Missing {
  doc: number;
  line: number;
  qty: number;
  open: number;
  temp: number;
  diff: number;
}
interface Promised {
  doc: number;
  qty: number;
  origin: number | null;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
/** What some of these pieces cost: rounded half up, the last ones take what is left. */
const share = ({ qty: whole, cost }: Held, part: number): number =>
  part === whole ? cost : Math.floor((2 * cost * part + whole) / (2 * whole));

let documents = 0;

/** The count by hand. Batches stand in the order in which they leave: none expires. */
class Count {
  held: Held[] = [];
  missing: Missing[] = [];
  promises: Promised[] = [];
  /** What the newest batch cost. */
  newest = 0;

  get open(): number {
    return sum(this.missing.map(({ open }) => open));
  }
  get there(): number {
    return sum(this.held.map((one) => one.qty));
  }
  get promised(): number {
    return sum(this.promises.map((one) => one.qty));
  }
  get free(): number {
    return this.there - this.open - this.promised;
  }

  /** Takes up to so many pieces that nobody was promised; what it got, with cost. */
  take(wanted: number): { origin: number; qty: number; cost: number }[] {
    let left = Math.min(wanted, this.there - this.promised);
    const taken: { origin: number; qty: number; cost: number }[] = [];
    for (const one of this.held) {
      const part = Math.min(left, one.qty - one.locked);
      if (part <= 0) continue;
      const cost = share(one, part);
      taken.push({ origin: one.origin, qty: part, cost });
      one.qty -= part;
      one.cost -= cost;
      left -= part;
    }
    return taken;
  }

  sell(doc: number, line: number, wanted: number): void {
    const got = sum(this.take(wanted).map((one) => one.qty));
    if (got < wanted)
      this.missing.push({ doc, line, qty: wanted - got, open: wanted - got, temp: this.newest, diff: 0 });
  }

  /** What is free takes the place of what is missing, the oldest first. */
  offset(): void {
    for (const one of this.missing.filter(({ open }) => open > 0)) {
      for (const part of this.take(one.open)) {
        one.open -= part.qty;
        one.diff += part.cost - one.temp * part.qty;
      }
    }
  }
}

class Trade {
  readonly count = new Count();
  readonly sku: number;
  #clock = 0;

  constructor(sku: number) {
    this.sku = sku;
  }

  #leg(location: number, delta: number, more: Partial<Leg> = {}): Leg {
    return { location, skuId: this.sku, imperfectType: 0, delta, bizType: bizType.sale, lineId: 1, ...more };
  }

  get #here(): number {
    return locationsOf(warehouse).warehouse;
  }

  #books = (tx: Books['db']): Books => ({ db: tx, policies: stockPolicies(numbers, new Events()) });
  #source = (doc: number) => ({ docType: 'test', docId: doc, docNo: `N${doc}` });

  // Later each time, so that no two batches or cases are of one age.
  #now(): string {
    this.#clock += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.#clock * 1000).toISOString();
  }

  async #post(legs: Leg[], more: Partial<Posting> = {}): Promise<void> {
    const posting = {
      source: this.#source((documents += 1)),
      legs,
      happenedAt: this.#now(),
      opId: randomUUID(),
      adminId,
      ...more,
    };
    await inTransaction(db, (tx) => postStock(this.#books(tx), posting));
  }

  async take(act: Act): Promise<void> {
    if (act.what === 'buy') await this.#buy(act.qty, act.unit);
    else if (act.what === 'sell') await this.#sell(act.lines);
    else if (act.what === 'lose') await this.#lose(act.qty);
    else if (act.what === 'lock') await this.#lock(act.qty, act.named);
    else if (act.what === 'unlock') await this.#unlock(act.which);
    else await this.#giveBack(act.which, act.qty);
    await this.agrees();
  }

  async #buy(n: number, unit: number): Promise<void> {
    const [origin] = (await addInbound(db, { warehouse_id: warehouse, lines: [{ sku_id: this.sku }] })).lines as [
      number,
    ];
    // An amount that does not divide by the pieces: the rest of it must not get lost.
    const cost = unit * n + (n > 1 ? 1 : 0);
    const intoTime = this.#now();
    const shared = { origin, supplierId: null, coModel: 1, costPrice: unit, cost };
    const batch = { ...shared, productionDate: null, expireAt: null, intoTime };
    await this.#post([
      this.#leg(this.#here, n, { batch, bizType: bizType.purchaseIn }),
      this.#leg(counterparties.supplier, -n),
    ]);
    this.count.held.push({ origin, qty: n, locked: 0, cost });
    this.count.newest = unit;
    this.count.offset();
  }

  async #sell(lines: readonly number[]): Promise<void> {
    const doc = (documents += 1);
    const legs = lines.flatMap((n, place) => [
      this.#leg(this.#here, -n, { lineId: place + 1 }),
      this.#leg(counterparties.customer, n, { lineId: place + 1 }),
    ]);
    await this.#post(legs, { source: this.#source(doc), oversell: 'ruled' });
    for (const [place, n] of lines.entries()) this.count.sell(doc, place + 1, n);
  }

  async #lose(n: number): Promise<void> {
    const posted = this.#post([
      this.#leg(this.#here, -n, { bizType: bizType.otherOut }),
      this.#leg(counterparties.gain_loss, n),
    ]);
    if (this.count.free < n) return expect(posted).rejects.toMatchObject({ kind: 'stockShort' });
    await posted;
    this.count.take(n);
  }

  async #lock(n: number, named: boolean): Promise<void> {
    const from = named ? this.count.held.find((one) => one.qty > one.locked) : undefined;
    const doc = (documents += 1);
    const promised = [
      { location: this.#here, skuId: this.sku, imperfectType: 0, qty: n, lineId: 1, origin: from?.origin ?? null },
    ];
    const locking = { source: this.#source(doc), promised, lockType: 7, reason: '测试', adminId };
    const locked = inTransaction(db, (tx) => lockStock(this.#books(tx), locking));
    if (this.count.free < n || (from && from.qty - from.locked < n))
      return expect(locked).rejects.toMatchObject({ kind: 'stockShort' });
    await locked;
    if (from) from.locked += n;
    this.count.promises.push({ doc, qty: n, origin: from?.origin ?? null });
  }

  async #unlock(which: number): Promise<void> {
    const { promises } = this.count;
    const [gone] = promises.splice(which % Math.max(promises.length, 1), 1);
    if (!gone) return;
    const by = { opId: randomUUID(), actor: { id: adminId }, now: new Date(this.#now()) };
    await inTransaction(db, (tx) => unlockStock(this.#books(tx), this.#source(gone.doc), by));
    const from = this.count.held.find(({ origin }) => origin === gone.origin);
    if (from) from.locked -= gone.qty;
    this.count.offset();
  }

  async #giveBack(which: number, wanted: number): Promise<void> {
    const open = this.count.missing.filter((one) => one.open > 0);
    const one = open[which % Math.max(open.length, 1)];
    if (!one) return;
    const n = Math.min(wanted, one.open);
    const { rows } = await sql<{ id: number }>`
      select id from negative_inventory where source_id = ${one.doc} and source_line_id = ${one.line} and sku_id = ${this.sku}`.execute(
      db,
    );
    const takesBack = rows[0]?.id ?? 0;
    await this.#post([
      this.#leg(this.#here, n, { takesBack, bizType: bizType.saleReturn }),
      this.#leg(counterparties.customer, -n),
    ]);
    one.open -= n;
  }

  async agrees(): Promise<void> {
    const { held, missing, promised, open, there } = this.count;
    const { rows: batches } = await sql`
      select in_ware_detail_id as origin, qty_remain as qty, qty_locked as locked, cost_amount as cost
      from stock_batch where sku_id = ${this.sku} and qty_remain > 0 order by into_time, in_ware_detail_id`.execute(db);
    expect(batches).toEqual(held.filter((one) => one.qty > 0));
    const { rows: cases } = await sql`
      select source_id as doc, source_line_id as line, qty, open_qty as open, temp_cost as temp, cost_diff as diff
      from negative_inventory where sku_id = ${this.sku} order by id`.execute(db);
    expect(cases).toEqual(missing);
    const { rows } = await sql`
      select on_hand, locked, open_negative as open, cost_amount as cost from stock_balance where sku_id = ${this.sku} and location_id = ${this.#here}`.execute(
      db,
    );
    if (rows.length > 0)
      expect(rows[0]).toEqual({
        on_hand: there - open,
        locked: promised,
        open,
        cost: sum(held.map((one) => one.cost)) - sum(missing.map((one) => one.open * one.temp)),
      });
  }
}

test('what is missing, what is there and what both cost are what a count by hand says, whatever is traded', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (acts) => {
      const trade = new Trade((await pieces(db))[0]?.id ?? 0);
      for (const act of acts) await trade.take(act);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  // These documents are in no table, and the test made no calls; some hold what they locked. All else must hold.
  const broken = (await brokenInvariants(db)).map(({ name }) => name.slice(0, 3));
  expect(broken.filter((name) => name !== 'k08')).toEqual(['k06', 'k35']);
});
