import { useEffect, useMemo, useRef, useState, useTransition } from 'react';
import { readPaste } from '#workers/paste.client.ts';
import { isLongPaste, type PasteAsked, type PasteRead } from '#workers/paste-entries.ts';
import { type EntriesPart, partOf, readPart } from './entries-part.ts';

/** A box of pasted or typed lines that stand for a list of texts (specification §5). */
export interface EntriesView {
  /** What stands in the box: of a list of more than `pageLines` lines one page, for thousands of lines take long to lay out. */
  readonly text: string;
  /** The list has several pages, and is only looked at. */
  readonly folded: boolean;
  /** The page in the box: the first and the last of its entries, counted from 1. Null where all of them are in the box. */
  readonly page: { readonly first: number; readonly last: number } | null;
  readonly count: number;
  /** What became of the last text put in: what was cut, what was there twice. Null for a list from elsewhere. */
  readonly read: PasteRead | null;
  /** A long paste being read: 0 to 1; null at rest. */
  readonly progress: number | null;
  /** The text was edited by hand. */
  type(text: string): void;
  /**
   * A text is to stand instead of the characters `from` to `to`, or behind a folded list unless all of it is marked.
   * False when it is short and typing will do.
   */
  paste(text: string, place: { from: number; to: number }): boolean;
  /** Lets a folded list be edited, page by page, until the box is left. */
  unfold(): void;
  /** Puts the page before, or behind, into the box. */
  turn(by: -1 | 1): void;
  /** The box is left: the list is handed out, and stands there as it is understood, without blanks and repeats. */
  leave(): void;
  clear(): void;
  cancel(): void;
}

interface EntriesOptions {
  /** Entries kept. */
  most: number;
  /** What parts them; lines by default. */
  parts?: PasteAsked['parts'];
  /** Hears of the list as it is typed. */
  onChange(entries: readonly string[]): void;
}

/** The box over a list. */
export function useEntries(value: readonly string[], { most, parts = 'lines', onChange }: EntriesOptions): EntriesView {
  // What is being typed is the box's own until it is left; then the list alone counts.
  const [typed, setTyped] = useState<{ text: string; part: EntriesPart } | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const [wanted, setWanted] = useState(0);
  const [read, setRead] = useState<PasteRead | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [handing, startHanding] = useTransition();
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const asked = { most, parts };
  const start = pageStart(wanted, value.length);
  const end = Math.min(start + pageLines, value.length);
  const paged = value.length > pageLines;
  const folded = paged && !unfolded && typed === null;
  const written = useMemo(() => value.slice(start, start + pageLines).join('\n'), [value, start]);
  const text = typed?.text ?? written;
  // Until the list has come back, what stands in the box is the one before: nothing is taken meanwhile.
  const shownProgress = progress ?? (handing && typed === null ? 1 : null);

  const put = (stands: typeof typed, result: PasteRead) => {
    setTyped(stands);
    setRead(result);
    // The rest of a form may take its time to be drawn; the letter just typed may not.
    startHanding(() => onChange(result.entries));
  };
  const leave = () => {
    if (typed !== null && read) onChange(read.entries);
    setTyped(null);
  };

  async function readLong(whole: string): Promise<void> {
    const job = new AbortController();
    reading.current = job;
    setProgress(0);
    try {
      put(null, await readPaste(whole, asked, { signal: job.signal, onPart: setProgress }));
    } catch (problem) {
      if (!job.signal.aborted) throw problem;
    } finally {
      setProgress(null);
    }
  }

  return {
    text,
    folded,
    page: typed ? pageOf(typed.part, value.length) : paged ? { first: start + 1, last: end } : null,
    count: typed !== null && read ? read.entries.length : value.length,
    read: typed !== null || (read && isSame(read.entries, value)) ? read : null,
    progress: shownProgress,
    type(next) {
      const part = typed?.part ?? partOf(value, start, pageLines);
      const { own, read: result } = readPart(next, part, asked);
      put({ text: result.cut > 0 ? own.join('\n') : next, part }, result);
    },
    paste(pasted, { from, to }) {
      if (shownProgress !== null) return true;
      const next = text.slice(0, from) + pasted + text.slice(to);
      if (!folded && !isLongPaste(next, drawn)) return false;
      const { before, after } = typed?.part ?? partOf(value, start, pageLines);
      if (!folded) void readLong([...before, next, ...after].join('\n'));
      else void readLong(from === 0 && to === text.length ? pasted : `${value.join('\n')}\n${pasted}`);
      return true;
    },
    unfold: () => setUnfolded(true),
    turn(by) {
      leave();
      setWanted(start + by * pageLines);
    },
    leave() {
      leave();
      setUnfolded(false);
    },
    clear() {
      setTyped(null);
      setUnfolded(false);
      setWanted(0);
      setRead(null);
      onChange([]);
    },
    cancel: () => reading.current?.abort(),
  };
}

/** Lines that stand in a box at once: each costs the browser some 20 µs whenever the text changes (decision 0023). */
export const pageLines = 100;

function pageOf({ before, after, around }: EntriesPart, length: number): EntriesView['page'] {
  return around.size === 0 ? null : { first: before.length + 1, last: length - after.length };
}

/** The longest text that is left to the browser to put in: of names, thousands may stand in one line. */
const drawn = { lines: pageLines, characters: 8000 };

/** Where the page begins that holds this entry, or the last page of a list that has become shorter. */
function pageStart(entry: number, length: number): number {
  const last = Math.max(0, Math.ceil(length / pageLines) - 1);
  return Math.min(Math.max(0, Math.floor(entry / pageLines)), last) * pageLines;
}

/** The list that was handed out comes back as it is, or as nothing where it is empty. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === 0 && other.length === 0);
}
