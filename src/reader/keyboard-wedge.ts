import { isWholeBarcode } from '#contract/kit/check-digit.ts';
import { isSeparator, isSuffix, letterOf, type WedgeKey } from './key-letters.ts';

export type { WedgeKey } from './key-letters.ts';

/** How a gun is told from fingers. Milliseconds, from the events' own time stamps, so that a busy page does not blur them. */
export interface WedgeRhythm {
  /** Median time between two keys of one code where a person may be typing; fingers stay well above. */
  median: number;
  /** The same where nobody types, and of a code with a right check digit: a gun on Bluetooth LE takes 30 to 80 a key. */
  slow: number;
  /**
   * Longest single gap inside a code. Generous: a hiccup of the radio or the browser must not cut a code's beginning off,
   * because what is left would pass for a code.
   */
  gap: number;
  /** How long after a longer gap the rest of a code is still looked for. */
  join: number;
  /** Characters of the shortest code. */
  least: number;
}

export const wedgeRhythm: WedgeRhythm = { median: 30, slow: 90, gap: 500, join: 3_000, least: 4 };

/** What a gun has read. */
export interface Scan {
  code: string;
  /** When its first character came: the clock of the events' time stamps. */
  since: number;
  /** What came before a gap too long for one code and may be its beginning; see `wholeCode`. */
  head: { text: string; machine: boolean } | null;
}

export interface Wedge {
  /** Takes a key; answers a scan when it was its suffix, otherwise null. `typing`: the key goes where a person may type. */
  press(key: WedgeKey, typing?: boolean): Scan | null;
  /** Takes text that came without keys, all at once. */
  insert(text: string, timeStamp: number): void;
}

/** Gathers keys. Pure but for its memory. */
export function createWedge(rhythm: WedgeRhythm = wedgeRhythm): Wedge {
  let text = '';
  let gaps: number[] = [];
  let since = 0;
  let last = 0;
  /** What is taken for a machine's pace: that depends on where the last key went. */
  let limit = rhythm.slow;
  let head: { text: string; machine: boolean; since: number } | null = null;

  const forget = () => {
    text = '';
    gaps = [];
    head = null;
  };
  // Puts what came so far aside as a beginning, once the gap behind it is too long; what is too old altogether is dropped.
  const cutAt = (now: number) => {
    if (now - last > rhythm.join) forget();
    if (text === '' || now - last <= rhythm.gap) return;
    const machine = medianOf(gaps) <= limit || (head?.machine ?? false);
    head = { text: (head?.text ?? '') + text, machine, since: head?.since ?? since };
    text = '';
    gaps = [];
  };
  const add = (letter: string, now: number) => {
    cutAt(now);
    if (text === '') since = now;
    else gaps.push(now - last);
    last = now;
    text += letter;
  };
  const whole = (): Scan | null => {
    const checked = isWholeBarcode(text);
    const fast = text.length >= rhythm.least && medianOf(gaps) <= (checked ? rhythm.slow : limit);
    if (head === null) return fast ? { code: text, since, head } : null;
    const joined = head.text + text;
    if ((fast || head.machine) && isWholeBarcode(joined)) return { code: joined, since: head.since, head: null };
    if (fast && checked) return { code: text, since, head: null };
    if (head.machine && joined.length >= rhythm.least) return { code: text, since: head.since, head };
    return fast ? { code: text, since, head: head.text.length === 1 ? head : null } : null;
  };

  return {
    press(key, typing = true) {
      if (/^(Shift|Control)/.test(key.code) || key.code === 'CapsLock') return null;
      if (isSeparator(key) && text !== '') {
        add('', key.timeStamp);
        return null;
      }
      limit = typing ? rhythm.median : rhythm.slow;
      if (isSuffix(key)) {
        cutAt(key.timeStamp);
        const scan = whole();
        forget();
        return scan;
      }
      const letter = letterOf(key);
      // A held key repeats in a machine's rhythm, too.
      if (letter === null || key.repeat) forget();
      else add(letter, key.timeStamp);
      return null;
    },
    insert(letters, timeStamp) {
      if (/[^\x20-\x7e]/.test(letters)) forget();
      else for (const letter of letters) add(letter, timeStamp);
    },
  };
}

/**
 * The code of a scan, put together where a gap cut it and its check digit could not say so: `isKnown` tells whether a text
 * is a code of some goods. Null where its beginning is certain to be missing from what is left: it has to be read again.
 */
export function wholeCode(
  { code, head }: Pick<Scan, 'code' | 'head'>,
  isKnown: (code: string) => boolean,
): string | null {
  if (head === null) return code;
  if (isKnown(head.text + code)) return head.text + code;
  return head.machine ? null : code;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}
