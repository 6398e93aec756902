import { describe, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { readCode, type SourceFile } from './source.ts';

/** Codes of each document's states by their names. */
const documents = definitions.flatMap(({ name, states }) =>
  states
    ? [{ name, codes: new Map(Object.entries(states).map(([code, [, word]]) => [word, Number(code)] as const)) }]
    : [],
);

/** Objects that say again which code a state of a document has: `codesOf` says it. */
function saidAgain(tree: readonly SourceFile[]): string[] {
  return tree.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?const (\w+) = \{((?:\s*\w+: -?\d+,?)+)\s*\} as const/gm)].flatMap(
      ([, name = '', body = '']) => {
        const pairs = [...body.matchAll(/(\w+): (-?\d+)/g)].map(([, word = '', code]) => [word, Number(code)] as const);
        const same = documents.find(
          ({ codes }) => pairs.length === codes.size && pairs.every(([word, code]) => codes.get(word) === code),
        );
        return same && pairs.length > 2 ? [`${path}: ${name} says the states of ${same.name} again`] : [];
      },
    ),
  );
}

describe('states', () => {
  it.each(documents.map((one) => [one.name, one] as const))(
    'of %s have names of their own',
    (_name, { name, codes }) => {
      expect(codes.size).toBe(Object.keys(definitions.find((one) => one.name === name)?.states ?? {}).length);
      for (const word of codes.keys()) expect(word).toMatch(/^[a-z][a-zA-Z]*$/);
    },
  );

  it('are said once', () => {
    expect(saidAgain(readCode())).toEqual([]);
  });

  it('are found where they are said again', () => {
    const text = 'const sent = { waiting: 1, audited: 2, posted: 3, reversed: 4, deleted: -1 } as const;';
    expect(saidAgain([{ path: 'server/a.ts', text }])).toEqual(['server/a.ts: sent says the states of voucher again']);
  });
});
