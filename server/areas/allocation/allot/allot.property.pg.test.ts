import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { decideType } from '#contract/areas/allocation/allot-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import {
  allots,
  asked,
  diffs,
  outs,
  picked,
  ready,
  signedAs,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';

// Random work with allots of one kind of goods, and a count of it by hand: what stands at the sender, in transit and at the receiver, what of
// it is promised, and what all of it costs. The house agrees after every run, and refuses what the count says cannot be.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

const few = fc.integer({ min: 1, max: 6 });
const which = fc.nat(5);
const work = fc.oneof(
  fc.record({ what: fc.constant('bring' as const), qty: few, unit: fc.integer({ min: 1, max: 999 }) }),
  fc.record({ what: fc.constant('ask' as const), qty: few }),
  fc.record({ what: fc.constant('check' as const), which, passes: fc.boolean() }),
  fc.record({ what: fc.constant('pick' as const), which, less: fc.nat(2) }),
  fc.record({ what: fc.constant('send' as const), which }),
  fc.record({ what: fc.constant('sign' as const), which, off: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ what: fc.constant('decide' as const), which, first: fc.nat(2), second: fc.nat(2), cut: fc.nat(3) }),
  fc.record({ what: fc.constant('close' as const), which }),
  fc.record({ what: fc.constant('cancel' as const), which }),
);
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never;

type State = 'waiting' | 'toSend' | 'moving' | 'done' | 'differing' | 'ended';
interface Noted {
  readonly id: number;
  readonly asked: number;
  state: State;
  out: number;
  picked: number;
  sent: number;
  signed: number;
}

/** One route, and a count of what stands where. */
class Road {
  readonly way: TransferRoute;
  readonly all: Noted[] = [];
  sender = 0;
  transit = 0;
  receiver = 0;
  lost = 0;

  constructor(way: TransferRoute) {
    this.way = way;
  }

  get held(): number {
    return this.all.reduce((sum, one) => sum + (one.state === 'waiting' || one.state === 'toSend' ? one.asked : 0), 0);
  }

