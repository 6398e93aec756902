import { describe, expect, it } from 'vitest';
import { dealType, diffType } from '#contract/areas/purchasing/inbound-enums.ts';
import { type Counted, closedOf, type Decision, differencesOf, receivedOf } from './settle-quantities.ts';

let made = 0;

/** A planned line and what was counted of it, by grade. */
function line(plan: number, ...counts: [grade: number, qty: number][]): Counted[] {
  const root = (made += 1);
  const all: [number, number][] = counts.length > 0 ? counts : [[0, 0]];
  return all.map(([imperfect_type, count_qty], place) => ({
    id: place === 0 ? root : (made += 1),
    split_of_id: place === 0 ? null : root,
    sku_id: root,
    imperfect_type,
    plan_qty: place === 0 ? plan : 0,
    count_qty,
    purchase_price: 1130,
  }));
}

const decided = (lines: readonly Counted[], ...deals: [type: number, deal: number, accept?: number][]): Decision[] =>
  deals.map(([diff_type, deal_type, accept_qty = 0]) => ({
    detail_id: lines[0]?.id ?? 0,
    diff_type,
    deal_type,
    accept_qty,
  }));

const told = (lines: readonly Counted[]) => differencesOf(lines).map(({ type, qty }) => [type, qty]);
const received = (lines: readonly Counted[], decisions: readonly Decision[] = []) => [
  ...receivedOf(lines, decisions).values(),
];

describe('what differs', () => {
  it.each([
    ['nothing', line(10, [0, 10]), []],
    ['too few', line(10, [0, 7]), [[diffType.short, -3]]],
    ['nothing at all', line(10), [[diffType.short, -10]]],
    ['too many', line(10, [0, 12]), [[diffType.over, 2]]],
    ['goods that nobody planned', line(0, [0, 4]), [[diffType.wrong, 4]]],
    ['damaged pieces of as many as planned', line(10, [0, 9], [1, 1]), [[diffType.quality, 1]]],
    [
      'too few, some of them damaged',
      line(10, [0, 6], [1, 1], [3, 2]),
      [
        [diffType.short, -1],
        [diffType.quality, 3],
      ],
    ],
    [
      'damaged goods that nobody planned',
      line(0, [2, 5]),
      [
        [diffType.wrong, 5],
        [diffType.quality, 5],
      ],
    ],
  ])('is %s', (_name, lines, differences) => {
    expect(told(lines)).toEqual(differences);
  });

  it('is told of each planned line by itself, be they of the same goods', () => {
    const lines = [...line(5, [0, 6]), ...line(5, [0, 4])];
    expect(told(lines)).toEqual([
      [diffType.over, 1],
      [diffType.short, -1],
    ]);
  });
});

describe('what comes in', () => {
  it('is what was counted where nothing differs, and where too little came', () => {
    expect(received(line(10, [0, 10]))).toEqual([10]);
    const short = line(10, [0, 7]);
    for (const deal of [dealType.asCounted, dealType.resupply])
      expect(received(short, decided(short, [diffType.short, deal]))).toEqual([7]);
  });

  it('is what was planned of too many, the good pieces first, and besides only what is accepted', () => {
    const over = line(10, [0, 9], [1, 3]);
    expect(received(over, decided(over, [diffType.over, dealType.giveBack], [diffType.quality, 1]))).toEqual([9, 1]);
    expect(received(over, decided(over, [diffType.over, dealType.accept, 1], [diffType.quality, 1]))).toEqual([9, 2]);
    expect(received(over, decided(over, [diffType.over, dealType.accept, 2], [diffType.quality, 1]))).toEqual([9, 3]);
  });

  it('has no damaged piece in it that was refused', () => {
    const damaged = line(10, [0, 8], [1, 1], [2, 1]);
    expect(received(damaged, decided(damaged, [diffType.quality, dealType.asCounted]))).toEqual([8, 1, 1]);
    expect(received(damaged, decided(damaged, [diffType.quality, dealType.refuse]))).toEqual([8, 0, 0]);
    const over = line(10, [0, 11], [1, 2]);
    const both = decided(over, [diffType.over, dealType.giveBack], [diffType.quality, dealType.refuse]);
    expect(received(over, both)).toEqual([10, 0]);
  });

  it('is nothing of what nobody planned, unless it is accepted', () => {
    const wrong = line(0, [0, 3], [1, 1]);
    expect(received(wrong, decided(wrong, [diffType.wrong, dealType.giveBack], [diffType.quality, 1]))).toEqual([0, 0]);
    expect(received(wrong, decided(wrong, [diffType.wrong, dealType.accept, 4], [diffType.quality, 1]))).toEqual([
      3, 1,
    ]);
    const good = decided(wrong, [diffType.wrong, dealType.accept, 4], [diffType.quality, dealType.refuse]);
    expect(received(wrong, good)).toEqual([3, 0]);
  });
});

describe('what will not come any more', () => {
  it('is what is missing where it is settled as counted, and nothing that the supplier still brings', () => {
    const short = line(10, [0, 6], [1, 1]);
    const root = short[0]?.id ?? 0;
    expect([...closedOf(short, decided(short, [diffType.short, dealType.asCounted]))]).toEqual([[root, 3]]);
    expect([...closedOf(short, decided(short, [diffType.short, dealType.resupply]))]).toEqual([]);
  });
});
