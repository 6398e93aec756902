import { expect, it } from 'vitest';
import { requireField } from './require-field.ts';

it('throws by the name of what is empty, and takes nought, false and an empty text for values', () => {
  const row: { day: string | null; account?: string; amount: number | null; paid: boolean | null; remark: string } = {
    day: null,
    amount: 0,
    paid: false,
    remark: '',
  };
  expect(() => requireField(row, 'day')).toThrow('day is empty');
  expect(() => requireField(row, 'account')).toThrow('account is empty');
  expect([requireField(row, 'amount'), requireField(row, 'paid'), requireField(row, 'remark')]).toEqual([0, false, '']);
});
