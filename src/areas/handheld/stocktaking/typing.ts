import { limits } from '#contract/kit/limits.ts';

/** What is being typed by hand. A scan meanwhile fills the code in and counts nothing; it leaves the pieces as they were. */
export interface Typing {
  code: string;
  qty: string;
  kind: 'add' | 'total';
  /** Which of the two the next digit goes to. */
  at: 'code' | 'qty';
  /** The pieces before each digit of a keyboard, and when it came: it may turn out to have been the gun's. */
  keyed: readonly { at: number; qty: string }[];
}

/** Begins with what is known; the next digit goes to what is not. */
export function newTyping({ code, kind = 'add' }: Partial<Pick<Typing, 'code' | 'kind'>> = {}): Typing {
  return { code: code ?? '', qty: '', kind, at: code ? 'qty' : 'code', keyed: [] };
}

/** Puts a digit behind; `since`: when a keyboard gave it, absent from the pad on the screen. */
export function withDigit(typing: Typing, digit: string, since?: number): Typing {
  const { at, qty, keyed } = typing;
  if (at === 'code') return { ...typing, code: (typing.code + digit).slice(0, limits.name) };
  return {
    ...typing,
    qty: (qty === '0' ? digit : qty + digit).slice(0, String(limits.quantity).length),
    keyed: since === undefined ? keyed : [...keyed, { at: since, qty }],
  };
}

/** Takes the last sign away, or all of them. */
export function without(typing: Typing, what: 'last' | 'all'): Typing {
  const text = typing[typing.at];
  return { ...typing, [typing.at]: what === 'all' ? '' : text.slice(0, -1) };
}

/** A scan that began at `since` is the code; its digits are taken out of the pieces, which come next. */
export function withScan(typing: Typing, code: string, since: number): Typing {
  const qty = typing.keyed.find((key) => key.at >= since)?.qty ?? typing.qty;
  return { ...typing, code, qty, at: 'qty', keyed: [] };
}

/** Whether what is typed can be an entry: a code, and pieces from 1 (more) or from 0 (a total). */
export function canRecord({ code, qty, kind }: Typing): boolean {
  return code.trim() !== '' && /^\d{1,6}$/.test(qty) && (kind === 'total' || Number(qty) > 0);
}
