import { definitions } from '#contract/definitions.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import { tablesOf } from '#server/database/tables.ts';
const want = new Set(['costAdjust','currentExpense','expense']);
for (const d of definitions) if (want.has(d.name)) for (const s of tablesOf(d, (n, f) => storageOf(f).column(n, f))) console.log(s+'\n');
