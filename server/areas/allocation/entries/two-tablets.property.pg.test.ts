import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { AllotAnswer, AllotEntry } from '#contract/areas/allocation/allot-entry.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { AllotTablet } from '#tests/factories/allot-tablet.ts';
import { allots, outs, passed, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';

// One allot, two tablets at each end in the dark and a desk in between: answers are lost and asked for again, slips are taken back, cartons
// are packed and opened, somebody sends or signs while another has not sent. Sender, transit and receiver hold what the answers say, each
// entry is kept once and in its order, and none is without a word.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

const which = fc.nat(1);
const scan = fc.record({
  what: fc.constant('scan' as const),
  which,
  place: fc.nat(2),
  qty: fc.integer({ min: 1, max: 3 }),
  grade: fc.constantFrom(0, 0, 0, 2, 3),
  carton: fc.integer({ min: 1, max: 2 }),
});
const common = [
  { weight: 8, arbitrary: scan },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('takeBack' as const), which, nth: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('send' as const),
      which,
      most: fc.integer({ min: 1, max: 9 }),
      lost: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end' as const), which }) },
] as const;
const picking = fc.oneof(
  ...common,
  { weight: 1, arbitrary: fc.record({ what: fc.constant('desk' as const), place: fc.nat(1), qty: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('pack' as const), which }) },
);
const receiving = fc.oneof(...common, {
  weight: 2,
  arbitrary: fc.record({ what: fc.constant('carton' as const), which, nth: fc.nat(3) }),
});
type Act = typeof picking | typeof receiving extends fc.Arbitrary<infer T> ? T : never;

/** Two tablets at one end, and what their answers say. */
class End {
  readonly tablets: readonly [AllotTablet, AllotTablet];
  /** Every entry that was done here. */
  readonly done = new Map<string, AllotEntry>();
  readonly words = new Map<string, AllotAnswer>();
  readonly #codes: readonly string[];

  constructor(tablets: readonly [AllotTablet, AllotTablet], codes: readonly string[]) {
    this.tablets = tablets;
    this.#codes = codes;
  }

  do(at: number, kind: AllotEntry['kind'], more: Partial<AllotEntry> = {}): void {
    const tablet = this.tablets[at as 0 | 1];
    tablet.do(kind, more);
    const entry = tablet.unsent.at(-1);
    if (entry) this.done.set(entry.op_id, entry);
  }

  scan({ which: at, place, qty, grade, carton }: Extract<Act, { what: 'scan' }>, isOut: boolean): void {
    const barcode = this.#codes[place] ?? 'odd';
    this.do(at, 'add', { barcode, qty, ...(isOut ? { carton } : { imperfect_type: grade }) });
  }

  takeBack({ which: at, nth }: Extract<Act, { what: 'takeBack' }>): void {
    const device = this.tablets[at as 0 | 1].device;
    const own = [...this.done.values()].filter(
      ({ op_id, kind }) => kind === 'add' && this.#deviceOf.get(op_id) === device,
    );
    const entry = own[nth % Math.max(own.length, 1)];
    if (entry) this.do(at, 'void', { barcode: entry.barcode, voids: entry.op_id });
  }

  get #deviceOf(): Map<string, string> {
    return new Map(
      this.tablets.flatMap(({ device, unsent, answers }) =>
        [...unsent.map(({ op_id }) => op_id), ...answers.keys()].map((opId) => [opId, device] as const),
      ),
    );
  }

  /** Sends, and counts what is answered for the first time; a lost answer is counted when it comes after all. */
  async send(at: number, how: { most?: number; lost?: boolean } = {}): Promise<void> {
    house.clock.advance(1000);
    for (const answer of await this.tablets[at as 0 | 1].send(how)) this.#take(answer);
  }

  #take(answer: AllotAnswer): void {
    // An entry has one word, however often it is asked for.
    expect(this.words.get(answer.op_id) ?? answer).toEqual(answer);
    this.words.set(answer.op_id, answer);
  }

  /** Pieces that the answers say count, by goods; `since` leaves out what a desk has replaced. */
  says(stated: ReadonlyMap<number, { qty: number; upTo: ReadonlySet<string> }> = new Map()): number[] {
    return [0, 1].map((place) => {
      const said = stated.get(place);
      const code = this.#codes[place];
      return [...this.done.values()].reduce((sum, entry) => {
        const target = entry.kind === 'void' ? this.done.get(entry.voids ?? '') : entry;
        if (!target || this.words.get(entry.op_id)?.outcome !== 'accepted') return sum;
        if (entry.kind !== 'add' && entry.kind !== 'void') return sum;
        if (target.barcode !== code || said?.upTo.has(entry.op_id)) return sum;
        return this.words.get(target.op_id)?.outcome === 'accepted'
          ? sum + (entry === target ? 1 : -1) * target.qty
          : sum;
      }, said?.qty ?? 0);
    });
  }
}

class Journey {
  readonly way: TransferRoute;
  readonly allot: { id: number; out: number };
  readonly out: End;
  readonly into: End;
  readonly stated = new Map<number, { qty: number; upTo: ReadonlySet<string> }>();

