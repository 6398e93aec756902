import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { decideType, decisionsOfShort, decisionsOfSurplus } from '#contract/areas/allocation/allot-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { NotSaved } from '#src/local/index.ts';
import type { House } from '#tests/boot/house.ts';
import {
  allotKeys,
  allots,
  cartons,
  diffs,
  outs,
  passed,
  ready,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';
import { AllotHand } from './allot-hand.ts';
import { type AllotFault, type Listening, listenTo } from './allot-listening.ts';
import { type Chance, createChance } from './chance.ts';

/** Pieces of each kind of goods that the sender has at first. */
export const brought = 20;
const plan = [8, 5];

/** What a desk said was picked of some goods, and the entries that are in that figure or given up for it. */
interface Stated {
  readonly qty: number;
  readonly upTo: ReadonlySet<string>;
}

/** One allot from the first scan to the last decision: two tablets at each end in the dark, desks in between. */
export class AllotChain {
  readonly chance: Chance;
  readonly house: House;
  readonly way: TransferRoute;
  readonly allot: Awaited<ReturnType<typeof passed>>;
  readonly heard: Listening;
  readonly hands: AllotHand[] = [];
  readonly stated = new Map<number, Stated>();
  /** Pieces that a desk signed for, once somebody has; a tablet signs for what was counted. */
  signed: number[] | undefined;
  /** Pieces of each kind of goods by what was decided of them. */
  readonly decided = new Map<number, number[]>();

  private constructor(of: Pick<AllotChain, 'chance' | 'house' | 'way' | 'allot' | 'heard'>) {
    this.chance = of.chance;
    this.house = of.house;
    this.way = of.way;
    this.allot = of.allot;
    this.heard = of.heard;
  }

  /** Runs one seed; `fault` stands between the tablets and the house. */
  static async run(house: House, seed: number, fault?: (chance: Chance) => AllotFault): Promise<AllotChain> {
    const chance = createChance(seed);
    const way = await transferRoute(house);
    for (const place of [0, 1]) await way.bring(brought, 333 + place, { place });
    const allot = await passed(
      house,
      way,
      plan.map((qty, place) => [place, qty]),
    );
    const heard = listenTo(house, fault?.(chance));
    const chain = new AllotChain({ chance, house, way, allot, heard });
    await chain.#atSender();
    if ((await chain.status()) !== -1) {
      await chain.#atReceiver();
      if ((await chain.status()) === 6) await chain.#decide();
    }
    return chain;
  }

  async status(): Promise<number> {
    return (await this.house.ask(this.way.judge, allots.detail, { id: this.allot.id })).status ?? 0;
  }

  async #atSender(): Promise<void> {
    const { way, chance } = this;
    const hands = await this.#hands('out', [way.from, way.judge]);
    for (let action = chance.between(10, 22); action > 0; action -= 1) {
      const hand = chance.pick(hands);
      if (chance.hits(0.06)) await this.#statePicked();
      else if (chance.hits(0.05)) await hand.did({ kind: 'pack' });
      else if (chance.hits(0.03)) await hand.did({ kind: 'send', waybill_no: 'SF100' });
      else if (chance.hits(0.005)) await this.#cancel();
      else await this.#anyAction(hand, () => ({ carton: chance.between(1, 2) }));
    }
    await this.#drain(hands);
    if ((await this.status()) !== 2) return;
    if ((await this.picked()).every((qty) => qty === 0)) await this.#statePicked(2);
    await this.#setAside('out', way.from);
    // On a tablet, or at a desk.
    if (this.stated.size === 0 && chance.hits(0.6)) {
      const hand = chance.pick(hands);
      await hand.did({ kind: 'pack' });
      await hand.did({ kind: 'send', waybill_no: 'SF100' });
      await this.#drain(hands);
    }
    if ((await this.status()) === 2) await this.#sendAtDesk();
  }

  async #atReceiver(): Promise<void> {
    const { way, chance, house, allot } = this;
    const helper = await house.person('收货副手', allotKeys, [{ warehouse: [way.receiver] }]);
    const hands = await this.#hands('into', [way.into, helper]);
    const { list } = await house.ask(way.into, cartons.list, { allot_id: allot.id, status: 2 });
    for (let action = chance.between(10, 22); action > 0; action -= 1) {
      const hand = chance.pick(hands);
      if (chance.hits(0.12))
        await hand.did({ kind: 'accept', barcode: list[chance.between(0, list.length)]?.carton_no ?? '' });
      else if (chance.hits(0.03)) await hand.did({ kind: 'sign' });
      else await this.#anyAction(hand, () => ({ imperfect_type: chance.hits(0.2) ? chance.between(2, 3) : 0 }));
    }
    await this.#drain(hands);
    await this.#setAside('into', way.into);
    if ((await this.status()) === 3 && chance.hits(0.5)) await chance.pick(hands).did({ kind: 'accept' });
    if (chance.hits(0.5)) await chance.pick(hands).did({ kind: 'sign' });
    await this.#drain(hands);
    if ([3, 4].includes(await this.status())) await this.#signAtDesk();
  }

  async #hands(end: AllotEnd, people: readonly Actor[]): Promise<AllotHand[]> {
    const hands: AllotHand[] = [];
    const { house, way, allot, heard } = this;
    for (const person of people)
      hands.push(await AllotHand.take({ house, way, allot: allot.id, end, person, served: heard }));
    this.hands.push(...hands);
    return hands;
  }

  async #anyAction(hand: AllotHand, more: () => { carton?: number; imperfect_type?: number }): Promise<void> {
    const { chance, way } = this;
    const at = chance.next();
    if (at < 0.62) {
      const place = chance.hits(0.08) ? 2 : chance.between(0, 1);
      const barcode = chance.hits(0.05) ? 'odd' : (way.goods[place]?.barcode ?? '');
      await hand.did({ kind: 'add', barcode, qty: chance.pick([1, 1, 1, 2]), ...more() });
    } else if (at < 0.74) await this.#takeBack(hand);
    else if (at < 0.82) await hand.killed();
    else {
      hand.radio.online = true;
      hand.radio.loses = chance.hits(0.4) ? 1 : 0;
      if (chance.hits(0.25)) await hand.killedSending();
      else await hand.send();
      hand.radio.online = false;
    }
  }

  async #takeBack(hand: AllotHand): Promise<void> {
    const own = hand.done.filter(({ payload }) => payload.kind === 'add');
    const voids = this.chance.hits(0.5) ? undefined : own[this.chance.between(0, own.length)]?.op_id;
    try {
      await hand.takeBack(voids);
    } catch (problem) {
      if (!(problem instanceof NotSaved && problem.reason === 'nothing')) throw problem;
    }
  }

  /** Everything that is still in the dark comes into the light. */
  async #drain(hands: readonly AllotHand[]): Promise<void> {
    for (const hand of hands) {
      hand.radio.online = true;
      hand.radio.loses = 0;
      for (let tries = 0; tries < 8 && (await hand.status()).unsent > 0; tries += 1) await hand.send();
    }
  }

  // What has an answer is in the figure that is said now, heard or not.
  async #statePicked(least = 0): Promise<void> {
    const { house, way, allot, chance } = this;
    if ((await this.status()) !== 2) return;
    house.clock.advance(1000);
    const { lines } = await house.ask(way.from, outs.detail, { id: allot.out });
    const place = chance.between(0, 1);
    const qty = chance.between(least, plan[place] ?? 0);
    await house.ask(way.from, outs.pick, {
      id: allot.out,
      lines: [{ line_id: lines[place]?.id ?? 0, pick_qty: qty }],
    });
    this.stated.set(place, { qty, upTo: new Set(this.heard.words.keys()) });
  }

  async #cancel(): Promise<void> {
    if ((await this.status()) === 2)
      await this.house.ask(this.way.judge, allots.cancel, { id: this.allot.id, reason: '门店停业' });
  }

  async #setAside(end: AllotEnd, who: Actor): Promise<void> {
    const calls = allotEntryCalls[end];
    const { list } = await this.house.ask(who, calls.open, { id: this.allot.id });
    if (list.length === 0) return;
    const op_ids = list.map(({ op_id }) => op_id);
    await this.house.ask(who, calls.decide, { id: this.allot.id, op_ids, reason: '不是此单的货' });
  }

  async #sendAtDesk(): Promise<void> {
    const { house, way, allot } = this;
    house.clock.advance(1000);
    const { lines } = await house.ask(way.from, outs.detail, { id: allot.out });
    await house.ask(way.from, outs.pack, {
      id: allot.out,
      lines: lines.flatMap(({ id, pick_qty: qty }) => (qty ? [{ line_id: id, carton_place: 1, qty }] : [])),
    });
    await house.ask(way.from, allots.send, { id: allot.id, logistics_id: way.logistics, waybill_no: 'SF101' });
  }

  // A desk begins with what tablets have counted, and may say otherwise.
  async #signAtDesk(): Promise<void> {
    const { house, way, allot, chance } = this;
    house.clock.advance(1000);
    if ((await this.status()) === 3) await house.ask(way.into, allots.accept, { id: allot.id });
    const { lines } = await house.ask(way.into, allots.detail, { id: allot.id });
    const said = lines.map(({ id, ...line }) => {
      const sign_qty = Math.max((line.counted_qty ?? 0) + chance.pick([0, 0, -1, 1]), 0);
      const imperfect_qty = Math.min(line.counted_imperfect_qty ?? 0, sign_qty, line.send_qty ?? 0);
      return { line_id: id, sign_qty, imperfect_qty, damage_type: imperfect_qty > 0 ? line.counted_damage_type : null };
    });
    await house.ask(way.into, allots.sign, { id: allot.id, lines: said as never });
    this.signed = said.map(({ sign_qty }) => sign_qty);
  }

  /** All five decisions come up: missing pieces in up to three parts, pieces too many in up to two. */
  async #decide(): Promise<void> {
    const { house, way, allot, chance } = this;
    const { id } = await ready(house, way, allot.id);
    const { lines } = await house.ask(way.head, diffs.detail, { id });
    const answers: { line_id: number; decide_type: number; qty: number }[] = [];
    for (const line of lines) {
      const off = Number(line.diff_qty);
      const place = way.goods.findIndex(({ id: sku }) => sku === line.sku_id);
      const { on_hand, locked } = await way.stock(way.sender, place);
      const fits = (decide: number) => decide !== decideType.accept || off <= on_hand - locked;
      const ways = (off < 0 ? decisionsOfShort : decisionsOfSurplus).filter(fits);
      let left = Math.abs(off);
      for (const [nth, decide_type] of ways.entries()) {
        const qty = nth === ways.length - 1 ? left : chance.between(0, left);
        left -= qty;
        if (qty === 0) continue;
        answers.push({ line_id: line.id, decide_type, qty });
        this.decided.set(
          decide_type,
          [0, 1].map((at) => (this.decided.get(decide_type)?.[at] ?? 0) + (at === place ? qty : 0)),
        );
      }
    }
    await house.ask(way.head, diffs.decide, { id, duty: 5, lines: answers } as never);
  }

  async picked(): Promise<number[]> {
    const { lines } = await this.house.ask(this.way.from, outs.detail, { id: this.allot.out });
    return lines.map(({ pick_qty: qty }) => qty ?? 0);
  }
}
