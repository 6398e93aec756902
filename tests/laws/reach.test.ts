import { describe, expect, it } from 'vitest';
import { wideReach } from './reach.ts';
import { readCode, type SourceFile } from './source.ts';

describe('what a device loads', () => {
  it('brings no definitions of areas that it does not show', () => {
    expect(wideReach(readCode())).toEqual([]);
  });
});

describe('the check itself', () => {
  const area: SourceFile = { path: 'contract/areas.ts', text: `import { goods } from './areas/goods/area.ts';` };
  const brand: SourceFile = {
    path: 'contract/areas/goods/brand.ts',
    text: `import { text } from '../../kit/kinds/text.ts';\nexport const brand = entity('brand', {});`,
  };
  const words = (...files: SourceFile[]): string => wideReach([area, brand, ...files]).join('\n');

  it.each([
    ['the list of all areas', [{ path: 'src/areas/goods/a.ts', text: `import { areas } from '#contract/areas.ts';` }]],
    [
      'the list behind another file, loaded late',
      [
        { path: 'src/areas/goods/a.ts', text: `export const b = () => import('#contract/areas/shell/b.ts');` },
        { path: 'contract/areas/shell/b.ts', text: `export { areas } from '../../areas.ts';` },
      ],
    ],
  ])('finds %s', (_name, files) => {
    expect(words(...files)).toContain('contract/areas.ts: a device needs no list of all areas');
  });

  it('finds names that bring a definition of another area, and lets its own and fields that refer to it pass', () => {
    const screen = { path: 'src/areas/shell/a.ts', text: `import { b } from '#contract/areas/shell/b.ts';` };
    const names = (path: string, text: string) =>
      words(screen, { path: 'src/app/c.ts', text: `import { b } from '#${path}';` }, { path, text });
    const link = `import { brand } from '../goods/brand.ts';\nexport const b = brand.name;`;
    expect(names('contract/areas/shell/b.ts', link)).toContain('b.ts → contract/areas/goods/brand.ts: names bring');
    expect(names('contract/areas/goods/b.ts', link)).toBe('');
    expect(
      names('contract/areas/shell/b.ts', `import { references } from '../../kit/kinds/reference.ts';\n${link}`),
    ).toBe('');
    expect(names('contract/areas/shell/b.ts', link.replace('import', 'import type'))).toBe('');
  });

  it('finds a pattern that takes whole areas, and lets one pass that takes places', () => {
    const pattern = (glob: string) =>
      words({ path: 'src/engine/a.ts', text: `export const a = import.meta.glob('${glob}');` });
    expect(pattern('../../contract/areas/*/area.ts')).toContain('takes ../../contract/areas/*/area.ts');
    expect(pattern('../../contract/areas/*/places.ts')).toBe('');
  });
});
