import { factory, type Kind } from '../field.ts';
import { limits } from '../limits.ts';
import { grouped, parseScaled } from './number.ts';

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
  parse: (typed) => parseScaled(typed, 2),
};

export const money = factory(moneyKind);

/** Fen as yuan: divides by 100 and groups thousands with commas (specification §9). */
export function printMoney(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100);
  const cents = String(Math.abs(fen) % 100).padStart(2, '0');
  return `${fen < 0 ? '-' : ''}${grouped(whole)}.${cents}`;
}
