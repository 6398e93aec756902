import { useEffect, useMemo, useRef, useState, useTransition } from 'react';
import { readPaste } from '#workers/paste.client.ts';
import { isLongPaste, type PasteRead, readEntries } from '#workers/paste-entries.ts';

/** A box of pasted or typed lines that stand for a list of texts (specification §5). */
export interface EntriesView {
  /** What stands in the box: of a folded list the first `foldedLines` lines. */
  readonly text: string;
  /** A long list that is not being edited: only its beginning is drawn, for thousands of lines take long to lay out. */
  readonly folded: boolean;
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
  /** Draws a folded list whole, to be edited until the box is left. */
  unfold(): void;
  /** The box is left: the list is handed out, and stands there as it is understood, without blanks and repeats. */
  leave(): void;
  clear(): void;
  cancel(): void;
}

/** The box over a list. `onChange` hears of the list as it is typed; `most` entries are kept. */
export function useEntries(
  value: readonly string[],
  { most, onChange }: { most: number; onChange(entries: readonly string[]): void },
): EntriesView {
  // What is being typed is the box's own until it is left; then the list alone counts.
  const [typed, setTyped] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const [read, setRead] = useState<PasteRead | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [handing, startHanding] = useTransition();
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const folded = typed === null && !unfolded && value.length > foldedLines;
  const written = useMemo(() => value.slice(0, folded ? foldedLines : undefined).join('\n'), [value, folded]);
  const asked = { most, parts: 'lines' } as const;
  const text = typed ?? written;
  // Until the list has come back, what stands in the box is the one before: nothing is taken meanwhile.
  const shownProgress = progress ?? (handing && typed === null ? 1 : null);

  const put = (stands: string | null, result: PasteRead) => {
    setTyped(stands);
    setRead(result);
    // The rest of a form may take its time to be drawn; the letter just typed may not.
    startHanding(() => onChange(result.entries));
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
    count: typed !== null && read ? read.entries.length : value.length,
    read: typed !== null || (read && isSame(read.entries, value)) ? read : null,
    progress: shownProgress,
    type(next) {
      const result = readEntries(next, asked);
      put(result.cut > 0 ? result.entries.join('\n') : next, result);
    },
    paste(pasted, { from, to }) {
      if (shownProgress !== null) return true;
      if (!folded && !isLongPaste(pasted)) return false;
      const all = from === 0 && to === text.length;
      if (folded) void readLong(all ? pasted : `${value.join('\n')}\n${pasted}`);
      else void readLong(text.slice(0, from) + pasted + text.slice(to));
      return true;
    },
    unfold: () => setUnfolded(true),
    leave() {
      if (typed !== null && read) onChange(read.entries);
      setTyped(null);
      setUnfolded(false);
    },
    clear() {
      setTyped(null);
      setUnfolded(false);
      setRead(null);
      onChange([]);
    },
    cancel: () => reading.current?.abort(),
  };
}

/** Lines of a list that are drawn while it is only looked at. */
export const foldedLines = 300;

/** The list that was handed out comes back as it is, or as nothing where it is empty. */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one === other || (one.length === 0 && other.length === 0);
}
