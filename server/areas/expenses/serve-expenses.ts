import { answerClosing } from '#server/kit/closing-check.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { closingChecks } from './closing-checks.ts';
import { serveCurrentExpense } from './current-expense.ts';
import { serveExpense } from './expense.ts';
import { listenForExpenses } from './listen.ts';

/** Expenses: between us and partners, and of shops and departments (domain.md §3.10, §4.25). */
export function serveExpenses(kit: Kit): void {
  serveCurrentExpense(kit);
  serveExpense(kit);
  answerClosing(kit, closingChecks);
  listenForExpenses(kit);
}
