import type { CountAnswer, CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import { foldCounts } from '#contract/areas/warehouse/count-fold.ts';
import { clockTolerance } from '#server/areas/warehouse/stocktaking/round-starts.ts';

type Outcome = CountAnswer['outcome'];

interface Arrived {
  counter: number;
  entry: CountEntry;
  outcome: Outcome;
}

/** Goods are known by their barcode, counters and their tablets by one number; every piece of goods is on book. */
export class CountingModel {
  round = 1;
  open = true;
  readonly #zones: readonly string[];
  /** Goods asked for, by round; undefined for the first, which asks for everything. */
  readonly #asked: (ReadonlySet<string> | undefined)[] = [undefined, undefined];
  readonly #closed = new Set<string>();
  /** The last closing of any zone, and when each recount began by it: epoch milliseconds. */
  #lastClosing = 0;
  readonly #began = new Map<number, number>();
  readonly #arrived: Arrived[] = [];
  /** By counter and zone: the round in which it last took part, and whether it has handed in since. */
  readonly #devices = new Map<string, { counter: number; zone: string; round: number; done: boolean }>();

  constructor(zones: readonly string[]) {
    this.#zones = zones;
  }

  isClosed(zone: string): boolean {
    return this.#closed.has(`${this.round}/${zone}`);
  }

  /** What is handed back in a round stays so through another download of it. */
  download(counter: number, zone: string): void {
    if (this.#devices.get(`${counter}/${zone}`)?.round === this.round) return;
    this.#register(counter, { zone, round: this.round });
  }

  /** A batch of one counter comes in: what becomes of each entry. */
  arrive(counter: number, entries: readonly CountEntry[]): Outcome[] {
    const outcomes = entries.map((entry) => {
      const outcome = this.#judge(entry);
      this.#arrived.push({ counter, entry, outcome });
      return outcome;
    });
    for (const entry of entries) this.#register(counter, entry);
    return outcomes;
  }

  /** A counter says that it is done with every zone in the round that it counts in; true only with nothing unsent. */
  finish(counter: number, { round, unsent }: { round: number; unsent: number }): void {
    const said = Math.min(round, this.round);
    for (const device of this.#devices.values())
      if (device.counter === counter && device.round === said) device.done = unsent === 0;
  }

  /** May the zone be closed without overruling anybody? */
  mayClose(zone: string): boolean {
    return ![...this.#devices.values()].some((one) => one.zone === zone && one.round === this.round && !one.done);
  }

  /** Closed once, at that instant. */
  close(zone: string, at: Date): void {
    if (this.isClosed(zone)) return;
    this.#closed.add(`${this.round}/${zone}`);
    this.#lastClosing = at.getTime();
  }

  /** Zones that keep the sheet from being submitted. */
  inTheWay(): string[] {
    return this.#zones.filter(
      (zone) => !this.isClosed(zone) && (this.round === 1 || this.#wasCounted(zone) || !this.mayClose(zone)),
    );
  }

  recount(barcodes: ReadonlySet<string>): void {
    this.round += 1;
    this.open = true;
    this.#asked.push(barcodes);
    this.#began.set(this.round, this.#lastClosing);
  }

  /** Pieces found: in each zone what the latest round says of it that asked for the goods. */
  figure(barcode: string): number {
    const figures = [...this.#figures().values()].filter((one) => one.goods === barcode);
    let sum = 0;
    for (const zone of this.#zones) {
      for (let round = this.round; round >= 1; round -= 1) {
        const counted = figures.filter((one) => one.zone === zone && one.round === round);
        const asked = this.#asked[round]?.has(barcode) ?? true;
        if (counted.length > 0) sum += counted.reduce((pieces, one) => pieces + one.qty, 0);
        if (counted.length > 0 || (asked && this.#closed.has(`${round}/${zone}`))) break;
      }
    }
    return sum;
  }

  #judge(entry: CountEntry): Outcome {
    const over = !this.open || entry.round < this.round || this.isClosed(entry.zone);
    if (entry.kind === 'void') {
      const target = this.#arrived.find((one) => one.entry.op_id === entry.voids)?.entry;
      if (target?.zone !== entry.zone || target.round !== entry.round) return 'refused';
      return over || entry.round !== this.round ? 'late' : 'accepted';
    }
    if (entry.round > this.round) return 'refused';
    const early = Date.parse(entry.counted_at) < (this.#began.get(entry.round) ?? 0) - clockTolerance;
    return over || early || !(this.#asked[this.round]?.has(entry.barcode) ?? true) ? 'late' : 'accepted';
  }

  #register(counter: number, { zone, round }: Pick<CountEntry, 'zone' | 'round'>): void {
    const key = `${counter}/${zone}`;
    const before = this.#devices.get(key)?.round ?? 1;
    const taken = Math.max(before, Math.min(round, this.round));
    this.#devices.set(key, { counter, zone, round: taken, done: false });
  }

  #wasCounted(zone: string): boolean {
    return this.#arrived.some(
      ({ entry, outcome }) => outcome === 'accepted' && entry.zone === zone && entry.round === this.round,
    );
  }

  #figures(): ReturnType<typeof foldCounts> {
    return foldCounts(
      this.#arrived
        .filter(({ outcome }) => outcome === 'accepted')
        .map(({ counter, entry }) => ({ ...entry, counter, goods: entry.barcode })),
    );
  }
}