  constructor(way: TransferRoute, allot: { id: number; out: number }) {
    [this.way, this.allot] = [way, allot];
    const codes = way.goods.slice(0, 2).map(({ barcode }) => barcode);
    const end = (name: 'out' | 'into', who: TransferRoute['from']) =>
      new End(
        [
          new AllotTablet(house, who, { end: name, id: allot.id }),
          new AllotTablet(house, way.judge, { end: name, id: allot.id }),
        ],
        codes,
      );
    this.out = end('out', way.from);
    this.into = end('into', way.into);
  }

  async take(end: End, act: Act): Promise<void> {
    house.clock.advance(1000);
    const isOut = end === this.out;
    if (act.what === 'scan') end.scan(act, isOut);
    else if (act.what === 'takeBack') end.takeBack(act);
    else if (act.what === 'send') await end.send(act.which, act);
    else if (act.what === 'pack') end.do(act.which, 'pack');
    else if (act.what === 'desk') await this.#desk(act);
    else if (act.what === 'carton') await this.#carton(act);
    else end.do(act.which, isOut ? 'send' : 'sign');
  }

  // What has an answer that the server gave before this is in the figure that is said now; so is what it has answered and nobody heard.
  async #desk({ place, qty }: Extract<Act, { what: 'desk' }>): Promise<void> {
    const { status } = await house.ask(this.way.from, allots.detail, { id: this.allot.id });
    const { lines } = await house.ask(this.way.from, outs.detail, { id: this.allot.out });
    const said = house.ask(this.way.from, outs.pick, {
      id: this.allot.out,
      lines: [{ line_id: lines[place]?.id ?? 0, pick_qty: qty }],
    });
    if (status !== 2) return await expect(said).rejects.toMatchObject({ kind: 'illegalTransition' });
    await said;
    const { rows } = await sql<{ op_id: string }>`
      select op_id from allot_entry where allot_id = ${this.allot.id} and side = 1`.execute(house.db);
    this.stated.set(place, { qty, upTo: new Set(rows.map(({ op_id }) => op_id)) });
  }

  async #carton({ which: at, nth }: Extract<Act, { what: 'carton' }>): Promise<void> {
    const { rows } = await sql<{ no: string }>`
      select carton_no as no from allot_carton where allot_id = ${this.allot.id} and status in (2, 3) order by carton_place`.execute(
      house.db,
    );
    const number = rows[nth % Math.max(rows.length, 1)]?.no;
    this.into.do(at, 'accept', { barcode: number ?? '' });
  }

  /** Everything that is still in the dark comes into the light. */
  async drain(end: End): Promise<void> {
    for (const at of [0, 1]) while (end.tablets[at as 0 | 1].unsent.length > 0) await end.send(at);
    expect([...end.words.keys()].toSorted()).toEqual([...end.done.keys()].toSorted());
  }

  async agrees(): Promise<void> {
    const { rows: kept } = await sql<{ op_id: string; outcome: string; wrong: boolean }>`
      select e.op_id, e.outcome, exists (
        select 1 from allot_entry o where o.allot_id = e.allot_id and o.device_id = e.device_id and o.side = e.side and o.seq < e.seq and o.received_at > e.received_at) as wrong
      from allot_entry e where e.allot_id = ${this.allot.id}`.execute(house.db);
    const answered = new Map([...this.out.words, ...this.into.words]);
    const wanted = [...answered].filter(([, { outcome }]) => outcome !== 'refused');
    expect(new Map(kept.map(({ op_id, outcome }) => [op_id, outcome]))).toEqual(
      new Map(wanted.map(([opId, { outcome }]) => [opId, outcome])),
    );
    expect(kept.filter(({ wrong }) => wrong)).toEqual([]);
    const record = await house.ask(this.way.judge, allots.detail, { id: this.allot.id });
    const { lines: own } = await house.ask(this.way.from, outs.detail, { id: this.allot.out });
    expect(own.map(({ pick_qty }) => pick_qty ?? 0)).toEqual(this.out.says(this.stated));
    expect(record.lines.map((line) => line.counted_qty)).toEqual(this.into.says());
    const sent = record.status === 2 ? [0, 0] : own.map(({ pick_qty }) => Number(pick_qty ?? 0));
    const isSigned = record.status === 5 || record.status === 6;
    for (const place of [0, 1]) {
      const [from, into] = [
        await this.way.stock(this.way.sender, place),
        await this.way.stock(this.way.receiver, place),
      ];
      const came = isSigned ? Math.min(sent[place] ?? 0, this.into.says()[place] ?? 0) : 0;
      expect([from.on_hand, into.transit, into.on_hand]).toEqual([
        brought - (sent[place] ?? 0),
        (sent[place] ?? 0) - came,
        came,
      ]);
    }
  }
}

const brought = 12;

test('two tablets at each end lose nothing and double nothing', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(picking, { minLength: 6, maxLength: 24 }),
      fc.array(receiving, { minLength: 4, maxLength: 20 }),
      async (acts, later) => {
        const way = await transferRoute(house);
        for (const place of [0, 1]) await way.bring(brought, 333, { place });
        const allot = await passed(house, way, [
          [0, 7],
          [1, 5],
        ]);
        const journey = new Journey(way, allot);
        for (const act of acts) await journey.take(journey.out, act);
        await journey.drain(journey.out);
        await journey.agrees();
        for (const act of later) await journey.take(journey.into, act);
        await journey.drain(journey.into);
        await journey.agrees();
      },
    ),
    { numRuns: runsOf(60), endOnFailure: true },
  );
  expect(await brokenInvariants(house.db)).toEqual([]);
});
