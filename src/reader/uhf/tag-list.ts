import type { Tag } from './protocol.ts';

/** A tag that was read at least once. */
export interface ReadTag {
  readonly epc: string;
  readonly count: number;
  /** The strongest signal, dBm. */
  readonly rssi: number | null;
  readonly first: number;
  readonly last: number;
}

/** A set of tags: read as often as it may be, each is there once (design §6). */
export interface TagList {
  /** Takes what was read; answers those that were not there before, in their order. */
  take(tags: readonly Tag[], at: number): ReadTag[];
  readonly size: number;
  /** How often any of them was read. */
  readonly reads: number;
  /** The newest first, at most so many. */
  newest(most: number): ReadTag[];
  epcs(): string[];
  clear(): void;
}

export function createTagList(): TagList {
  const known = new Map<string, ReadTag>();
  let reads = 0;
  return {
    take(tags, at) {
      const fresh: ReadTag[] = [];
      for (const { epc, rssi } of tags) {
        reads += 1;
        const before = known.get(epc);
        const best = before?.rssi ?? null;
        const next: ReadTag = {
          epc,
          count: (before?.count ?? 0) + 1,
          rssi: best === null ? rssi : rssi === null ? best : Math.max(best, rssi),
          first: before?.first ?? at,
          last: at,
        };
        known.set(epc, next);
        if (!before) fresh.push(next);
      }
      return fresh;
    },
    get size() {
      return known.size;
    },
    get reads() {
      return reads;
    },
    newest: (most) => [...known.values()].slice(-most).toReversed(),
    epcs: () => [...known.keys()],
    clear() {
      known.clear();
      reads = 0;
    },
  };
}
