import type { Field } from '#contract/kit/field.ts';
import type { Storage } from '../storage.ts';
import { between } from './conditions.ts';

// The column's check is the second wall behind the schema: derived numbers may be anything a bigint holds.
const whole: Storage = {
  column: (name, field) => `bigint${checked(name, field)}`,
  where: between,
};

export const integerStorage = whole;
export const quantityStorage = whole;
export const rateStorage = whole;
export const moneyStorage = whole;

function checked(name: string, field: Field): string {
  return field.derived ? '' : ` check (${name} >= ${field.least ?? 0})`;
}
