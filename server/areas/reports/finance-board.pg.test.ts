import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountPeriod, periodCalls } from '#contract/areas/reports/account-period.ts';
import { ageSpans, type DueFigure, dueFilters, dueSpans, duesCall, duesMost } from '#contract/areas/settlement/dues.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { insert } from '#tests/factories/insert.ts';
import { seller } from '#tests/factories/purchasing.ts';

// The figures of the finance board against the rows themselves, and against the list that each of them leads to, also within a data scope.

let house: House;
let everyone: Actor;
let limited: Actor;
let sellers: number[];
/** What was written, by hand of this test. */
let written: { supplier: number; status: number; unpaid: number; due: string }[];

const today = '2026-03-02';
const statuses = [0, 1, 2, 3, 4, 4, 4, 5, 5, 6, 7, -1];
const keys = ['statement:view', 'StockBalance:periodView'];

let seed = Number(process.env['SEED'] ?? 20_261_127);
const random = (below: number): number => {
  seed = (seed * 48_271 + 11) % 2_147_483_647;
  return seed % below;
};
const dayOf = (after: number): string => new Date(Date.parse(today) + after * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  sellers = [];
  for (let place = 0; place < 6; place += 1) sellers.push(await seller(house.db));
  written = Array.from({ length: 400 }, () => ({
    supplier: sellers[random(sellers.length)] ?? 0,
    status: statuses[random(statuses.length)] ?? 0,
    unpaid: random(9) === 0 ? -1 - random(90_000) : random(9) === 0 ? 0 : 1 + random(9_000_000),
    // Each border of a span is met on both sides.
    due: dayOf([-91, -90, -61, -60, -31, -30, -1, 0, 6, 7, 62, 63][random(20)] ?? random(260) - 130),
  }));
  for (const [place, { supplier, status, unpaid, due }] of written.entries())
    await insert(house.db, 'statement', {
      statement_no: `JS2603${String(place).padStart(7, '0')}`,
      supplier_id: supplier,
      status,
      total_amount: unpaid,
      payable_amount: unpaid,
      unpaid_amount: unpaid,
      due_date: due,
    });
  everyone = await house.person('财务', keys);
  limited = await house.person('限定', keys, [{ supplier: sellers.slice(0, 2) }]);
});

/** What is to be paid of these suppliers within some days, added up by this test. */
function expected(suppliers: readonly number[], { from = '', to = '9999' }: { from?: string; to?: string } = {}) {
  const found = written.filter(
    (row) =>
      [4, 5].includes(row.status) &&
      row.unpaid > 0 &&
      suppliers.includes(row.supplier) &&
      from <= row.due &&
      row.due <= to,
  );
  return { count: found.length, amount: found.reduce((sum, { unpaid }) => sum + unpaid, 0) };
}

async function listed(who: Actor, of: Parameters<typeof dueFilters>[0]): Promise<DueFigure> {
  const { total, sum } = await house.ask(who, callsOf(statement).list, { ...dueFilters(of), page_size: 1 } as never);
  return { count: total, amount: Number((sum as Record<string, unknown>).unpaid_amount ?? 0) };
}

describe('what is to be paid', () => {
  it('is told to nobody without the key of statements', async () => {
    await expect(house.ask(await house.person('仓管', ['StockBalance:periodView']), duesCall, {})).rejects.toThrow();
  });

  it.each([
    ['of everything', () => ({ who: everyone, seen: sellers })],
    ['of one’s own suppliers', () => ({ who: limited, seen: sellers.slice(0, 2) })],
  ])('%s is what the rows are, and what the list behind each figure shows', async (_, of) => {
    const { who, seen } = of();
    const dues = await house.ask(who, duesCall, {});
    expect(dues.today).toBe(today);
    expect(dues.all).toEqual(expected(seen));
    expect(dues.all).toEqual(await listed(who, {}));
    expect(dues.all.count).toBeGreaterThan(20);
    for (const [place, span] of dueSpans(today).entries()) {
      expect([span.name, dues.weeks[place]]).toEqual([span.name, expected(seen, span)]);
      expect(dues.weeks[place]).toEqual(await listed(who, { span }));
    }
    for (const [place, span] of ageSpans(today).entries()) {
      expect([span.name, dues.ages[place]]).toEqual([span.name, expected(seen, span)]);
      expect(dues.ages[place]).toEqual(await listed(who, { span }));
      for (const one of dues.suppliers) {
        expect(one.ages[place]).toEqual(expected([one.supplier_id], span));
        expect(one.ages[place]).toEqual(await listed(who, { span, supplier: one.supplier_id }));
      }
    }
    expect(new Set(dues.suppliers.map(({ supplier_id: id }) => id))).toEqual(new Set(seen));
    expect(dues.supplier_count).toBe(seen.length);
    const owing = written.filter((row) => [4, 5].includes(row.status) && row.unpaid < 0 && seen.includes(row.supplier));
    expect(dues.owed).toEqual({
      count: owing.length,
      amount: -owing.reduce((sum, { unpaid }) => sum + unpaid, 0),
    });
    expect(await listed(who, { owed: true })).toEqual({ count: owing.length, amount: -dues.owed.amount });
  });

  it('has every day in one week and in one age', () => {
    for (const spans of [dueSpans, ageSpans])
      for (let on = 0; on < 14; on += 1)
        for (let after = -200; after < 200; after += 1) {
          const day = dayOf(after);
          const within = spans(dayOf(on)).filter(({ from = '', to = '9999' }) => from <= day && day <= to);
          expect([day, within.length]).toEqual([day, 1]);
        }
  });

  it('names those who are owed most, and counts all', async () => {
    const more = await Promise.all(Array.from({ length: duesMost }, () => seller(house.db)));
    for (const [place, supplier_id] of more.entries())
      await insert(house.db, 'statement', {
        statement_no: `JS2604${String(place).padStart(7, '0')}`,
        supplier_id,
        status: 4,
        total_amount: 1,
        payable_amount: 1,
        unpaid_amount: 1,
        due_date: today,
      });
    const dues = await house.ask(everyone, duesCall, {});
    expect(dues.suppliers.length).toBe(duesMost);
    expect(dues.supplier_count).toBe(duesMost + sellers.length);
    expect(dues.all.count).toBe(expected(sellers).count + duesMost);
    await sql`delete from statement where statement_no like 'JS2604%'`.execute(house.db);
  });
});

describe('months that are over', () => {
  const months = async (who: Actor) => {
    const { until, count, ...told } = await house.ask(who, periodCalls.openPeriods, {});
    const filters = { status: [1], end_date_to: until, page_size: 1 };
    const { total } = await house.ask(who, callsOf(accountPeriod).list, filters as never);
    expect(count).toBe(total);
    expect(until).toBe('2026-03-01');
    return told;
  };

  it('are as many as the list has; none is to be closed while nothing is in them', async () => {
    expect(await months(everyone)).toEqual({ next: null, checks: null });
  });

  it('begin with the first in which something waits, and say what is in its way to whoever sees the whole company', async () => {
    await insert(house.db, 'voucher_abnormal', { period: '2026-02', biz_type: 1, status: 1 });
    const { next, checks } = await months(everyone);
    expect(next).toBe('2026-02');
    expect(checks?.find(({ check }) => check === 'abnormals')).toMatchObject({
      ok: false,
      count: 1,
      url: '/finance/voucher/abnormal?status=[1]&period=2026-02',
    });
    // What reads all ledgers is left to the closing itself.
    expect(checks?.map(({ check }) => check)).not.toContain('books');
    expect(await months(limited)).toEqual({ next: '2026-02', checks: null });
  });
});
