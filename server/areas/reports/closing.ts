import { type Kysely, sql } from 'kysely';
import { type ClosingAnswer, closingChecks, periodClosing } from '#contract/areas/finance/period-events.ts';
import { type OpenPeriods, periodState, type ShownCheck } from '#contract/areas/reports/account-period.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { invariants, rowsBreaking } from '#server/ledger/invariants.ts';
import { lastDayOver } from './make-balances.ts';

export interface Period {
  readonly period: string;
  readonly start: string;
  readonly end: string;
  readonly status: number;
}

export async function findPeriod(db: Kysely<unknown>, period: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select period, start_date::text as start, end_date::text as end, status from account_period where period = ${period}`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal('notFound', undefined, 'period');
  return rows[0];
}

/** What all areas found, in the order of domain.md §7.1. What belongs to no area that is there is not looked at. */
export async function checksOf(
  registry: Registry,
  context: ReadContext,
  { period, start, end }: Period,
  counted?: true,
): Promise<ShownCheck[]> {
  const asked = { period, start, end, ...(counted ? { counted } : {}) };
  const answers = (await registry.events.ask(context, periodClosing, asked)).flat();
  return Object.entries(closingChecks).flatMap(([check, name]) =>
    answers.filter((answer) => answer.check === check).map((answer) => ({ ...answer, name })),
  );
}

/** Something of a month `p` is in the books, or waits for its voucher. */
const isInUse = sql<boolean>`(
  exists (select 1 from stock_ledger l where l.business_date between p.start_date and p.end_date)
  or exists (select 1 from stock_value_ledger l where l.business_date between p.start_date and p.end_date)
  or exists (select 1 from voucher v where v.period = p.period and v.status <> -1)
  or exists (select 1 from voucher_abnormal a where a.period = p.period and a.status = 1))`;

/** Refuses a month that is not over, not open, or stands behind an open one in which something happened. */
export async function refuseUnripe(
  db: Kysely<unknown>,
  { period, start, end, status }: Period,
  now: Date,
): Promise<void> {
  if (status !== 1) throw new Refusal('illegalTransition', `${period} 不是已开启的期间`, 'period');
  if (end > lastDayOver(now)) throw new Refusal('illegalTransition', `${period} 尚未结束，不能月结`, 'period');
  const { rows } = await sql<{ period: string }>`
    select period from account_period p where status = 1 and end_date < ${start}::date and ${isInUse} order by start_date limit 1`.execute(
    db,
  );
  if (rows[0]) throw new Refusal('illegalTransition', `请先月结 ${rows[0].period}`, 'period');
}

/** The words for the first of the checks that keep the month open; undefined where none does. */
export function hindranceOf(checks: readonly ShownCheck[]): string | undefined {
  const blocking = checks.filter(({ ok, warning }) => !ok && !warning);
  return blocking.length === 0
    ? undefined
    : `还有检查未通过：${blocking.map(({ name, count }) => `${name}（${count}）`).join('、')}`;
}

/** The books agree with the shelves: the laws of quantity and value (domain.md §8, I01 to I08). */
export async function booksCheck(
  { db }: ReadContext,
  { counted }: { readonly counted?: true },
): Promise<ClosingAnswer[]> {
  if (counted) return [];
  let count = 0;
  for (const { name, query } of invariants())
    if (/^(i0[1-8]|k0[1-5])-/.test(name)) count += (await rowsBreaking(db, query)).length;
  return [{ check: 'books', ok: count === 0, count, url: '/storage/stockbalanceList', warning: false }];
}

/**
 * The months that are over and not closed, and of the first that is to be closed what is in the way. That is of the whole company: nobody within a
 * data scope is told.
 */
export async function openPeriods(registry: Registry, context: ReadContext): Promise<OpenPeriods> {
  const { db, actor, now } = context;
  const until = lastDayOver(now);
  const { rows } = await sql<Period & { used: boolean }>`
    select period, start_date::text as start, end_date::text as end, status, ${isInUse} as used
    from account_period p where status = ${periodState.open} and end_date <= ${until}::date order by start_date`.execute(
    db,
  );
  const first = rows.find(({ used }) => used);
  const tells = first !== undefined && actor.scope === 'everything';
  return {
    until,
    count: rows.length,
    next: first?.period ?? null,
    checks: tells ? await checksOf(registry, context, first, true) : null,
  };
}
