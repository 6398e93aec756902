import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLongPaste, matchEntries, readEntries } from './paste-entries.ts';

const lines = { most: 5000, parts: 'lines' } as const;
const names = { most: 5000, parts: 'names' } as const;

describe('reading a pasted list', () => {
  it('cuts what is beyond the cap and says how many', () => {
    const text = Array.from({ length: 5001 }, (_, at) => `SKU${at}`).join('\n');
    const { entries, cut } = readEntries(text, lines);
    expect(entries).toHaveLength(5000);
    expect(entries.at(-1)).toBe('SKU4999');
    expect(cut).toBe(1);
  });

  it('lets no repeat use up the cap', () => {
    expect(readEntries('a\na\nb\nc\nc\nd', { ...lines, most: 3 })).toEqual({
      entries: ['a', 'b', 'c'],
      cut: 1,
      repeats: 2,
      repeated: ['a', 'c'],
    });
  });

  it('leaves out blank lines, blanks around a code and signs without width', () => {
    expect(readEntries('\uFEFFA1 \r\n\r\n \u00A0\n\tB\u200B2\t\rC 3', lines).entries).toEqual(['A1', 'B2', 'C 3']);
  });

  it('keeps commas in codes and parts names by them', () => {
    expect(readEntries('A,1', lines).entries).toEqual(['A,1']);
    expect(readEntries('李宁,安踏，Jack Jones、 耐克\n李宁', names)).toMatchObject({
      entries: ['李宁', '安踏', 'Jack Jones', '耐克'],
      repeats: 1,
    });
  });

  it('tells how far it is a few times, and never for each line', () => {
    const told: number[] = [];
    readEntries(
      Array.from({ length: 200_000 }, (_, at) => `SKU${at}`).join('\n'),
      lines,
      (part) => void told.push(part),
    );
    expect(told.length).toBeGreaterThan(5);
    expect(told.length).toBeLessThan(100);
    expect(told).toEqual([...told].sort((one, other) => one - other));
  });

  const entry = fc.stringMatching(/^[A-Za-z0-9\u4e00-\u4eff-]{1,6}$/);
  const separators = fc.constantFrom('\n', '\r\n', '\t', ' \n\n ');

  it('loses nothing, doubles nothing, keeps the order, and counts what it drops', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), separators, fc.nat(40), (given, between, most) => {
        const read = readEntries(given.join(between), { ...lines, most });
        const distinct = [...new Set(given)];
        expect(read.entries).toEqual(distinct.slice(0, most));
        expect(read.cut).toBe(Math.max(0, distinct.length - most));
        expect(read.entries.length + read.cut + read.repeats).toBe(given.length);
      }),
    );
  });

  it('changes nothing when it reads what it has written', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(lines, names), (text, asked) => {
        const once = readEntries(text, asked).entries;
        expect(readEntries(once.join('\n'), asked)).toEqual({ entries: once, cut: 0, repeats: 0, repeated: [] });
      }),
    );
  });
});

it('leaves short texts to the page and takes long ones from it, by lines or by characters', () => {
  expect(isLongPaste('a\n'.repeat(299))).toBe(false);
  expect(isLongPaste('a\n'.repeat(300))).toBe(true);
  expect(isLongPaste('a'.repeat(30_001))).toBe(true);
  expect(isLongPaste('a\n'.repeat(20), { lines: 20, characters: 100 })).toBe(true);
  expect(isLongPaste('a,'.repeat(51), { lines: 20, characters: 100 })).toBe(true);
});

describe('matching names', () => {
  const known = [
    ['李宁', 1],
    ['Nike', 2],
    ['nike', 9],
    ['NK', 2],
  ] as const;

  it('leaves what it does not know, and takes nothing twice', () => {
    expect(matchEntries(['匹克', 'NIKE', 'nk', '李宁', '匹克2'], known, [1])).toEqual({
      ids: [2],
      already: 2,
      unmatched: ['匹克', '匹克2'],
    });
  });

  it('accounts for every entry', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('李宁', 'nike', 'NK', '匹克', 'x')),
        fc.subarray([1, 2]),
        (given, chosen) => {
          const { ids, already, unmatched } = matchEntries(given, known, chosen);
          expect(ids.length + already + unmatched.length).toBe(given.length);
          expect(ids.some((id) => chosen.includes(id))).toBe(false);
        },
      ),
    );
  });
});
