import { getStored, removeStored, setStored } from '#src/platform/storage.ts';

/** Tags that stay on this device. */
export interface KeptTags {
  all(): string[];
  /** False when the device would not take them; they are tried again with the next ones. */
  add(epcs: readonly string[]): boolean;
  clear(): void;
}

/** Tags of one value: of twenty thousand only the last few hundred are written again when another is read. */
const runLength = 500;

/** The tags kept under a key, in runs. What an earlier build kept as one value is the first of them. */
export function keepTags(key: string): KeptTags {
  const whole = valueOf(key);
  const keyOf = (run: number): string => `${key}:${run}`;
  let tags: string[] = [];
  let runs = 0;
  for (; ; runs += 1) {
    const run = valueOf(keyOf(runs));
    if (run.length === 0) break;
    tags.push(...run);
  }
  let saved = tags.length;
  if (whole.length > 0) {
    tags = [...new Set([...whole, ...tags])];
    saved = 0;
    if (save()) removeStored(key);
  }

  function save(): boolean {
    while (saved < tags.length) {
      const run = Math.floor(saved / runLength);
      const part = tags.slice(run * runLength, (run + 1) * runLength);
      if (!setStored(keyOf(run), part)) return false;
      saved = run * runLength + part.length;
    }
    return true;
  }

  return {
    all: () => [...tags],
    add(epcs) {
      tags.push(...epcs);
      return save();
    },
    clear() {
      const last = Math.ceil(tags.length / runLength);
      for (let run = 0; run < Math.max(last, runs); run += 1) removeStored(keyOf(run));
      removeStored(key);
      tags = [];
      saved = 0;
    },
  };
}

function valueOf(key: string): string[] {
  const kept = getStored<string[]>(key);
  return kept.found === 'value' ? kept.value : [];
}
