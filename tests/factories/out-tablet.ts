import { randomUUID } from 'node:crypto';
import type { AllotAnswer } from '#contract/areas/allocation/allot-entry.ts';
import { type OutEntry, outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';

/** What a tablet sends of a delivery of an order, by hand: it keeps what it did until it is told to send. */
export class OutTablet {
  readonly #house: House;
  readonly #who: Actor;
  readonly id: number;
  readonly device: string = `tablet-${randomUUID()}`;
  readonly unsent: OutEntry[] = [];
  #seq = 0;

  constructor(house: House, who: Actor, id: number) {
    [this.#house, this.#who, this.id] = [house, who, id];
  }

  /** Does something now; answers its op id. */
  do(kind: OutEntry['kind'], more: Partial<OutEntry> = {}): string {
    const op_id = randomUUID();
    this.unsent.push({
      op_id,
      seq: (this.#seq += 1),
      kind,
      barcode: '',
      imperfect_type: 0,
      qty: kind === 'add' ? 1 : 0,
      counted_at: this.#house.clock.now().toISOString(),
      ...more,
    });
    return op_id;
  }

  add(barcode: string | undefined, more: Partial<OutEntry> = {}): string {
    return this.do('add', { barcode: barcode ?? '', ...more });
  }

  /** Sends what is unsent; with `lost` the answer never comes and everything stays. */
  async send({ lost = false } = {}): Promise<AllotAnswer[]> {
    const entries = [...this.unsent];
    if (entries.length === 0) return [];
    const { answers } = await this.#house.ask(this.#who, outEntryCalls.entries, {
      id: this.id,
      device_id: this.device,
      entries,
    });
    if (lost) return [];
    this.unsent.splice(0, entries.length);
    const places = new Map(entries.map(({ op_id }, place) => [op_id, place]));
    return answers.toSorted((one, other) => (places.get(one.op_id) ?? 0) - (places.get(other.op_id) ?? 0));
  }

  sheet() {
    return this.#house.ask(this.#who, outEntryCalls.sheet, { id: this.id, device_id: this.device });
  }
}
