import type { ServerArea } from '#server/area.ts';
import { serveExpenses } from './serve-expenses.ts';

/** What is paid and received besides goods. */
export const expenses: ServerArea = { name: 'expenses', serve: serveExpenses };
