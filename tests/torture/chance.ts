/** A die that falls the same way for the same seed: every run of the simulation can be repeated from one number. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** True with probability `share`. */
  hits(share: number): boolean;
  /** Whole number in [least, most]. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  uuid(): string;
}

/** mulberry32 over the seed. */
export function createChance(seed: number): Chance {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const hex = (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join('');
  return {
    next,
    between,
    hits: (share) => next() < share,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
