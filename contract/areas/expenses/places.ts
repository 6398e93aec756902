import type { Places } from '../../kit/place.ts';

export const places: Places = {
  currentExpense: { list: '/finance/currentExpense', record: '/finance/currentDetails?id={id}' },
  expense: { list: '/finance/expense/expenseList', record: '/finance/expense/expenseDetails?id={id}' },
};
