import { describe, expect, it } from 'vitest';
import { createWedge, type Scan, type WedgeKey, wholeCode } from './keyboard-wedge.ts';

describe('what is no scan', () => {
  it('fingers, however long the text', () => {
    expect(typed('6901234567892', { every: 120 })).toEqual([]);
    expect(typed('6901234567893', { every: 45 })).toEqual([]);
  });

  it('a key that is held down', () => {
    const wedge = createWedge();
    for (let at = 0; at < 20; at += 1) wedge.press({ ...key('1', at * 25), repeat: at > 0 });
    expect(wedge.press(enter(520))).toBeNull();
  });

  it('a few letters and Enter, and an Enter that comes long after', () => {
    expect(typed('123')).toEqual([]);
    expect(pieces(['6901234567892', ''], { apart: 4_000 })).toBeNull();
  });

  it('shortcuts, and what stood before them', () => {
    const wedge = createWedge();
    for (const [index, letter] of Array.from('12345').entries())
      wedge.press({ ...key(letter, index * 3), ctrlKey: true });
    expect(wedge.press(enter(20))).toBeNull();
  });

  it('keys typed slowly before a scan do not get into it', () => {
    const wedge = createWedge();
    wedge.press(key('9', 0));
    wedge.press(key('9', 300));
    for (const [index, letter] of Array.from('6901234').entries()) wedge.press(key(letter, 900 + index * 5));
    expect(read(wedge.press(enter(940)))).toBe('6901234');
  });
});

describe('a scan', () => {
  it('is read from the places of the keys, whatever an input method makes of them', () => {
    const wedge = createWedge();
    const process = (letter: string, at: number): WedgeKey => ({ ...key(letter, at), key: 'Process' });
    for (const [index, letter] of Array.from('SP01-7').entries())
      wedge.press({ ...process(letter, index * 4), shiftKey: /[A-Z]/.test(letter) });
    expect(wedge.press(enter(30))).toMatchObject({ code: 'SP01-7', since: 0, head: null });
  });

  it('keeps its letters’ case, caps lock or not', () => {
    expect(typed('aB1c')).toEqual(['aB1c']);
    const wedge = createWedge();
    for (const [index, letter] of Array.from('abcd').entries())
      wedge.press({ ...key(letter, index), getModifierState: () => true });
    expect(read(wedge.press(enter(5)))).toBe('ABCD');
  });

  it('survives one hiccup, and a second scan without a pause', () => {
    const wedge = createWedge();
    for (const [index, letter] of Array.from('6901234567892').entries())
      wedge.press(key(letter, index * 4 + (index > 0 ? 300 : 0)));
    expect(read(wedge.press(enter(360)))).toBe('6901234567892');
    expect(typed('6901234567892\n6901234567892\n0012')).toEqual(['6901234567892', '6901234567892', '0012']);
  });

  it('of a carton is whole behind the separator of its parts: its tail is no code of its own', () => {
    const wedge = createWedge();
    let at = 0;
    const press = (part: string) => {
      for (const letter of part) wedge.press({ ...key(letter, (at += 8)), shiftKey: /[A-Z]/.test(letter) });
    };
    press('010690123456789210LOT1');
    wedge.press({ ...key('1', (at += 8)), code: 'ControlLeft', key: 'Control', ctrlKey: true });
    wedge.press({ ...key('1', (at += 8)), code: 'BracketRight', key: ']', ctrlKey: true });
    press('21SER99');
    expect(wedge.press(enter(at + 8))).toMatchObject({ code: '010690123456789210LOT121SER99', head: null });
  });

  it('may end with Tab', () => {
    const wedge = createWedge();
    for (const [index, letter] of Array.from('4006381').entries()) wedge.press(key(letter, index * 4));
    expect(read(wedge.press({ ...enter(30), code: 'Tab', key: 'Tab' }))).toBe('4006381');
  });
});

describe('a gun that is slow', () => {
  it.each([33, 38, 50, 80])(
    '%i ms a key is heard where nobody types, and by its check digit in a field, too',
    (every) => {
      expect(typed('SP01-7\n6901234567892', { every, typing: false })).toEqual(['SP01-7', '6901234567892']);
      expect(typed('SP01-7\n6901234567892', { every, typing: true })).toEqual(
        every <= 30 ? ['SP01-7', '6901234567892'] : ['6901234567892'],
      );
    },
  );

  it('is not what fingers do where nobody types', () => {
    expect(typed('6901234567892', { every: 120, typing: false })).toEqual([]);
  });
});

describe('a code that a long gap cuts', () => {
  const known = (...codes: string[]) => ({ codes });

  it.each([
    ['is joined by its check digit', ['69012', '34567892'], known(), '6901234567892'],
    ['is joined in three', ['690', '1234', '567892'], known(), '6901234567892'],
    ['is whole when its suffix comes late', ['6901234567892', ''], known(), '6901234567892'],
    ['without a check digit is joined when it is a code of some goods', ['SP0', '1-77'], known('SP01-77'), 'SP01-77'],
    ['without a check digit is whole when its suffix comes late', ['SP01-77', ''], known('SP01-77'), 'SP01-77'],
    ['and is nobody’s has to be read again: the rest would pass for one', ['SP0', '1-77'], known('1-77'), null],
    ['behind a single key is joined where that makes a code', ['S', 'P01-77'], known('SP01-77'), 'SP01-77'],
    ['behind a stray key stands for itself', ['S', '12345'], known('12345'), '12345'],
    ['whose own check digit is right stands for itself', ['SP0', '6901234567892'], known(), '6901234567892'],
  ])('%s', (_, parts, { codes }, code) => {
    const scan = pieces(parts);
    if (scan === null) throw new Error('nothing was heard');
    expect(wholeCode(scan, (one) => codes.includes(one))).toBe(code);
  });
});

/** A code in pieces, more than any hiccup apart, where nobody types; what came of its suffix. */
function pieces(parts: readonly string[], { apart = 700 } = {}): Scan | null {
  const wedge = createWedge();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index > 0) at += apart;
    for (const letter of part) wedge.press(key(letter, (at += 4)), false);
  }
  return wedge.press(enter(at + 4), false);
}

function read(scan: Scan | null): string | null {
  return scan && wholeCode(scan, () => false);
}

function typed(text: string, { every = 4, typing = true } = {}): string[] {
  const wedge = createWedge();
  const scans: (Scan | null)[] = [];
  let at = 0;
  for (const letter of `${text}\n`) {
    at += every;
    scans.push(wedge.press(letter === '\n' ? enter(at) : key(letter, at), typing));
  }
  return scans.map(read).filter((code) => code !== null);
}

function key(letter: string, timeStamp: number): WedgeKey {
  const code = /\d/.test(letter) ? `Digit${letter}` : /[a-z]/i.test(letter) ? `Key${letter.toUpperCase()}` : 'Minus';
  return {
    code,
    key: letter,
    timeStamp,
    shiftKey: /[A-Z]/.test(letter),
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
  };
}

function enter(timeStamp: number): WedgeKey {
  return { ...key('x', timeStamp), code: 'Enter', key: 'Enter' };
}
