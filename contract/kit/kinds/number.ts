import { factory, type Kind } from '../field.ts';
import { limits } from '../limits.ts';

/** A plain whole number: an order, a number of days. */
export const integerKind: Kind<number> = {
  name: 'integer',
  align: 'end',
  filter: 'range',
  schema: (z, field) =>
    z
      .int()
      .min(field.least ?? 0)
      .max(field.most ?? limits.quantity),
  print: (value) => String(value),
  parse: parseWhole,
};

/** Pieces of goods: whole, between `least` (1 by default) and 999,999 by default (domain.md §11). */
export const quantityKind: Kind<number> = {
  name: 'quantity',
  unit: '件',
  align: 'end',
  filter: 'range',
  schema: (z, field) =>
    z
      .int()
      .min(field.least ?? 1)
      .max(field.most ?? limits.quantity),
  print: (value) => grouped(value),
  parse: parseWhole,
};

/** A rate in basis points: 1300 is 13 %. */
export const rateKind: Kind<number> = {
  name: 'rate',
  align: 'end',
  filter: 'range',
  schema: (z, field) =>
    z
      .int()
      .min(field.least ?? 0)
      .max(field.most ?? 10_000),
  print: (value) => `${value / 100}%`,
  parse: (typed) => parseScaled(typed.replace(/%$/, ''), 2),
};

/** A discount in tenths of the full price: 45 is 4.5 折, typed with one decimal between 1 and 9.9 (specification §5). */
export const discountKind: Kind<number> = {
  name: 'discount',
  align: 'end',
  filter: 'range',
  schema: (z, field) =>
    z
      .int()
      .min(field.least ?? 10)
      .max(field.most ?? 99),
  print: (value) => `${Math.trunc(value / 10)}${value % 10 === 0 ? '' : `.${value % 10}`} 折`,
  parse: (typed) => {
    const tenths = parseScaled(typed.replace(/\s*折$/, ''), 1);
    return tenths === undefined ? undefined : Math.min(99, Math.max(10, tenths));
  },
  tidy: (typed) => tidyScaled(typed, { places: 1, signed: false }),
};

export const integer = factory(integerKind);
export const discount = factory(discountKind);
export const quantity = factory(quantityKind);
export const rate = factory(rateKind);

/** Groups thousands with commas; the sign stays in front. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/**
 * A figure without the commas that group its thousands; undefined where a comma stands elsewhere. `59,90` may be a decimal comma or a slip:
 * without its comma it would be a hundred times as much.
 */
export function ungrouped(typed: string): string | undefined {
  if (!typed.includes(',')) return typed;
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : undefined;
}

/** Reads digits with at most `places` decimals as an integer of the smallest unit; no float is involved. */
export function parseScaled(typed: string, places: number): number | undefined {
  const match = /^(-?)(\d{1,13})(?:\.(\d*))?$/.exec(ungrouped(typed.trim()) ?? '');
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > places) return undefined;
  const value = Number(whole + fraction.padEnd(places, '0'));
  return sign && value > 0 ? -value : value;
}

/**
 * A figure as it is typed: digits, one dot and at most `places` decimals (specification §5); whatever else was typed or pasted
 * is left out. Full-width signs count as what they mean. Commas that do not group thousands stay, and the text is no figure then.
 */
export function tidyScaled(typed: string, { places, signed }: { places: number; signed: boolean }): string {
  const given = typed.normalize('NFKC').replaceAll('。', '.').trim();
  const plain = ungrouped(given) ?? given;
  if (/\d,/.test(plain)) return plain.replace(/[^\d.,]/g, '');
  const [whole = '', ...rest] = plain.replace(/[^\d.]/g, '').split('.');
  const sign = signed && plain.startsWith('-') ? '-' : '';
  if (rest.length === 0) return sign + whole;
  return `${sign}${whole || '0'}.${rest.join('').slice(0, places)}`;
}

function parseWhole(typed: string): number | undefined {
  return parseScaled(typed, 0);
}
