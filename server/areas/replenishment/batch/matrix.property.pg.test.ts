import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { batches, cancelAllot, checkAllot, type Network, network } from '#tests/factories/replenishment.ts';

// Random matrices, confirmed one after the other and several at once, beside a count by hand of what the sender has free. The house never gives
// away more than there is, refuses what the count says cannot be, and agrees with it after every step.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

const goods = 3;
const receivers = 2;
const matrix = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: receivers, maxLength: receivers }), {
  minLength: goods,
  maxLength: goods,
});
const which = fc.nat(9);
const work = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('write' as const), matrix }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('confirm' as const), which }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('together' as const), which, other: which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const), which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reject' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('bring' as const),
      at: fc.nat(goods - 1),
      qty: fc.integer({ min: 1, max: 9 }),
    }),
  },
);
type Work = typeof work extends fc.Arbitrary<infer T> ? T : never;

interface Batch {
  readonly id: number;
  readonly matrix: readonly (readonly number[])[];
}
interface Allot {
  readonly id: number;
  readonly holds: readonly number[];
}

/** What the sender has free, and which batches wait and which allots hold. */
class Count {
  readonly free: number[];
  readonly waiting: Batch[] = [];
  readonly holding: Allot[] = [];

  constructor(stock: readonly number[]) {
    this.free = [...stock];
  }

  fits({ matrix: cells }: Pick<Batch, 'matrix'>): boolean {
    return cells.every((row, at) => sum(row) <= (this.free[at] ?? 0));
  }

  take(holds: readonly number[], sign: 1 | -1): void {
    for (const [at, qty] of holds.entries()) this.free[at] = (this.free[at] ?? 0) - sign * qty;
  }
}

const sum = (row: readonly number[]): number => row.reduce((total, qty) => total + qty, 0);

async function made(net: Network, count: Count, batch: Batch): Promise<void> {
  count.waiting.splice(count.waiting.indexOf(batch), 1);
  const allots = await net.allotsOf('batchAllot', batch.id);
  const wanted = net.receivers
    .map((to, place) => ({ to, holds: batch.matrix.map((row) => row[place] ?? 0) }))
    .filter(({ holds }) => sum(holds) > 0);
  expect(allots.map(({ to, qty }) => [to, qty])).toEqual(wanted.map(({ to, holds }) => [to, sum(holds)]));
  for (const [place, { holds }] of wanted.entries()) {
    count.take(holds, 1);
    count.holding.push({ id: allots[place]?.id ?? 0, holds });
  }
}

const confirm = (net: Network, { id }: Batch): Promise<string> =>
  house.ask(net.manager, batches.confirm, { id }).then(
    () => 'made',
    (error: { kind?: string }) => error.kind ?? String(error),
  );

async function step(net: Network, count: Count, one: Work): Promise<void> {
  const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];
  switch (one.what) {
    case 'write': {
      if (one.matrix.every((row) => sum(row) === 0)) return;
      const saved = await net.batch(one.matrix).catch((error: { kind?: string }) => error.kind ?? String(error));
      if (count.fits(one)) {
        expect(typeof saved).toBe('number');
        count.waiting.push({ id: saved as number, matrix: one.matrix });
      } else expect(saved).toBe('stockShort');
      return;
    }
    case 'confirm': {
      const batch = pick(count.waiting, one.which);
      if (!batch) return;
      const fits = count.fits(batch);
      expect(await confirm(net, batch)).toBe(fits ? 'made' : 'stockShort');
      if (fits) await made(net, count, batch);
      return;
    }
    case 'together': {
      const [first, second] = [pick(count.waiting, one.which), pick(count.waiting, one.other)];
      if (!first || !second || first === second) return;
      const outcomes = await Promise.all([confirm(net, first), confirm(net, second)]);
      const both = count.fits({ matrix: first.matrix.map((row, at) => [...row, ...(second.matrix[at] ?? [])]) });
      const each = [first, second].map((batch) => count.fits(batch));
      // Both where there is enough for both; else one of those that fit by themselves.
      expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(
        both ? 2 : Math.min(1, each.filter(Boolean).length),
      );
      for (const [place, batch] of [first, second].entries())
        if (outcomes[place] === 'made') {
          expect(each[place]).toBe(true);
          await made(net, count, batch);
        } else expect(outcomes[place]).toBe('stockShort');
      return;
    }
    case 'void': {
      const batch = pick(count.waiting, one.which);
      if (!batch) return;
      await house.ask(net.planner, batches.cancel, { id: batch.id, reason: '计划有变' });
      count.waiting.splice(count.waiting.indexOf(batch), 1);
      return;
    }
    case 'cancel':
    case 'reject': {
      const allot = pick(count.holding, one.which);
      if (!allot) return;
      if (one.what === 'cancel') await cancelAllot(house, net.manager, allot.id);
      else await checkAllot(house, net.planner, allot.id, 2);
      count.take(allot.holds, -1);
      count.holding.splice(count.holding.indexOf(allot), 1);
      return;
    }
    case 'bring': {
      await net.bring(
        net.sender,
        Array.from({ length: goods }, (_, at) => (at === one.at ? one.qty : 0)),
      );
      count.free[one.at] = (count.free[one.at] ?? 0) + one.qty;
    }
  }
}

test('nothing is given away twice, whoever confirms when', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { minLength: 6, maxLength: 16 }), async (works) => {
      const stock = [12, 8, 5];
      const net = await network(house, { receivers, stock });
      const count = new Count(stock);
      for (const one of works) {
        await step(net, count, one);
        expect(await net.free()).toEqual(count.free);
      }
      expect(await brokenInvariants(house.db)).toEqual([]);
    }),
    { numRuns: runsOf(25) },
  );
});
