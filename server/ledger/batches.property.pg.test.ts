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
import { lockStock } from './lock-stock.ts';
import type { Books } from './policies.ts';
import { postStock } from './post-stock.ts';
import type { Leg, Posting } from './posting.ts';

// Random trade with goods, and a count of it by hand: which batch stands where, how many, promised or not, and what they cost to the
// fen. The ledger agrees after every step, and refuses what the count says is not there.

let db: Kysely<unknown>;
let adminId: number;
let numbers: Numbers;
let warehouses: readonly number[];
beforeAll(async () => {
  ({ db } = await testDatabase());
  ({ id: adminId } = await person(db));
  numbers = new Numbers(db);
  warehouses = [(await shelf(db)).id, (await shelf(db)).id];
});

const place = fc.nat(2);
const goods = { at: place, grade: fc.nat(1) };
const qty = fc.integer({ min: 1, max: 7 });
const step = fc.oneof(
  fc.record({
    what: fc.constant('buy' as const),
    ...goods,
    qty,
    unit: fc.integer({ min: 0, max: 999 }),
    expires: fc.option(fc.nat(3)),
  }),
  fc.record({ what: fc.constant('gain' as const), ...goods, qty }),
  fc.record({ what: fc.constant('move' as const), ...goods, qty, to: place, named: fc.option(fc.nat(5)) }),
  fc.record({ what: fc.constant('regrade' as const), ...goods, qty }),
  fc.record({ what: fc.constant('sell' as const), ...goods, qty, named: fc.option(fc.nat(5)) }),
  fc.record({ what: fc.constant('lock' as const), ...goods, qty, named: fc.option(fc.nat(5)) }),
  fc.record({ what: fc.constant('sellLocked' as const), which: fc.nat(5), qty }),
);
type Act = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Held {
  origin: number;
  qty: number;
  locked: number;
  cost: number;
}
interface Known {
  expires: string;
  into: number;
  unit: number;
}
interface Lock {
  doc: number;
  at: number;
  grade: number;
  origin: number | null;
  left: number;
}

let documents = 0;

/** The count by hand. */
class Count {
  readonly shelves = new Map<string, Held[]>();
  readonly origins = new Map<number, Known>();
  readonly locks: Lock[] = [];

  shelf(at: number, grade: number): Held[] {
    const name = `${at}/${grade}`;
    const found = this.shelves.get(name) ?? [];
    this.shelves.set(name, found);
    return found;
  }

  free(at: number, grade: number): number {
    const promised = this.locks.filter((lock) => lock.at === at && lock.grade === grade);
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    return sum(this.shelf(at, grade).map((held) => held.qty)) - sum(promised.map(({ left }) => left));
  }

  /** Batches in the order in which they leave. */
  leaving(at: number, grade: number): Held[] {
    const key = ({ origin }: Held) => {
      const { expires, into } = this.origins.get(origin) as Known;
      return `${expires}/${String(into).padStart(9, '0')}/${String(origin).padStart(9, '0')}`;
    };
    return this.shelf(at, grade)
      .filter((held) => held.qty > 0)
      .toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  }

  named(at: number, grade: number, which: number | null): Held | undefined {
    if (which === null) return undefined;
    const all = this.leaving(at, grade);
    return all[which % Math.max(all.length, 1)];
  }

  take(at: number, grade: number, wanted: number, from?: Held): Held[] {
    let left = wanted;
    const taken: Held[] = [];
    for (const held of from ? [from] : this.leaving(at, grade)) {
      const part = Math.min(left, held.qty - held.locked);
      if (part <= 0) continue;
      const cost = part === held.qty ? held.cost : Math.floor((2 * held.cost * part + held.qty) / (2 * held.qty));
      taken.push({ origin: held.origin, qty: part, locked: 0, cost });
      held.qty -= part;
      held.cost -= cost;
      left -= part;
    }
    expect(left).toBe(0);
    return taken;
  }

