import { describe, expect, it } from 'vitest';
import { barrels, brokenFloors, circles } from './floors.ts';
import { isTest, readCode, type SourceFile } from './source.ts';

const house = readCode();
const built = house.filter((file) => !isTest(file.path));

describe('the house', () => {
  it('is there to be checked', () => {
    expect(built.length).toBeGreaterThan(200);
  });

  it('imports only from below, and uses each name where it belongs', () => {
    expect(brokenFloors(house)).toEqual([]);
  });

  it('has no circles', () => {
    expect(circles(built)).toEqual([]);
  });

  it('has no barrels but the single index of a floor', () => {
    expect(barrels(built)).toEqual([]);
  });
});

describe('the check itself', () => {
  it.each([
    ['a floor that looks up', 'src/wire/a.ts', `import { b } from '../engine/b.ts';`, 'wire may not import engine'],
    [
      'a type from above',
      'src/local/a.ts',
      `import type { B } from '#src/platform/b.ts';`,
      'local may not import platform',
    ],
    [
      'a lazy import from above',
      'src/kit/a.ts',
      `export const load = () => import('#src/areas/goods/b.tsx');`,
      'kit may not import areas',
    ],
    [
      'a re-export from above',
      'server/ledger/a.ts',
      `export { b } from '#server/kit/b.ts';\nexport const c = 1;`,
      'server ledger may not import server kit',
    ],
    [
      'an area in another',
      'server/areas/goods/a.ts',
      `import { b } from '../warehouse/b.ts';`,
      'areas never import one another',
    ],
    [
      'an area in the index of another',
      'server/areas/goods/area.ts',
      `import { b } from '../warehouse/b.ts';`,
      'areas never import one another',
    ],
    [
      'an index in its area',
      'server/areas/goods/a.ts',
      `import { b } from './area.ts';`,
      'server areas may not import server area index',
    ],
    [
      'a screen in another area',
      'src/areas/goods/a.tsx',
      `import { b } from '#src/areas/warehouse/b.tsx';`,
      'areas never import one another',
    ],
    [
      'the server in the browser',
      'src/app/a.ts',
      `import { b } from '#server/kit/b.ts';`,
      'app may not import server kit',
    ],
    [
      'our code in the contract',
      'contract/kit/a.ts',
      `import { b } from '#src/wire/b.ts';`,
      'contract may not import wire',
    ],
    ['a test in the product', 'server/kit/a.ts', `import { b } from '#tests/factories/b.ts';`, 'needs no tests'],
    ['a floor nobody planned', 'server/utils/a.ts', `export const b = 1;`, 'stands on no floor'],
    ['antd in the engine', 'src/engine/a.tsx', `import { Button } from 'antd';`, 'uses antd'],
    ['fetch outside the wire', 'src/areas/goods/a.ts', `export const b = () => fetch('/x');`, 'uses fetch'],
    ['fetch by another name', 'src/areas/goods/a.ts', `export const b = () => globalThis.fetch('/x');`, 'uses fetch'],
    [
      'storage outside the platform',
      'src/engine/a.ts',
      `export const b = () => localStorage.getItem('x');`,
      'uses localStorage',
    ],
    ['a socket outside the platform', 'src/app/a.ts', `export const b = new WebSocket('x');`, 'uses WebSocket'],
    ['the navigator in a worker', 'workers/a.worker.ts', `export const b = navigator.onLine;`, 'uses navigator'],
    ['Dexie on another floor', 'src/engine/a.ts', `import Dexie from 'dexie';`, 'uses dexie'],
    ['SQL in the browser', 'src/engine/a.ts', `import { sql } from 'kysely';`, 'uses kysely'],
    ['SQL in the contract', 'contract/kit/a.ts', `import type { Pool } from 'pg';`, 'uses pg'],
    ['zod on the first path', 'contract/kit/a.ts', `import { z } from 'zod';`, 'uses zod'],
    ['Node in the contract', 'contract/kit/a.ts', `import { b } from 'node:fs';`, 'uses node:fs'],
    ['the DOM in the contract', 'contract/kit/a.ts', `export const b = () => document.title;`, 'uses document'],
    ['a word for the console', 'server/kit/a.ts', `console.log(1);`, 'uses console'],
  ])('finds %s', (_name, path, text, words) => {
    expect(brokenFloors([{ path, text }]).join('\n')).toContain(words);
  });

  it.each([
    ['a parameter that is called fetch', 'src/local/a.ts', `export const through = (fetch: () => number) => fetch();`],
    ['a property of that name', 'src/engine/a.ts', `export const b = (query: { fetch(): void }) => query.fetch();`],
    [
      'a comment and a text about it',
      'src/engine/a.ts',
      `// localStorage is not for us\nexport const b = 'navigator';`,
    ],
    ['a type of zod in the contract', 'contract/kit/a.ts', `import type { z } from 'zod';\nexport type B = typeof z;`],
    ['a definition that refers to another area', 'contract/areas/goods/a.ts', `import { b } from '../partners/b.ts';`],
  ])('lets %s pass', (_name, path, text) => {
    expect(brokenFloors([{ path, text }])).toEqual([]);
  });

  it('finds circles, lets types and lazy screens close them, and finds barrels', () => {
    const circle = (link: string): SourceFile[] => [
      { path: 'src/kit/a.ts', text: `import { b } from './b.ts';\nexport const a = b;` },
      { path: 'src/kit/b.ts', text: link },
    ];
    expect(circles(circle(`import { a } from './a.ts';\nexport const b = a;`))).toEqual([
      'src/kit/a.ts → src/kit/b.ts → src/kit/a.ts',
    ]);
    expect(circles(circle(`import type { a } from './a.ts';\nexport const b: typeof a = 1;`))).toEqual([]);
    expect(circles(circle(`export const b = () => import('./a.ts');`))).toEqual([]);
    const barrel = `export { a } from './a.ts';\nexport * from './b.ts';`;
    expect(
      barrels([
        { path: 'src/kit/desk/index.ts', text: barrel },
        { path: 'src/local/index.ts', text: barrel },
      ]),
    ).toEqual(['src/kit/desk/index.ts']);
  });
});
