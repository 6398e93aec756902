// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createWedge, listenToWedge, type WedgeKey } from './keyboard-wedge.ts';

describe('what is no scan', () => {
  it('fingers, however long the text', () => {
    expect(typed('6901234567892', { every: 120 })).toEqual([]);
    expect(typed('6901234567892', { every: 45 })).toEqual([]);
  });

  it('a key that is held down', () => {
    const wedge = createWedge();
    for (let at = 0; at < 20; at += 1) wedge.press({ ...key('1', at * 25), repeat: at > 0 });
    expect(wedge.press(enter(520))).toBeNull();
  });

  it('a few letters and Enter, and an Enter that comes too late', () => {
    expect(typed('123')).toEqual([]);
    const wedge = createWedge();
    for (const [index, letter] of Array.from('6901234567892').entries()) wedge.press(key(letter, index * 3));
    expect(wedge.press(enter(900))).toBeNull();
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
    expect(wedge.press(enter(940))).toBe('6901234');
  });
});

describe('a scan', () => {
  it('is read from the places of the keys, whatever an input method makes of them', () => {
    const wedge = createWedge();
    const process = (letter: string, at: number): WedgeKey => ({ ...key(letter, at), key: 'Process' });
    for (const [index, letter] of Array.from('SP01-7').entries())
      wedge.press({ ...process(letter, index * 4), shiftKey: /[A-Z]/.test(letter) });
    expect(wedge.press(enter(30))).toBe('SP01-7');
  });

  it('keeps its letters’ case, caps lock or not', () => {
    expect(typed('aB1c')).toEqual(['aB1c']);
    const wedge = createWedge();
    for (const [index, letter] of Array.from('abcd').entries())
      wedge.press({ ...key(letter, index), getModifierState: () => true });
    expect(wedge.press(enter(5))).toBe('ABCD');
  });

  it('survives one hiccup, and a second scan without a pause', () => {
    const wedge = createWedge();
    for (const [index, letter] of Array.from('6901234567892').entries())
      wedge.press(key(letter, index * 4 + (index > 0 ? 300 : 0)));
    expect(wedge.press(enter(360))).toBe('6901234567892');
    expect(typed('6901234567892\n6901234567892\n0012')).toEqual(['6901234567892', '6901234567892', '0012']);
  });

  it('may end with Tab', () => {
    const wedge = createWedge();
    for (const [index, letter] of Array.from('4006381').entries()) wedge.press(key(letter, index * 4));
    expect(wedge.press({ ...enter(30), code: 'Tab', key: 'Tab' })).toBe('4006381');
  });
});

describe('in a page', () => {
  afterEach(() => document.body.replaceChildren());

  it('takes the suffix from the button that has the focus, and stops when told', () => {
    const codes: string[] = [];
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const stop = listenToWedge((code) => codes.push(code));
    const events = Array.from('6901234567892').map((letter) => press(button, { code: `Digit${letter}`, key: letter }));
    const suffix = press(button, { code: 'Enter', key: 'Enter' });
    expect(codes).toEqual(['6901234567892']);
    expect(suffix.defaultPrevented).toBe(true);
    expect(events.some((event) => event.defaultPrevented)).toBe(false);
    stop();
    for (const letter of '6901234567892') press(button, { code: `Digit${letter}`, key: letter });
    expect(press(button, { code: 'Enter', key: 'Enter' }).defaultPrevented).toBe(false);
    expect(codes).toHaveLength(1);
  });

  it('reads the field that is there for it when the handheld names no keys', () => {
    const codes: string[] = [];
    const [field, other] = [document.createElement('input'), document.createElement('input')];
    field.dataset['wedge'] = '';
    document.body.append(field, other);
    const stop = listenToWedge((code) => codes.push(code));
    for (const input of [field, other]) {
      input.value = ' 6901234567892 ';
      press(input, { code: '', key: 'Unidentified' });
      press(input, { code: '', key: 'Enter' });
    }
    expect(codes).toEqual(['6901234567892']);
    stop();
  });
});

function typed(text: string, { every = 4 } = {}): string[] {
  const wedge = createWedge();
  const codes: (string | null)[] = [];
  let at = 0;
  for (const letter of `${text}\n`) {
    at += every;
    codes.push(wedge.press(letter === '\n' ? enter(at) : key(letter, at)));
  }
  return codes.filter((code) => code !== null);
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

function press(target: EventTarget, init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}
