import { sql } from 'kysely';
import type { Field } from '#contract/kit/field.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Storage } from '../storage.ts';
import { between } from './conditions.ts';

// The column's check is the second wall behind the schema: derived numbers may be anything a bigint holds.
const whole: Storage = {
  column: (name, field) => `bigint${checked(name, field)}`,
  where: between,
  printed: (value) => ({ value, shape: 'figure' }),
};

/** In yuan and per cent: what is kept in hundredths, with both its decimals. A product keeps them and is faster than a quotient. */
const hundredths: Storage = {
  ...whole,
  printed: (column) => ({ value: sql`${column} * 0.01`, shape: 'figure' }),
};

/** Nothing comes to more than sums can bear, typed or worked out (amendments H2). */
const amounts: Storage = {
  ...hundredths,
  column: (name, field) => `${whole.column(name, field)} check (abs(${name}) <= ${limits.documentMoney})`,
};

/** In tenths, with its decimal. */
const tenths: Storage = { ...whole, printed: (column) => ({ value: sql`${column} * 0.1`, shape: 'figure' }) };

export const integerStorage = whole;
export const discountStorage = tenths;
export const quantityStorage = whole;
export const rateStorage = hundredths;
export const moneyStorage = amounts;

function checked(name: string, field: Field): string {
  return field.derived ? '' : ` check (${name} >= ${field.least ?? 0})`;
}
