import { describe, expect, it } from 'vitest';
import { isTest, parsed, readCode, type SourceFile } from './source.ts';

/** What a file of the outbox knows of the documents that it carries: names and imports that belong to a client (decision 0046). */
function knows(file: SourceFile): string[] {
  const { names, imports } = parsed(file);
  const words = [...names].filter((name) => /sheet|zone|barcode|sku|stocktak/i.test(name));
  const areas = imports.filter((one) => one.ours && /(^|\/)areas\//.test(one.to)).map((one) => one.to);
  return [...words, ...areas].map((word) => `${file.path} knows ${word}`);
}

describe('the outbox', () => {
  it('knows nothing of what it carries', () => {
    const core = readCode().filter(
      // The tables of the time when counting was all there was.
      ({ path }) => path.startsWith('src/local/') && !isTest(path) && !path.endsWith('/earlier-tables.ts'),
    );
    expect(core.length).toBeGreaterThan(20);
    expect(core.flatMap(knows)).toEqual([]);
  });

  it('is caught when it does', () => {
    const one = (text: string) => knows({ path: 'src/local/a.ts', text });
    expect(one(`export const zoneOf = (row: { zone: string }) => row.zone;`)).toHaveLength(2);
    expect(
      one(`import { countCall } from '#contract/areas/warehouse/count-entry.ts';\nexport const b = countCall;`),
    ).toEqual(['src/local/a.ts knows contract/areas/warehouse/count-entry.ts']);
  });
});
