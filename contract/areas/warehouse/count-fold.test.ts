import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoldEntry, figureKey, foldCounts } from './count-fold.ts';

describe('foldCounts', () => {
  it('has no figure for nothing, and none for goods whose every entry was taken back', () => {
    expect(foldCounts([])).toEqual(new Map());
    expect(foldCounts([add('a', 3), taking('v', 'a')])).toEqual(new Map());
  });

  it('ignores a void by another counter, of an entry that is not there, and of a void', () => {
    const entries = [add('a', 3), { ...taking('v', 'a'), counter: 8 }, taking('w', 'nobody'), taking('x', 'v')];
    expect(qtyOf(entries)).toBe(3);
  });

  it('adds what is scanned again: a repeated barcode is one more piece', () => {
    expect(qtyOf([add('a', 1), add('b', 1), add('c', 12)])).toBe(14);
  });

  it('replaces with a total, and adds later scans to it', () => {
    expect(qtyOf([add('a', 5), total('t', 40), add('b', 2)])).toBe(42);
    expect(qtyOf([total('t', 40), total('u', 0)])).toBe(0);
  });

  it('brings back what a total had replaced, when the total is taken back', () => {
    expect(qtyOf([add('a', 5), total('t', 40), add('b', 2), taking('v', 't')])).toBe(7);
  });

  it('takes the time of what makes the figure, not of what was replaced or taken back', () => {
    const late = { ...add('a', 5), counted_at: at(50) };
    expect(only([late, { ...total('t', 40), counted_at: at(10) }]).counted_at).toBe(at(10));
    expect(only([{ ...add('b', 1), counted_at: at(20) }, late, taking('v', 'a')]).counted_at).toBe(at(20));
    expect(only([late, { ...add('b', 1), counted_at: at(20) }]).counted_at).toBe(at(50));
  });

  it('keeps rounds, zones, counters, goods and grades apart', () => {
    const entries = [
      add('a', 1),
      { ...add('b', 1), round: 2 },
      { ...add('c', 1), zone: 'B' },
      { ...add('d', 1), counter: 8 },
    ];
    const more = [
      { ...add('e', 1), goods: '1' },
      { ...add('f', 1), imperfect_type: 2 },
    ];
    expect(foldCounts([...entries, ...more]).size).toBe(6);
  });

  it('equals the model that replays a pile of entries, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 40 }), (drawn) => {
        const entries = numbered(drawn);
        expect(plainly(foldCounts(entries))).toEqual(plainly(slowly(entries)));
      }),
    );
  });

  it('does not change when entries are delivered again, or when voids come elsewhere in the pile', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 40 }), fc.infiniteStream(fc.nat()), (drawn, dice) => {
        const entries = numbered(drawn);
        const again = [...entries, ...entries.filter(() => (dice.next().value ?? 0) % 2 === 0)];
        const voidsFirst = entries.toSorted((a, b) => Number(b.kind === 'void') - Number(a.kind === 'void'));
        expect(plainly(foldCounts(again))).toEqual(plainly(foldCounts(entries)));
        expect(plainly(foldCounts(voidsFirst))).toEqual(plainly(foldCounts(entries)));
      }),
    );
  });

  it('is the same for one counter whatever the others do in between', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 40 }), (drawn) => {
        const entries = numbered(drawn);
        const alone = foldCounts(entries.filter((entry) => entry.counter === 7));
        const among = [...foldCounts(entries)].filter(([, figure]) => figure.counter === 7);
        expect(plainly(new Map(among))).toEqual(plainly(alone));
      }),
    );
  });
});

const at = (minute: number) => new Date(Date.UTC(2025, 2, 3, 8, minute)).toISOString();
const base = { round: 1, zone: 'A', counter: 7, goods: 1, imperfect_type: 0, counted_at: at(0) };

function add(op_id: string, qty: number): FoldEntry {
  return { ...base, op_id, kind: 'add', qty };
}

function total(op_id: string, qty: number): FoldEntry {
  return { ...base, op_id, kind: 'total', qty };
}

function taking(op_id: string, voids: string): FoldEntry {
  return { ...base, op_id, kind: 'void', qty: 0, voids };
}

function only(entries: FoldEntry[]) {
  const [figure, ...others] = foldCounts(entries).values();
  expect(others).toEqual([]);
  if (!figure) throw new Error('no figure');
  return figure;
}

function qtyOf(entries: FoldEntry[]): number {
  return only(entries).qty;
}

const anyEntry = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'total', 'void'),
  round: fc.constantFrom(1, 2),
  zone: fc.constantFrom('A', 'B'),
  counter: fc.constantFrom(7, 8),
  goods: fc.constantFrom(1, 2, 'x'),
  imperfect_type: fc.constantFrom(0, 1),
  qty: fc.nat(9),
  minute: fc.nat(59),
  target: fc.nat(39),
});

type Drawn = typeof anyEntry extends fc.Arbitrary<infer T> ? T : never;

function numbered(drawn: Drawn[]): FoldEntry[] {
  return drawn.map(({ minute, target, kind, ...rest }, index) => {
    const entry: FoldEntry = { ...rest, kind: kind as FoldEntry['kind'], op_id: `op-${index}`, counted_at: at(minute) };
    return kind === 'void' ? { ...entry, qty: 0, voids: `op-${target % drawn.length}` } : entry;
  });
}

/** The rule once more, by its words: per key, drop what is void, cut before the last total, sum. */
function slowly(entries: FoldEntry[]): Map<string, { qty: number; counted_at: string }> {
  const figures = new Map<string, { qty: number; counted_at: string }>();
  for (const key of new Set(entries.map(figureKey))) {
    const mine = entries.filter((entry) => figureKey(entry) === key && entry.kind !== 'void');
    const isVoid = (entry: FoldEntry) =>
      entries.some((other) => other.kind === 'void' && other.voids === entry.op_id && other.counter === entry.counter);
    const live = mine.filter((entry) => !isVoid(entry));
    const cut = live.slice(
      Math.max(
        0,
        live.findLastIndex((entry) => entry.kind === 'total'),
      ),
    );
    const times = cut.map((entry) => entry.counted_at).sort();
    if (cut.length > 0)
      figures.set(key, { qty: cut.reduce((sum, entry) => sum + entry.qty, 0), counted_at: times.at(-1) ?? '' });
  }
  return figures;
}

function plainly(figures: Map<string, { qty: number; counted_at: string }>) {
  return [...figures]
    .map(([key, { qty, counted_at }]) => ({ key, qty, counted_at }))
    .sort((a, b) => a.key.localeCompare(b.key));
}
