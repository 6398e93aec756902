import type { ServerArea } from '#server/area.ts';
import { serveFinance } from './serve.ts';

/** What the company is owed and owes, and the books that say it. */
export const finance: ServerArea = { name: 'finance', serve: serveFinance };
