import { expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { ledgerSources } from './ledger-sources.ts';

const labels = new Map(definitions.map(({ name, label }) => [name, label]));

it('are called what their documents are called', () => {
  for (const [name, label] of Object.entries(ledgerSources)) expect(labels.get(name), name).toBe(label);
});

it('are all that post to the ledger or hold stock', () => {
  const posting = definitions.filter(({ ledger }) => ledger !== undefined).map(({ name }) => name);
  expect(Object.keys(ledgerSources)).toEqual(expect.arrayContaining(posting));
});
