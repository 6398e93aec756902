/** How a pasted text becomes a list (specification §5). */
export interface PasteAsked {
  /** Entries kept; what comes after is cut. */
  readonly most: number;
  /** `lines`: codes, one to a line or cell. `names`: commas part them as well (`,，、`), for a name may hold blanks. */
  readonly parts: 'lines' | 'names';
}

/** A pasted text as a list. Counts are of entries after blank ones are left out. */
export interface PasteRead {
  /** Distinct, in the order they first came, at most `most`. */
  readonly entries: string[];
  /** Distinct ones beyond `most`, which were cut. */
  readonly cut: number;
  /** Repeats that were dropped. */
  readonly repeats: number;
  /** The first few of those that came more than once, each once. */
  readonly repeated: string[];
}

/** Told now and then how much of the text is read, 0 to 1. */
export type OnPart = (part: number) => void;

/**
 * Reads a pasted text: parts, trims, leaves out blanks and repeats, keeps the order and cuts at the cap. Nothing that is
 * kept is changed but for the blanks around it and signs without width inside it, which nobody sees and no code holds.
 */
export function readEntries(text: string, { most, parts }: PasteAsked, onPart?: OnPart): PasteRead {
  const part = parts === 'names' ? /[^\r\n\t,，、]+/g : /[^\r\n\t]+/g;
  const kept = new Set<string>();
  const beyond = new Set<string>();
  const repeated = new Set<string>();
  let repeats = 0;
  let told = 0;
  for (const found of text.matchAll(part)) {
    if (onPart && found.index - told > charactersBetween) {
      told = found.index;
      onPart(told / text.length);
    }
    const entry = found[0].replace(withoutWidth, '').trim();
    if (entry === '') continue;
    if (kept.has(entry) || beyond.has(entry)) {
      repeats += 1;
      if (repeated.size < repeatedShown) repeated.add(entry);
    } else (kept.size < most ? kept : beyond).add(entry);
  }
  return { entries: [...kept], cut: beyond.size, repeats, repeated: [...repeated] };
}

/**
 * Is it longer than this? By default, than what is worth a worker: below that the same function is done before a worker
 * would answer.
 */
export function isLongPaste(text: string, most = inlined): boolean {
  if (text.length > most.characters) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > most.lines;
}

/** What is read where it is pasted. */
export const inlined = { lines: 300, characters: 30_000 };

/** Entries matched against those known, by name or code, whatever the case (specification §5, brand paste box). */
export interface Matched {
  /** Ids found and not chosen before, each once, in the order of the entries. */
  readonly ids: number[];
  /** Entries that name what is chosen already or was named before them. */
  readonly already: number;
  /** Entries that name nothing. */
  readonly unmatched: string[];
}

/** Matches entries to ids. `known` holds a name or code and the id it stands for; the first of a name counts. */
export function matchEntries(
  entries: readonly string[],
  known: readonly (readonly [name: string, id: number])[],
  chosen: readonly number[],
): Matched {
  const idOf = new Map<string, number>();
  for (const [name, id] of known) {
    const key = name.trim().toLowerCase();
    if (!idOf.has(key)) idOf.set(key, id);
  }
  const before = new Set(chosen);
  const ids = new Set<number>();
  const unmatched: string[] = [];
  let already = 0;
  for (const entry of entries) {
    const id = idOf.get(entry.toLowerCase());
    if (id === undefined) unmatched.push(entry);
    else if (before.has(id) || ids.has(id)) already += 1;
    else ids.add(id);
  }
  return { ids: [...ids], already, unmatched };
}

/** Repeated entries that are named; of the others the number is told. */
const repeatedShown = 20;
const charactersBetween = 65_536;
const withoutWidth = /[\u200B-\u200D\u2060\uFEFF]/g;
