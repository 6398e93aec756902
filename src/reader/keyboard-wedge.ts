/** How a gun is told from fingers. Milliseconds, from the events' own time stamps, so that a busy page does not blur them. */
export interface WedgeRhythm {
  /** Median time between two keys of one code; fingers stay well above. */
  median: number;
  /**
   * Longest single gap inside a code. Generous: a hiccup of the radio or the browser must not cut a code's beginning off,
   * because what is left would pass for a code.
   */
  gap: number;
  /** Characters of the shortest code. */
  least: number;
}

export const wedgeRhythm: WedgeRhythm = { median: 30, gap: 500, least: 4 };

/**
 * Listens to a scanner gun that types like a keyboard (reference ecosystem T31, rfid §4): a burst of keys in the
 * rhythm of a machine, ended by Enter or Tab. Keys are read by their place (`event.code`), so an input method that is
 * switched on changes nothing and its `isComposing` is not asked. Two codes in one burst are told apart by the suffix,
 * never by time. The answer ends the listening. A recognised code's suffix goes to nobody else.
 */
export function listenToWedge(
  onCode: (code: string) => void,
  { target = window, rhythm = wedgeRhythm }: { target?: EventTarget; rhythm?: WedgeRhythm } = {},
): () => void {
  const wedge = createWedge(rhythm);
  const listen = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    const code = wedge.press(event) ?? codeOfField(event, rhythm);
    if (code === null) return;
    event.preventDefault();
    event.stopPropagation();
    onCode(code);
  };
  // Before anybody else: the suffix of a code must not press the button that happens to have the focus.
  target.addEventListener('keydown', listen, { capture: true });
  return () => target.removeEventListener('keydown', listen, { capture: true });
}

/** The part of a keyboard event that is read. */
export type WedgeKey = Pick<
  KeyboardEvent,
  'code' | 'key' | 'timeStamp' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'
> & {
  getModifierState?(key: string): boolean;
};

/** Gathers keys; a press answers a whole code when it was its suffix, otherwise null. Pure but for its memory. */
export function createWedge(rhythm: WedgeRhythm = wedgeRhythm): { press(key: WedgeKey): string | null } {
  let text = '';
  let gaps: number[] = [];
  let last = 0;
  const forget = () => {
    text = '';
    gaps = [];
  };
  return {
    press(key) {
      if (key.code.startsWith('Shift') || key.code === 'CapsLock') return null;
      const now = key.timeStamp;
      if (text !== '' && now - last > rhythm.gap) forget();
      if (isSuffix(key)) {
        const fast = text.length >= rhythm.least && medianOf(gaps) <= rhythm.median;
        const code = fast ? text : null;
        forget();
        return code;
      }
      const letter = letterOf(key);
      // A held key repeats in a machine's rhythm, too.
      if (letter === null || key.repeat) {
        forget();
        return null;
      }
      if (text !== '') gaps.push(now - last);
      last = now;
      text += letter;
      return null;
    },
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function isSuffix({ code, key }: WedgeKey): boolean {
  return code === 'Enter' || code === 'NumpadEnter' || code === 'Tab' || (code === '' && key === 'Enter');
}

/** The character of a key by its place on the keyboard that guns assume (US); null for keys that are no text. */
function letterOf(key: WedgeKey): string | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null;
  const [, kind, name] = /^(Key|Digit|Numpad)([A-Z0-9])$/.exec(key.code) ?? [];
  if (kind === 'Key' && name)
    return key.shiftKey !== (key.getModifierState?.('CapsLock') ?? false) ? name : name.toLowerCase();
  if (kind && name && !(kind === 'Digit' && key.shiftKey)) return name;
  if (/^[\x20-\x7e]$/.test(key.key)) return key.key;
  return (key.shiftKey ? undefined : places[key.code]) ?? null;
}

const places: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  Slash: '/',
  Period: '.',
  Comma: ',',
  Semicolon: ';',
  Space: ' ',
  Backslash: '\\',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  NumpadDecimal: '.',
  NumpadSubtract: '-',
  NumpadAdd: '+',
  NumpadDivide: '/',
  NumpadMultiply: '*',
};

/**
 * Some handhelds put the text into the focused field without naming keys (`code` empty, Android 229). Then the field that
 * is there for it (`data-wedge`, see WedgeField) holds the code when Enter comes.
 */
function codeOfField(event: KeyboardEvent, { least }: WedgeRhythm): string | null {
  const field = event.target;
  if (!isSuffix(event) || !(field instanceof HTMLInputElement) || field.dataset['wedge'] === undefined) return null;
  const text = field.value.trim();
  return text.length >= least ? text : null;
}
