/** Chance that comes out the same every time (mulberry32): the demo company is always the same company. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of these. Throws when there is none. */
  one<T>(list: readonly T[]): T {
    const chosen = list[Math.floor(this.next() * list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  /** So many of these, each at most once, in their own order. */
  some<T>(list: readonly T[], count: number): T[] {
    const marked = list.map((item, place) => ({ item, place, lot: this.next() }));
    const drawn = marked.sort((one, other) => one.lot - other.lot).slice(0, count);
    return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
  }

  /** True this often. */
  often(share: number): boolean {
    return this.next() < share;
  }

  /** A UUID for an operation. */
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.between(0, 15).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
