import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const paper = readFileSync('docs/asvs.md', 'utf8');
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const lines = paper.split('\n').filter((line) => line.startsWith('| '));
const rows = lines.flatMap((line) => {
  const [row = '', about = '', state = '', why = ''] = cells(line);
  return /^\d+\.\d+\.\d+$/.test(row) ? [{ row, about, state, why }] : [];
});
const states = ['held', 'judged', 'policy', 'open', 'not run', 'n/a'] as const;

// What is said of security is as true as the tests that it names.
describe('the table of ASVS', () => {
  it('has each of 253 rows once, in a state that there is', () => {
    expect(rows).toHaveLength(253);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(253);
    expect(rows.filter(({ state }) => !states.some((one) => one === state))).toEqual([]);
  });

  it('names for each held row a test that is there, and for every other one that is not plainly met why', () => {
    const named = ({ why }: { why: string }) =>
      [...why.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file ?? '');
    const held = rows.filter(({ state }) => state === 'held');
    expect(held.filter((row) => named(row).length === 0).map(({ row }) => row)).toEqual([]);
    expect(
      rows.flatMap((row) =>
        named(row)
          .filter((file) => !existsSync(file))
          .map((file) => `${row.row} ${file}`),
      ),
    ).toEqual([]);
    expect(rows.filter(({ state, why }) => state !== 'held' && why === '').map(({ row }) => row)).toEqual([]);
  });

  it('counts what its rows say, chapter by chapter and in all', () => {
    const counts = lines.flatMap((line) => {
      const [name = '', ...figures] = cells(line.replaceAll('*', ''));
      const chapter = /^V(\d+) |^(all)$/.exec(name);
      return chapter ? [{ chapter: chapter[1], figures: figures.map(Number) }] : [];
    });
    expect(counts).toHaveLength(18);
    for (const { chapter, figures } of counts) {
      const own = rows.filter(({ row }) => chapter === undefined || row.startsWith(`${chapter}.`));
      const counted = states.map((state) => own.filter((one) => one.state === state).length);
      expect([chapter, figures]).toEqual([chapter, [own.length, ...counted]]);
    }
  });
});
