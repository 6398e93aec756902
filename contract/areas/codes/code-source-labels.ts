import { ledgerSources } from '../warehouse/ledger-sources.ts';
import { codeFile } from './code-file.ts';
import { codeOrder } from './code-order.ts';
import { codeReturn } from './code-return.ts';

/** The documents that write events of codes, by the name under which the events keep them. */
export const codeSourceLabels: Readonly<Record<string, string>> = {
  ...ledgerSources,
  ...Object.fromEntries([codeOrder, codeFile, codeReturn].map(({ name, label }) => [name, label])),
};
