/** The part of a keyboard event that is read. */
export type WedgeKey = Pick<
  KeyboardEvent,
  'code' | 'key' | 'timeStamp' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'
> & {
  getModifierState?(key: string): boolean;
};

/** Whether a key ends a code. */
export function isSuffix({ code, key }: Pick<WedgeKey, 'code' | 'key'>): boolean {
  return code === 'Enter' || code === 'NumpadEnter' || code === 'Tab' || (code === '' && key === 'Enter');
}

/**
 * Whether a key is the separator between the parts of a GS1-128 code, which guns send as Ctrl and ]. It is no letter of the code, and no end of
 * it either: the part behind it alone would pass for a code of its own.
 */
export function isSeparator({ code, key, ctrlKey }: WedgeKey): boolean {
  return ctrlKey && (code === 'BracketRight' || key === ']' || key === '\u001d');
}

/** The character of a key by its place on the keyboard that guns assume (US); null for keys that are no text. */
export function letterOf(key: WedgeKey): string | null {
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
