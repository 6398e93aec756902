import { randomUUID } from 'node:crypto';
import {
  type AllotAnswer,
  type AllotEnd,
  type AllotEntry,
  allotEntryCalls,
} from '#contract/areas/allocation/allot-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';

/** What a tablet sends of one end of an allot, by hand: it keeps what it did until it is told to send, and remembers each word. */
export class AllotTablet {
  readonly #house: House;
  readonly #who: Actor;
  readonly #end: AllotEnd;
  readonly id: number;
  readonly device: string = `tablet-${randomUUID()}`;
  readonly unsent: AllotEntry[] = [];
  readonly answers = new Map<string, AllotAnswer>();
  #seq = 0;

  constructor(house: House, who: Actor, { end, id }: { end: AllotEnd; id: number }) {
    [this.#house, this.#who, this.#end, this.id] = [house, who, end, id];
  }

  /** Does something now; answers its op id. */
  do(kind: AllotEntry['kind'], more: Partial<AllotEntry> = {}): string {
    const op_id = randomUUID();
    this.unsent.push({
      op_id,
      seq: (this.#seq += 1),
      kind,
      barcode: '',
      imperfect_type: 0,
      qty: kind === 'add' ? 1 : 0,
      carton: kind === 'add' && this.#end === 'out' ? 1 : null,
      counted_at: this.#house.clock.now().toISOString(),
      ...more,
    });
    return op_id;
  }

  add(barcode: string | undefined, more: Partial<AllotEntry> = {}): string {
    return this.do('add', { barcode: barcode ?? '', ...more });
  }

  /** Sends what is unsent, or so many of it; with `lost` the answer never comes and everything stays. */
  async send({ most = 500, lost = false } = {}): Promise<AllotAnswer[]> {
    const entries = this.unsent.slice(0, most);
    if (entries.length === 0) return [];
    const { answers } = await this.#house.ask(this.#who, allotEntryCalls[this.#end].entries, {
      id: this.id,
      device_id: this.device,
      entries,
    });
    if (lost) return [];
    for (const answer of answers) this.answers.set(answer.op_id, answer);
    this.unsent.splice(0, entries.length);
    const places = new Map(entries.map(({ op_id }, place) => [op_id, place]));
    return answers.toSorted((one, other) => (places.get(one.op_id) ?? 0) - (places.get(other.op_id) ?? 0));
  }

  sheet() {
    return this.#house.ask(this.#who, allotEntryCalls[this.#end].sheet, { id: this.id, device_id: this.device });
  }
}
