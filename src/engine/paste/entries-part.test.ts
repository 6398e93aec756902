import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntries } from '#workers/paste-entries.ts';
import { partOf, readPart } from './entries-part.ts';

const asked = { most: 5000, parts: 'lines' } as const;
const list = ['A', 'B', 'C', 'D', 'E'];

describe('a part of a list', () => {
  it('takes nothing that stands elsewhere in the list, and says so', () => {
    const { own, read } = readPart('C\nA\nX\nX', partOf(list, 2, 2), asked);
    expect(own).toEqual(['C', 'X']);
    expect(read).toEqual({ entries: ['A', 'B', 'C', 'X', 'E'], cut: 0, repeats: 2, repeated: ['A', 'X'] });
  });

  it('loses what is typed beyond the cap, and nothing of what stands behind it', () => {
    const { own, read } = readPart('C\nX\nY', partOf(list, 2, 1), { ...asked, most: 5 });
    expect(own).toEqual(['C']);
    expect(read).toMatchObject({ entries: list, cut: 2 });
  });

  it('is read to the list that the whole text would be read to, while there is room', () => {
    const entry = fc.stringMatching(/^[a-z]{1,2}$/);
    fc.assert(
      fc.property(fc.uniqueArray(entry), fc.array(entry), fc.nat(20), fc.nat(20), (given, typed, start, length) => {
        const part = partOf(given, start, length);
        const { read } = readPart(typed.join('\n'), part, asked);
        const whole = readEntries([...part.before, ...typed, ...part.after].join('\n'), asked);
        expect([...read.entries].sort()).toEqual([...whole.entries].sort());
        expect(read.repeats).toBe(whole.repeats);
        expect(read.cut).toBe(0);
        expect(new Set(read.entries).size).toBe(read.entries.length);
      }),
    );
  });
});
