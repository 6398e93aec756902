import { describe, expect, it } from 'vitest';
import { brokenNames } from './names.ts';
import { readCode, readTree } from './source.ts';

const code = readCode();
const texts = readTree(
  [
    'build',
    'contract',
    'docs',
    'index.html',
    'package.json',
    'public',
    'server',
    'src',
    'sw',
    'tests',
    'workers',
    'vite.config.ts',
    'vitest.config.ts',
    '.ci',
  ],
  /\.(md|json|sql|css|html|mjs|js|yml)$/,
);

describe('names', () => {
  it('are English outside paths; files are short, finished and at home on every machine', () => {
    expect(brokenNames(code)).toEqual([]);
    expect(brokenNames(texts)).toEqual([]);
  });
});

describe('the check itself', () => {
  const slash = '/';
  it.each([
    ['a function in pinyin', 'src/areas/goods/a.ts', 'export function addCaigou() {}', 'addCaigou'],
    ['a key in pinyin', 'contract/areas/goods/a.ts', 'export const fields = { ck_id: 1 };', 'ck_id'],
    ['a file in pinyin', 'src/areas/goods/ruku-list.tsx', 'export const a = 1;', 'ruku'],
    ['an image in a name', 'server/kit/a.ts', 'export const pullBrake = 1;', 'GLOSSARY'],
    ['an image in the name of a file', 'server/kit/door-speakers.ts', 'export const a = 1;', 'an image'],
    ['an export that says nothing', 'server/kit/a.ts', 'export interface Standing {}', 'exports Standing'],
    ['a file in camelCase', 'src/areas/goods/brandList.tsx', 'export const a = 1;', 'kebab-case'],
    ['four hundred lines without a word', 'server/kit/a.ts', `export const a = 1;\n${'//\n'.repeat(400)}`, '401 lines'],
    ['unfinished work', 'server/kit/a.ts', `// ${'TO'}${'DO'}: the rest\nexport const a = 1;`, 'unfinished'],
    ['a silenced check', 'server/kit/a.ts', `// @ts-${'ignore'}\nexport const a = 1;`, 'silences'],
    ['a test that is left out', 'server/kit/a.test.ts', `it.${'skip'}('x', () => undefined);`, 'leaves tests out'],
    ['a test that runs alone', 'server/kit/a.test.ts', `describe.${'only'}('x', () => undefined);`, 'leaves tests out'],
    ['a path of one machine', 'docs/a.md', `see ${slash}home/me/notes`, 'one machine'],
  ])('finds %s', (_name, path, text, words) => {
    expect(brokenNames([{ path, text }]).join('\n')).toContain(words);
  });

  it.each([
    ['pinyin in a path', 'src/areas/goods/a.ts', `export const a = { path: '/buybox/rukuList' };`],
    [
      'a long file that says why',
      'server/kit/a.ts',
      `// One list; cutting it would hide its order.\n${'//\n'.repeat(400)}`,
    ],
    ['a property called only', 'server/kit/a.test.ts', `it('says it.only in a text', () => undefined);`],
    ['an address of the product', 'docs/a.md', `open https://example.com${slash}home/things`],
  ])('lets %s pass', (_name, path, text) => {
    expect(brokenNames([{ path, text }])).toEqual([]);
  });
});
