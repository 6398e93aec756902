import { factory, type Kind } from '../field.ts';
import { limits } from '../limits.ts';
import { grouped, parseScaled, tidyScaled } from './number.ts';

/** Money in integer fen; typed and shown in yuan with two decimals (specification §9, design §4). */
export const moneyKind: Kind<number> = {
  name: 'money',
  align: 'end',
  filter: 'range',
  schema: (z, field) =>
    z
      .int()
      .min(field.least ?? 0)
      .max(field.most ?? limits.money),
  print: (fen) => printMoney(fen),
  tell: (fen) => printYuan(fen),
  parse: (typed) => parseScaled(typed, 2),
  tidy: (typed, field) => tidyScaled(typed, { places: 2, signed: (field.least ?? 0) < 0 }),
};

export const money = factory(moneyKind);

/** Money where it is read rather than typed: with the sign of its currency. */
export function printYuan(fen: number): string {
  return `${fen < 0 ? '-' : ''}¥${printMoney(Math.abs(fen))}`;
}

/** Fen as yuan: divides by 100 and groups thousands with commas (specification §9). */
export function printMoney(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100);
  const cents = String(Math.abs(fen) % 100).padStart(2, '0');
  return `${fen < 0 ? '-' : ''}${grouped(whole)}.${cents}`;
}
