import { type PasteAsked, type PasteRead, readEntries } from '#workers/paste-entries.ts';

/** A part of a long list that is being edited, and what stands around it meanwhile. */
export interface EntriesPart {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** All that stands around it. */
  readonly around: ReadonlySet<string>;
}

/** The part of a list from `start` on, `length` entries of it. */
export function partOf(list: readonly string[], start: number, length: number): EntriesPart {
  const before = list.slice(0, start);
  const after = list.slice(start + length);
  return { before, after, around: new Set([...before, ...after]) };
}

/**
 * Reads the text of a part. `own` is what is kept of it; the rest is told of the whole list, as `readEntries` would tell
 * it, but what is typed is what the cap cuts, and what stands elsewhere in the list is a repeat wherever it is typed. It
 * costs as much as the part is long, for it is done with every letter.
 */
export function readPart(
  text: string,
  { before, after, around }: EntriesPart,
  { most, parts }: PasteAsked,
): { own: readonly string[]; read: PasteRead } {
  const typed = readEntries(text, { most, parts });
  const fresh = typed.entries.filter((entry) => !around.has(entry));
  const elsewhere = typed.entries.filter((entry) => around.has(entry));
  const own = fresh.slice(0, Math.max(0, most - around.size));
  return {
    own,
    read: {
      entries: [...before, ...own, ...after],
      cut: typed.cut + fresh.length - own.length,
      repeats: typed.repeats + elsewhere.length,
      repeated: [...new Set([...elsewhere, ...typed.repeated])],
    },
  };
}
