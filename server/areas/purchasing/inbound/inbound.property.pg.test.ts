import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { dealType, diffType } from '#contract/areas/purchasing/inbound-enums.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import {
  arrive,
  atDock,
  beginBatch,
  countBatch,
  type Dock,
  type DockPeople,
  dockPeople,
  inbound,
  settleDifference,
} from '#tests/factories/inbound.ts';
import { type CountedPieces, type Decided, ReceivingModel } from '#tests/factories/receiving-model.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { adjust, stockPeople } from '#tests/factories/stock.ts';

// An order that comes in random parts, is counted wrong, decided on, taken back and sold from, and a count of it by hand: stock, batches and
// cost to the fen, the order and its appointments agree after every step, and what the count says cannot be is refused.

let house: House;
let people: DockPeople;
let stockers: Awaited<ReturnType<typeof stockPeople>>;
beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  stockers = await stockPeople(house);
});

const count = fc.record({ good: fc.nat(14), worse: fc.oneof(fc.constant(0), fc.nat(3)) });
const decided = fc.record({ close: fc.boolean(), accept: fc.boolean(), refuse: fc.boolean() });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('receive' as const),
      which: fc.nat(3),
      counts: fc.tuple(count, count),
      decided,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('asPlanned' as const), which: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('arrive' as const), parts: fc.tuple(fc.nat(3), fc.nat(3)) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('reverse' as const), which: fc.nat(5) }) },
  fc.record({
    what: fc.constant('lose' as const),
    place: fc.nat(1),
    grade: fc.nat(1),
    qty: fc.integer({ min: 1, max: 4 }),
  }),
);
type Act = typeof step extends fc.Arbitrary<infer T> ? T : never;
const line = fc.record({
  qty: fc.integer({ min: 1, max: 12 }),
  price: fc.nat(5000),
  rate: fc.constantFrom(0, 300, 900, 1300),
});
const world = fc.record({
  lines: fc.tuple(line, line),
  over: fc.constantFrom(0, 2000),
  steps: fc.array(step, { maxLength: 9 }),
});

class Receiving {
  readonly model: ReceivingModel;
  readonly #dock: Dock;
  readonly #skus: readonly number[];

  constructor(model: ReceivingModel, dock: Dock, skus: readonly number[]) {
    this.model = model;
    this.#dock = dock;
    this.#skus = skus;
  }

  async take(act: Act): Promise<void> {
    house.clock.advance(60_000);
    if (act.what === 'arrive') await this.#arrive(act.parts);
    else if (act.what === 'reverse') await this.#reverse(act.which);
    else if (act.what === 'lose') await this.#lose(act);
    else await this.#receive(act);
  }

