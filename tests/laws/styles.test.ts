import { describe, expect, it } from 'vitest';
import { isTest, readCode, readTree } from './source.ts';
import { sharedClasses } from './styles.ts';

const sheets = readTree(['src'], /(?<!\.module)\.css$/);
const code = readCode().filter(({ path }) => path.startsWith('src/') && !isTest(path));

describe('styles', () => {
  it('give a class to one thing', () => {
    expect(sharedClasses(sheets, code)).toEqual([]);
  });
});

describe('the check itself', () => {
  const sheet = (text: string) => sharedClasses([{ path: 'src/a.css', text }], []);

  it('finds a class that is ruled twice, and one that is part of two things', () => {
    expect(sheet('.desk-a::before { top: 0 }\n.desk-b { top: 0 }\n.desk-a { width: 1em }')).toEqual([
      '.desk-a is ruled at src/a.css:1 and src/a.css:3',
    ]);
    const text = `const a = on ? 'desk-table desk-busy' : 'desk-table'; const b = "spinner desk-busy";`;
    expect(sharedClasses([], [{ path: 'src/a.tsx', text }])).toEqual([
      '.desk-busy stands beside .desk-table and .spinner',
    ]);
  });

  it('lets the states of a class pass that stand together, and what a wider rule says of it', () => {
    expect(
      sheet('.a { top: 0 }\n.a:hover:not(:disabled) { top: 1px }\n.b .a { top: 2px }\n@media print { .a { top: 0 } }'),
    ).toEqual([]);
  });
});
