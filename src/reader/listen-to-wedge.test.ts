// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Scan } from './keyboard-wedge.ts';
import { listenToWedge } from './listen-to-wedge.ts';

describe('in a page', () => {
  afterEach(() => document.body.replaceChildren());

  it('takes the suffix from the button that has the focus, and stops when told', () => {
    const codes: string[] = [];
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const stop = listenToWedge(({ code }) => codes.push(code));
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
    const stop = listenToWedge(({ code }) => codes.push(code));
    for (const input of [field, other]) {
      input.value = ' 6901234567892 ';
      press(input, { code: '', key: 'Unidentified' });
      press(input, { code: '', key: 'Enter' });
    }
    expect(codes).toEqual(['6901234567892']);
    stop();
  });

  it('reads text that comes without keys, in one piece, in letters or as a composition, and one code after the other', () => {
    const heard: Scan[] = [];
    const stop = listenToWedge((scan) => heard.push(scan));
    const field = document.createElement('input');
    field.dataset['wedge'] = '';
    document.body.append(field);
    const enter = () => press(field, { code: '', key: 'Enter' });
    put(field, '6901234567892');
    expect(enter().defaultPrevented).toBe(true);
    for (const letter of 'SP01') {
      press(field, { code: '', key: 'Unidentified' });
      put(field, letter);
    }
    enter();
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    for (const text of ['69', '69012', '6901234']) put(field, text, 'insertCompositionText');
    enter();
    put(field, 'SP02\nSP03\n');
    expect(heard.map(({ code }) => code)).toEqual(['6901234567892', 'SP01', '6901234', 'SP02', 'SP03']);
    expect(enter().defaultPrevented).toBe(false);
    stop();
  });

  it('takes a letter once that is put in long after its key', () => {
    const heard: string[] = [];
    const stop = listenToWedge(({ code }) => heard.push(code));
    const field = document.createElement('input');
    document.body.append(field);
    const clock = vi.spyOn(performance, 'now');
    for (const [index, letter] of Array.from('6901234567892').entries()) {
      clock.mockReturnValue(index * 1_000);
      press(field, { code: `Digit${letter}`, key: letter });
      clock.mockReturnValue(index * 1_000 + 900);
      put(field, letter);
    }
    press(field, { code: 'Enter', key: 'Enter' });
    clock.mockRestore();
    expect(heard).toEqual(['6901234567892']);
    stop();
  });

  it('hears a letter once whose key was named, and nothing of what is pasted', () => {
    const heard: string[] = [];
    const stop = listenToWedge(({ code }) => heard.push(code));
    const field = document.createElement('input');
    document.body.append(field);
    for (const letter of '6901234567892') {
      press(field, { code: `Digit${letter}`, key: letter });
      put(field, letter);
    }
    press(field, { code: 'Enter', key: 'Enter' });
    put(field, '4006381', 'insertFromPaste');
    press(field, { code: 'Enter', key: 'Enter' });
    expect(heard).toEqual(['6901234567892']);
    stop();
  });
});

function press(target: EventTarget, init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
}

function put(target: EventTarget, data: string, inputType = 'insertText'): void {
  target.dispatchEvent(new InputEvent('beforeinput', { data, inputType, bubbles: true, cancelable: true }));
}