  /** Some of what is left comes: as many thirds of it as these say. */
  async #arrive(parts: readonly number[]): Promise<void> {
    const plans = this.model.open().map((left, place) => Math.ceil((left * (parts[place] ?? 0)) / 3));
    if (plans.every((plan) => plan === 0)) return;
    for (const [place, plan] of plans.entries())
      await sql`update purchase_order_line set booked_qty = booked_qty + ${plan} where id = ${this.#dock.purchaseLines[place]}`.execute(
        house.db,
      );
    await sql`
      update purchase_order o set booked_qty = (select sum(booked_qty) from purchase_order_line where purchase_order_id = o.id) where id = ${this.#dock.purchase}`.execute(
      house.db,
    );
    const told = plans.map((plan, place) => ({ place, sku_id: this.#skus[place] ?? 0, plan }));
    this.model.arrive((await arrive(house.db, this.#dock, told)).arrival, plans);
  }

  async #receive(act: Extract<Act, { what: 'receive' | 'asPlanned' }>): Promise<void> {
    const open = this.model.arrivals.filter(({ isOpen }) => isOpen);
    const arrival = open[act.which % Math.max(open.length, 1)];
    if (!arrival) return;
    const planned = this.#skus.map(
      (_, place): CountedPieces => ({ good: arrival.lines.get(place)?.plan ?? 0, worse: 0 }),
    );
    const counts = act.what === 'receive' ? act.counts : planned;
    const wish: Decided = act.what === 'receive' ? act.decided : { close: false, accept: false, refuse: false };
    const decided = { ...wish, accept: wish.accept && this.model.mayAccept(arrival, counts) };
    const came = this.model.taking(arrival, counts, decided);
    const id = await beginBatch(house, people.counter, arrival.id);
    const told = counts.map(({ good, worse }, place) => [this.#skus[place], { 0: good, 1: worse }] as const);
    await countBatch(house, people.counter, { id, counts: Object.fromEntries(told) });
    await house.ask(people.counter, inbound.submit, { id });
    const deals = {
      [diffType.short]: decided.close ? dealType.asCounted : dealType.resupply,
      [diffType.over]: decided.accept ? dealType.accept : dealType.giveBack,
      [diffType.quality]: decided.refuse ? dealType.refuse : dealType.asCounted,
    };
    await settleDifference(house, people, { batch: id, deals });
    const posting = house.ask(people.judge, inbound.audit, { id, result: 1 });
    if (came) {
      await posting;
      this.model.receive(id, arrival, came);
      return;
    }
    await expect(posting).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('还差') as string,
    });
    await house.ask(people.judge, inbound.cancel, { id, reason: '订单没有余量' });
  }

  async #reverse(which: number): Promise<void> {
    const batch = this.model.batches[which % Math.max(this.model.batches.length, 1)];
    if (!batch) return;
    const reversing = house.ask(people.second, inbound.cancel, { id: batch.id, reason: '送错货' });
    if (this.model.reverse(batch)) await reversing;
    else await expect(reversing).rejects.toMatchObject({ kind: 'illegalTransition' });
  }

  async #lose({ place, grade, qty }: Extract<Act, { what: 'lose' }>): Promise<void> {
    if (!this.model.lose(place, grade, qty)) return;
    const lost = { sku_id: this.#skus[place] ?? 0, imperfect_type: grade, qty };
    await adjust(house, { people: stockers, warehouse: this.#dock.warehouse, type: adjustType.loss, lines: [lost] });
  }

  async agrees(): Promise<void> {
    const { rows: shelf } = await sql`
      select d.in_ware_batch_id as batch, b.sku_id as sku, b.imperfect_type as grade, b.qty_remain as qty, b.cost_amount as cost
      from stock_batch b join in_ware_batch_detail d on d.id = b.in_ware_detail_id
      where b.sku_id = any(${[...this.#skus]}::bigint[]) and b.qty_remain > 0 order by 1, 2, 3`.execute(house.db);
    const counted = this.model.shelf
      .filter(({ qty }) => qty > 0)
      .map(({ batch, place, grade, qty }) => {
        return { batch, sku: this.#skus[place] ?? 0, grade, qty, cost: qty * this.model.line(place).unit };
      });
    expect(shelf).toEqual(counted.toSorted((a, b) => a.batch - b.batch || a.sku - b.sku || a.grade - b.grade));
    const { rows: order } = await sql`
      select in_qty as "in", booked_qty as booked, closed_qty as closed from purchase_order_line where purchase_order_id = ${this.#dock.purchase} order by id`.execute(
      house.db,
    );
    expect(order).toEqual(this.model.lines.map(({ in: came, booked, closed }) => ({ in: came, booked, closed })));
    const { rows: arrivals } = await sql`
      select v.arrival_order_id as id, v.plan_qty as plan, v.in_qty as "in", v.booked_qty as booked, a.status = 6 as over
      from arrival_order_line v join arrival_order a on a.id = v.arrival_order_id
      where v.purchase_line_id = any(${[...this.#dock.purchaseLines]}::bigint[]) order by v.id`.execute(house.db);
    expect(arrivals).toEqual(
      this.model.arrivals.flatMap(({ id, lines, isOpen }) =>
        [...lines.values()].map((own) => ({ id, ...own, over: !isOpen })),
      ),
    );
    const { rows } = await sql`select status from purchase_order where id = ${this.#dock.purchase}`.execute(house.db);
    expect(rows).toEqual([{ status: this.model.status() }]);
  }
}

test('what is received and taken back agrees with a count by hand', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ lines, over, steps }) => {
      const skus = (await pieces(house.db, lines.length)).map(({ id }) => id);
      const goods = lines.map((one, place) => ({ ...one, sku_id: skus[place] ?? 0 }));
      const dock = await atDock(house.db, { lines: goods, over });
      const model = new ReceivingModel(lines, over);
      model.arrive(
        dock.arrival,
        lines.map(({ qty }) => qty),
      );
      const receiving = new Receiving(model, dock, skus);
      for (const act of steps) {
        await receiving.take(act);
        await receiving.agrees();
      }
    }),
    { numRuns: runsOf(40) },
  );
  expect(await brokenInvariants(house.db)).toEqual([]);
});
