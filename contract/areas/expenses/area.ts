import type { Area } from '../../kit/area.ts';
import { keysOf, listOf } from '../../kit/menu.ts';
import { currentExpense } from './current-expense.ts';
import { expense } from './expense.ts';
import { places } from './places.ts';

/** What is paid and received besides goods: between us and partners, and for running shops and departments. */
export const expenses: Area = {
  name: 'expenses',
  label: '费用',
  definitions: [currentExpense, expense],
  places,
  menu: {
    groups: [],
    screens: [
      {
        group: '/finance',
        order: 7,
        route: '/finance/currentExpense',
        name: '往来费用单',
        opens: listOf(currentExpense),
        keys: keysOf(currentExpense),
      },
      {
        group: '/finance',
        order: 8,
        route: '/finance/expense/expenseList',
        name: '费用单',
        opens: listOf(expense),
        keys: keysOf(expense),
      },
    ],
  },
  newForms: [
    {
      order: 46,
      route: '/finance/currentAdd',
      name: currentExpense.label,
      access: currentExpense.calls.add?.[1],
    },
    { order: 47, route: '/finance/expense/addExpense', name: expense.label, access: expense.calls.add?.[1] },
  ],
};