  put(at: number, grade: number, came: readonly Held[]): void {
    for (const one of came) {
      const there = this.shelf(at, grade).find(({ origin }) => origin === one.origin);
      if (there) {
        there.qty += one.qty;
        there.cost += one.cost;
      } else this.shelf(at, grade).push({ ...one });
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

  location(at: number): number {
    const [one, other] = warehouses as [number, number];
    return [locationsOf(one).warehouse, locationsOf(other).warehouse, locationsOf(other).transit][at] as number;
  }

  #leg(at: number, grade: number, delta: number, more: Partial<Leg> = {}): Leg {
    return { location: at, skuId: this.sku, imperfectType: grade, delta, bizType: bizType.otherIn, lineId: 1, ...more };
  }

  #source(doc = (documents += 1)) {
    return { docType: 'test', docId: doc, docNo: `T${doc}` };
  }

  #posting(legs: Leg[], more: Partial<Posting> = {}): Posting {
    return { source: this.#source(), legs, happenedAt: this.#now(), opId: randomUUID(), adminId, ...more };
  }

  // Later each time, so that no two batches are of one age.
  #now(): string {
    this.#clock += 1;
    return new Date(Date.UTC(2026, 0, 1) + this.#clock * 1000).toISOString();
  }

  #post = async (posting: Posting): Promise<void> =>
    await inTransaction(db, (tx) => postStock(this.#books(tx), posting));

  #books = (tx: Books['db']): Books => ({ db: tx, policies: stockPolicies(numbers, new Events()) });

  /** Does what fits, and sees that the rest is refused. */
  async #within(enough: boolean, doing: Promise<void>): Promise<boolean> {
    if (enough) await doing;
    else await expect(doing).rejects.toMatchObject({ kind: 'stockShort' });
    return enough;
  }

  async take(act: Act): Promise<void> {
    if (act.what === 'buy') await this.#buy(act);
    else if (act.what === 'gain') await this.#gain(act);
    else if (act.what === 'lock') await this.#lock(act);
    else if (act.what === 'sellLocked') await this.#sellLocked(act);
    else await this.#move(act);
  }

  async #buy({ at, grade, qty: n, unit, expires }: Extract<Act, { what: 'buy' }>): Promise<void> {
    const [origin] = (await addInbound(db, { warehouse_id: warehouses[0] as number, lines: [{ sku_id: this.sku }] }))
      .lines as [number];
    const posting = this.#posting([]);
    const expireAt = expires === null ? null : `2027-01-0${expires + 1}`;
    // An amount that does not divide by the pieces: the rest of it must not get lost.
    const cost = unit * n + (n > 1 ? 1 : 0);
    const batch = {
      origin,
      supplierId: null,
      coModel: 1,
      costPrice: unit,
      cost,
      productionDate: null,
      expireAt,
      intoTime: posting.happenedAt,
    };
    const to = this.#leg(this.location(at), grade, n, { batch });
    await this.#post({ ...posting, legs: [to, this.#leg(counterparties.supplier, grade, -n)] });
    this.count.origins.set(origin, { expires: expireAt ?? '9', into: this.#clock, unit });
    this.count.put(at, grade, [{ origin, qty: n, locked: 0, cost }]);
  }

  async #gain({ at, grade, qty: n }: Extract<Act, { what: 'gain' }>): Promise<void> {
    const legs = [this.#leg(this.location(at), grade, n), this.#leg(counterparties.gain_loss, grade, -n)];
    const before = new Set(this.count.origins.keys());
    const newest = [...this.count.origins.values()].toSorted((one, other) => other.into - one.into)[0];
    await this.#post(this.#posting(legs));
    const unit = newest?.unit ?? 0;
    const { rows } = await sql<{
      id: number;
    }>`select in_ware_detail_id as id from stock_batch where sku_id = ${this.sku} order by 1 desc`.execute(db);
    const origin = rows.find(({ id }) => !before.has(id))?.id as number;
    this.count.origins.set(origin, { expires: '9', into: this.#clock, unit });
    this.count.put(at, grade, [{ origin, qty: n, locked: 0, cost: unit * n }]);
  }

  async #move(act: Exclude<Act, { what: 'buy' | 'gain' | 'lock' | 'sellLocked' }>): Promise<void> {
    const { at, grade, qty: n } = act;
    const from = act.what === 'regrade' ? undefined : this.count.named(at, grade, act.named);
    const enough = this.count.free(at, grade) >= n && (!from || from.qty - from.locked >= n);
    const toGrade = act.what === 'regrade' ? 1 - grade : grade;
    const to = {
      move: this.location('to' in act ? act.to : at),
      regrade: this.location(at),
      sell: counterparties.customer,
    }[act.what];
    const legs = [this.#leg(this.location(at), grade, -n, { origin: from?.origin ?? null }), this.#leg(to, toGrade, n)];
    // Nowhere else: nothing to tell.
    if (act.what === 'move' && act.to === at) return;
    if (!(await this.#within(enough, this.#post(this.#posting(legs))))) return;
    const taken = this.count.take(at, grade, n, from);
    if (act.what === 'move') this.count.put(act.to, grade, taken);
    if (act.what === 'regrade') this.count.put(at, toGrade, taken);
  }

  async #lock({ at, grade, qty: n, named }: Extract<Act, { what: 'lock' }>): Promise<void> {
    const from = this.count.named(at, grade, named);
    const enough = this.count.free(at, grade) >= n && (!from || from.qty - from.locked >= n);
    const doc = (documents += 1);
    const promised = [
      {
        location: this.location(at),
        skuId: this.sku,
        imperfectType: grade,
        qty: n,
        lineId: 1,
        origin: from?.origin ?? null,
      },
    ];
    const locking = { source: this.#source(doc), promised, lockType: 7, reason: '测试', adminId };
    if (
      !(await this.#within(
        enough,
        inTransaction(db, (tx) => lockStock(this.#books(tx), locking)),
      ))
    )
      return;
    if (from) from.locked += n;
    this.count.locks.push({ doc, at, grade, origin: from?.origin ?? null, left: n });
  }

  /** Sells what was locked, or a part of it: exactly that much is let go. */
  async #sellLocked({ which, qty: wanted }: Extract<Act, { what: 'sellLocked' }>): Promise<void> {
    const open = this.count.locks.filter(({ left }) => left > 0);
    const lock = open[which % Math.max(open.length, 1)];
    if (!lock) return;
    const n = Math.min(wanted, lock.left);
    const { at, grade, origin } = lock;
    const legs = [this.#leg(this.location(at), grade, -n, { origin }), this.#leg(counterparties.customer, grade, n)];
    await this.#post(this.#posting(legs, { source: this.#source(lock.doc), releases: 'lines' }));
    lock.left -= n;
    const from = this.count.shelf(at, grade).find((held) => held.origin === origin);
    if (from) from.locked -= n;
    this.count.take(at, grade, n, origin === null ? undefined : from);
  }

  async agrees(): Promise<void> {
    const { rows } = await sql`
      select location_id as place, imperfect_type as grade, in_ware_detail_id as origin, qty_remain as qty, qty_locked as locked, cost_amount as cost
      from stock_batch where sku_id = ${this.sku} and qty_remain > 0 order by 1, 2, 3`.execute(db);
    const counted = [...this.count.shelves].flatMap(([name, shelved]) => {
      const [at, grade] = name.split('/').map(Number) as [number, number];
      return shelved
        .filter((held) => held.qty > 0)
        .map(({ origin, ...held }) => ({ place: this.location(at), grade, origin, ...held }));
    });
    const order = (one: (typeof counted)[number]) => [one.place, one.grade, one.origin];
    expect(rows).toEqual(
      counted.toSorted((one, other) => {
        const [a, b] = [order(one), order(other)];
        const at = a.findIndex((value, index) => value !== b[index]);
        return (a[at] as number) - (b[at] as number);
      }),
    );
  }
}

test('batches, promises and cost are what a count by hand says, whatever is traded', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (acts) => {
      const trade = new Trade((await pieces(db))[0]?.id ?? 0);
      for (const act of acts) await trade.take(act);
      await trade.agrees();
    }),
    { numRuns: 40 },
  );
  // These documents are in no table, and the test made no calls; some of them hold stock or have it on its way. All else must hold.
  const broken = (await brokenInvariants(db)).map(({ name }) => name.slice(0, 3));
  expect(broken.filter((name) => name !== 'i03' && name !== 'k08')).toEqual(['k06', 'k35']);
});
