import { type AnyDefinition, isDocument } from '#contract/kit/definition.ts';
import { isTest, parsed, type SourceFile } from './source.ts';

/**
 * What moves or holds stock without the definitions saying so, one sentence each: the invariants are made of what they say,
 * so such a document would escape them in silence.
 */
export function brokenLedger(tree: readonly SourceFile[], definitions: readonly AnyDefinition[]): string[] {
  const server = tree.filter(({ path }) => /^server\/(?!ledger\/)/.test(path) && !isTest(path));
  const documents = definitions.filter(isDocument);
  const uses = [
    {
      file: 'server/ledger/post-stock.ts',
      what: 'posts',
      says: (one: AnyDefinition) => one.ledger?.posted !== undefined,
    },
    {
      file: 'server/ledger/lock-stock.ts',
      what: 'holds stock',
      says: (one: AnyDefinition) => Boolean(one.ledger?.holds),
    },
  ].map((use) => {
    const files = server
      .filter((file) => parsed(file).imports.some(({ to, typeOnly }) => to === use.file && !typeOnly))
      .map(({ path, ...file }) => ({ path, named: documentsNamed({ path, ...file }, tree, documents) }));
    return { ...use, files };
  });
  return [
    ...uses.flatMap(({ what, says, files }) => [
      ...files
        .filter(({ named }) => named.length === 0)
        .map(({ path }) => `${path} ${what} for no document that it names`),
      ...files.flatMap(({ path, named }) =>
        named
          .filter((one) => !says(one))
          .map(({ name }) => `${path} ${what} for ${name}, whose definition does not say so`),
      ),
      ...documents
        .filter((one) => says(one) && !files.some(({ named }) => named.includes(one)))
        .map(({ name }) => `${name} says that it ${what}, and no file of the server does it`),
    ]),
    ...server.filter(({ text }) => pastTheLedger.test(text)).map(({ path }) => `${path} writes past the ledger`),
    ...tree
      .filter(({ path, text }) => /^server\/ledger\/[^/]+$/.test(path) && !isTest(path) && areaWords.test(text))
      .map(({ path }) => `${path} knows an area: what is special about one is its policy`),
  ];
}

const pastTheLedger = /\b(insert\s+into|update|delete\s+from)\s+stock_(ledger|lock|balance)\b/i;
const areaWords = /stocktak|stock_freeze|counted_(at|by)|unseen_by|corrects_count|盘点/i;

/** The documents whose definitions a file imports. */
function documentsNamed(
  file: SourceFile,
  tree: readonly SourceFile[],
  documents: readonly AnyDefinition[],
): AnyDefinition[] {
  const paths = parsed(file)
    .imports.filter(({ typeOnly }) => !typeOnly)
    .map(({ to }) => to);
  const names = tree
    .filter(({ path }) => paths.includes(path))
    .flatMap(({ text }) => [...text.matchAll(/= document\(\s*'(\w+)'/g)].map(([, name]) => name));
  return documents.filter(({ name }) => names.includes(name));
}
