import type { Manifest } from 'vite';
import { describe, expect, it } from 'vitest';
import { startTable } from './boot-script.ts';
import { readRoutes } from './route-lines.ts';

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'], css: ['assets/index.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_antd.js': { file: 'assets/antd.js', imports: ['_react.js'] },
  'frame.tsx': { file: 'assets/frame.js', imports: ['_antd.js'], css: ['assets/frame.css'] },
  'brands.tsx': { file: 'assets/brands.js', imports: ['_antd.js'] },
};
const known = {
  manifest,
  framesOf: () => ['frame.tsx'],
  questions: new Map([['brand', { name: 'brand' }]]),
};

describe('what the first script is told', () => {
  it('fails a build with a screen that is not there, or a list that nothing defines', () => {
    expect(() => startTable({ ...known, lines: [{ path: '/a', screen: 'gone.tsx' }] })).toThrow('gone.tsx');
    expect(() => startTable({ ...known, lines: [{ path: '/a', screen: 'brands.tsx', lists: 'brnd' }] })).toThrow(
      'brnd',
    );
  });

  it('names the files of an address that not every page has, each once, and what its list asks', () => {
    const lines = [
      { path: '/brands', screen: 'brands.tsx', lists: 'brand' },
      { path: '/frame', screen: 'frame.tsx' },
      { path: '/sheet/:id', screen: 'brands.tsx' },
    ];
    const { files, routes } = startTable({ ...known, lines });
    expect(files.toSorted()).toEqual(['assets/antd.js', 'assets/brands.js', 'assets/frame.css', 'assets/frame.js']);
    expect(Object.keys(routes)).toEqual(['/brands', '/frame']);
    expect(routes['/brands']).toMatchObject({ list: { name: 'brand' } });
    expect(routes['/frame']).not.toHaveProperty('list');
  });
});

describe('the routes of a file', () => {
  const row = `  {\n    path: '/a',\n    title: '甲',\n    lists: 'brand',\n    screen: () => import('./list/a.tsx'),\n  },`;

  it('are not guessed at', () => {
    expect(() => readRoutes('src/areas/x/routes.ts', row.replace('import(', 'load('))).toThrow('src/areas/x/routes.ts');
  });

  it('are their paths, screens and lists', () => {
    expect(readRoutes('src/areas/x/routes.ts', `[\n${row}\n${row.replace("    lists: 'brand',\n", '')}\n]`)).toEqual([
      { path: '/a', screen: 'src/areas/x/list/a.tsx', lists: 'brand' },
      { path: '/a', screen: 'src/areas/x/list/a.tsx' },
    ]);
  });
});
