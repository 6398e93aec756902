import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needOf, piecesOf, propose, type RuleTerms, type Shelf, shareOut, surplusOf, targetOf } from './propose.ts';
import { ruleType } from './rule-enums.ts';

// What a rule proposes (domain.md §4.16, amendments G11), beside what must be true of it whatever the figures.

const shelf = (given: Partial<Shelf> = {}): Shelf => ({ warehouse_id: 1, available: 0, coming: 0, sold: 0, ...given });

describe('what is needed', () => {
  it.each<[string, RuleTerms, Partial<Shelf>, number]>([
    ['fills up to the days that are wanted', { min_days: 7, max_days: 14 }, { available: 3, sold: 28 }, 11],
    ['counts what is coming', { min_days: 7, max_days: 14 }, { available: 3, coming: 4, sold: 28 }, 0],
    ['is nothing above the least', { min_days: 7, max_days: 14 }, { available: 7, sold: 28 }, 0],
    ['holds to the most', { max_days: 60, max_qty: 20 }, { available: 5, sold: 28 }, 15],
    ['is the least where nothing sells', { max_days: 14, min_qty: 4 }, { available: 1 }, 3],
    ['is nothing where nothing sells and nothing is asked for', { max_days: 14 }, {}, 0],
    ['is rounded to the nearest multiple', { min_qty: 10, round_to: 4 }, { available: 1 }, 8],
    ['is rounded up from the half', { min_qty: 10, round_to: 4 }, {}, 12],
    ['is rounded within the most', { min_qty: 10, max_qty: 11, round_to: 4 }, {}, 8],
    ['covers what was sold and not there', { min_qty: 2 }, { available: -3 }, 5],
  ])('%s', (_name, terms, given, qty) => {
    expect(needOf(terms, shelf(given))).toBe(qty);
  });

  it('rounds a day’s sale up to whole pieces and takes nothing off for returns', () => {
    expect([piecesOf(1, 1), piecesOf(28, 1), piecesOf(7, -5)]).toEqual([1, 1, 0]);
    expect(targetOf({ max_days: 7, min_qty: 3, max_qty: 2 }, 0)).toBe(2);
  });
});

it('keeps for the sender what it says, and its own target where it evens out', () => {
  const one = shelf({ available: 20, sold: 28 });
  const terms = { keep_source_days: 5, max_days: 12 };
  expect([ruleType.replenish, ruleType.balance, ruleType.back].map((type) => surplusOf(type, terms, one))).toEqual([
    15, 8, 8,
  ]);
});

const pieces = fc.integer({ min: 0, max: 40 });
const terms = fc.record({
  min_days: fc.option(fc.integer({ min: 0, max: 10 })),
  max_days: fc.option(fc.integer({ min: 0, max: 30 })),
  min_qty: fc.option(fc.integer({ min: 0, max: 8 })),
  max_qty: fc.option(fc.integer({ min: 1, max: 30 })),
  round_to: fc.option(fc.integer({ min: 1, max: 6 })),
  keep_source_days: fc.option(fc.integer({ min: 0, max: 10 })),
});
const stands = fc.record({ available: pieces, coming: pieces, sold: pieces });
const at = (first: number) => (all: readonly Omit<Shelf, 'warehouse_id'>[]) =>
  all.map((one, place) => ({ ...one, warehouse_id: first + place }));

describe('what is proposed', () => {
  it('never is more than a sender can give or a receiver needs, and goes only where it may', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(ruleType.replenish, ruleType.balance),
        terms,
        fc.array(stands, { minLength: 1, maxLength: 3 }).map(at(1)),
        fc.array(stands, { minLength: 1, maxLength: 6 }).map(at(3)),
        fc.func(fc.boolean()),
        (type, given, senders, receivers, way) => {
          const mayGo = (from: number, to: number) => way(from, to);
          const moves = propose({ type, terms: given, senders, receivers, mayGo });
          const step = given.round_to ?? 1;
          for (const sender of senders) {
            const gone = moves
              .filter(({ from }) => from === sender.warehouse_id)
              .reduce((sum, { qty }) => sum + qty, 0);
            expect(gone).toBeLessThanOrEqual(surplusOf(type, given, sender));
          }
          for (const receiver of receivers) {
            const come = moves.filter(({ to }) => to === receiver.warehouse_id).reduce((sum, { qty }) => sum + qty, 0);
            expect(come).toBeLessThanOrEqual(needOf(given, receiver));
          }
          for (const { from, to, qty } of moves) {
            expect(qty > 0 && qty % step === 0 && from !== to && mayGo(from, to)).toBe(true);
          }
        },
      ),
    );
  });

  it('shares all there is where it is not enough, in proportion', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 1, maxLength: 8 }),
        pieces,
        fc.integer({ min: 1, max: 5 }),
        (needs, of, step) => {
          const shares = shareOut(needs, { of, step });
          const wanted = needs.map((need) => Math.floor(need / step));
          const packs = wanted.reduce((sum, one) => sum + one, 0);
          const there = Math.min(packs, Math.floor(of / step));
          expect(shares.reduce((sum, one) => sum + one, 0)).toBe(there * step);
          for (const [place, share] of shares.entries()) {
            const fair = packs === 0 ? 0 : ((wanted[place] ?? 0) * there) / packs;
            expect(Math.abs(share / step - fair)).toBeLessThan(1);
          }
        },
      ),
    );
  });

  it('is sent back to the first that takes it, all that does not sell', () => {
    const moves = propose({
      type: ruleType.back,
      terms: { max_days: 7, min_qty: 2 },
      senders: [shelf({ warehouse_id: 1, available: 9 }), shelf({ warehouse_id: 2, available: 9, sold: 28 })],
      receivers: [shelf({ warehouse_id: 2 }), shelf({ warehouse_id: 3 })],
      mayGo: (from, to) => from === 2 || to === 3,
    });
    expect(moves).toEqual([
      { from: 1, to: 3, qty: 7 },
      { from: 2, to: 3, qty: 2 },
    ]);
  });
});