  #one(states: readonly State[], at: number): Noted | undefined {
    const fitting = this.all.filter(({ state }) => states.includes(state));
    return fitting[at % Math.max(fitting.length, 1)];
  }

  async take(act: Work): Promise<void> {
    const { way } = this;
    if (act.what === 'bring') {
      await way.bring(act.qty, act.unit);
      this.sender += act.qty;
      return;
    }
    if (act.what === 'ask') {
      const made = house.ask(way.into, allots.add, asked(way, [[0, act.qty]]));
      if (this.sender - this.held < act.qty) return await expect(made).rejects.toMatchObject({ kind: 'stockShort' });
      const { id } = await made;
      this.all.push({ id, asked: act.qty, state: 'waiting', out: 0, picked: 0, sent: 0, signed: 0 });
      return;
    }
    if (act.what === 'check') return await this.#check(this.#one(['waiting'], act.which), act.passes);
    if (act.what === 'pick') return await this.#pick(this.#one(['toSend'], act.which), act.less);
    if (act.what === 'send') return await this.#send(this.#one(['toSend'], act.which));
    if (act.what === 'sign') return await this.#sign(this.#one(['moving'], act.which), act.off);
    if (act.what === 'decide') return await this.#decide(this.#one(['differing'], act.which), act);
    if (act.what === 'close') return await this.#close(this.#one(['differing'], act.which));
    return await this.#cancel(this.#one(['waiting', 'toSend', 'moving'], act.which));
  }

  async #check(one: Noted | undefined, passes: boolean): Promise<void> {
    if (!one) return;
    await house.ask(this.way.judge, allots.check, { id: one.id, result: passes ? 1 : 2, remark: '看过' });
    one.state = passes ? 'toSend' : 'ended';
    if (passes) one.out = (await house.ask(this.way.from, outs.list, { allot_id: one.id })).list[0]?.id ?? 0;
  }

  async #pick(one: Noted | undefined, less: number): Promise<void> {
    if (!one) return;
    const qty = Math.max(one.asked - less, 0);
    if (qty === 0) return;
    await picked(house, this.way, one.out, [qty]);
    one.picked = qty;
  }

  async #send(one: Noted | undefined): Promise<void> {
    if (!one) return;
    const sent = house.ask(this.way.from, allots.send, { id: one.id, logistics_id: this.way.logistics });
    if (one.picked === 0) return await expect(sent).rejects.toMatchObject({ kind: 'illegalTransition' });
    await sent;
    Object.assign(one, { state: 'moving', sent: one.picked });
    this.sender -= one.picked;
    this.transit += one.picked;
  }

  async #sign(one: Noted | undefined, off: number): Promise<void> {
    if (!one) return;
    const { lines } = await house.ask(this.way.into, allots.detail, { id: one.id });
    const signed = Math.max(one.sent + off, 0);
    const answers = signedAs(
      lines.map(({ id }) => id),
      [signed],
    );
    await expect(house.ask(this.way.into, allots.sign, { id: one.id, lines: answers })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(this.way.into, allots.accept, { id: one.id });
    await house.ask(this.way.into, allots.sign, { id: one.id, lines: answers });
    const came = Math.min(signed, one.sent);
    this.transit -= came;
    this.receiver += came;
    Object.assign(one, { state: signed === one.sent ? 'done' : 'differing', signed });
  }

  async #decide(one: Noted | undefined, { first, second, cut }: Extract<Work, { what: 'decide' }>): Promise<void> {
    if (!one) return;
    const off = one.signed - one.sent;
    const ways =
      off < 0 ? [decideType.back, decideType.lost, decideType.found] : [decideType.accept, decideType.giveBack];
    const [a, b] = [ways[first % ways.length] as number, ways[second % ways.length] as number];
    const whole = Math.abs(off);
    const part = a === b ? whole : Math.min(cut, whole);
    const parts = [
      { decide_type: a, qty: part },
      { decide_type: b, qty: whole - part },
    ].filter(({ qty }) => qty > 0);
    const open = (await house.ask(this.way.judge, diffs.list, { allot_id: one.id })).list[0];
    const diff =
      open?.status === 3
        ? {
            id: open.id,
            lines: (await house.ask(this.way.judge, diffs.detail, { id: open.id })).lines.map(({ id }) => id),
          }
        : await ready(house, this.way, one.id);
    const decided = house.ask(this.way.head, diffs.decide, {
      id: diff.id,
      duty: 5,
      lines: parts.map((answer) => ({ line_id: diff.lines[0], ...answer })),
    } as never);
    const sumOf = (type: number) =>
      parts.reduce((sum, answer) => sum + (answer.decide_type === type ? answer.qty : 0), 0);
    const accepted = sumOf(decideType.accept);
    if (accepted > this.sender - this.held) return await expect(decided).rejects.toMatchObject({ kind: 'stockShort' });
    await decided;
    this.transit -= sumOf(decideType.back) + sumOf(decideType.lost) + sumOf(decideType.found);
    this.sender += sumOf(decideType.back) - accepted;
    this.receiver += sumOf(decideType.found) + accepted;
    this.lost += sumOf(decideType.lost);
    one.state = 'ended';
  }

  async #close(one: Noted | undefined): Promise<void> {
    if (!one) return;
    const open = (await house.ask(this.way.judge, diffs.list, { allot_id: one.id })).list[0];
    const closed = house.ask(this.way.head, diffs.close, { id: open?.id ?? 0, reason: '复点一致' });
    if (open?.status === 3) return await expect(closed).rejects.toMatchObject({ kind: 'illegalTransition' });
    await closed;
    const missing = Math.max(one.sent - one.signed, 0);
    this.transit -= missing;
    this.receiver += missing;
    one.state = 'ended';
  }

  async #cancel(one: Noted | undefined): Promise<void> {
    if (!one) return;
    const cancelled = house.ask(this.way.judge, allots.cancel, { id: one.id, reason: '不要了' });
    if (one.state === 'moving') return await expect(cancelled).rejects.toMatchObject({ kind: 'illegalTransition' });
    await cancelled;
    one.state = 'ended';
  }

  async agrees(): Promise<void> {
    const [from, into] = [await this.way.stock(this.way.sender), await this.way.stock(this.way.receiver)];
    expect([from.on_hand, from.locked, into.transit, into.on_hand]).toEqual([
      this.sender,
      this.held,
      this.transit,
      this.receiver,
    ]);
    const { rows } = await sql<{ gone: number; differs: number }>`
      select coalesce(sum(r.delta) filter (where r.biz_type = 206), 0)::int as gone, coalesce(sum(r.cost_amount), 0)::int as differs
      from stock_ledger r where r.sku_id = ${this.way.goods[0]?.id} and r.doc_type = 'allot' and r.delta > 0`.execute(
      house.db,
    );
    expect(rows[0]?.gone).toBe(this.lost);
  }
}

test('goods between two warehouses stand as a count by hand says, whatever is done with them', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 6, maxLength: 30 }), async (acts) => {
      const road = new Road(await transferRoute(house));
      await road.take({ what: 'bring', qty: 6, unit: 333 });
      await road.take({ what: 'bring', qty: 5, unit: 1001 });
      for (const act of acts) await road.take(act);
      await road.agrees();
    }),
    { numRuns: runsOf(25), endOnFailure: true },
  );
  expect(await brokenInvariants(house.db)).toEqual([]);
});
