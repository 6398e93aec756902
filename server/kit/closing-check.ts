import { type RawBuilder, sql } from 'kysely';
import type { ClosingAnswer, ClosingCheck } from '#contract/areas/finance/period-events.ts';
import { periodClosing } from '#contract/areas/finance/period-events.ts';
import type { Kit } from './serve-entity.ts';

interface ClosingDays {
  readonly period: string;
  readonly start: string;
  readonly end: string;
}

/** One check of a month's closing: how many are in the way (`count` of one row), and where they are listed. */
export interface CountedCheck {
  readonly check: ClosingCheck;
  /** The list of what is counted, with the filters that leave nothing else in it. */
  readonly url: string | ((days: ClosingDays) => string);
  /** It is said and keeps nobody from closing. */
  readonly warning?: true;
  count(days: ClosingDays): RawBuilder<{
    count: number;
    /** What the address says besides, where only the database knows it. */
    at?: string;
  }>;
}

/** Answers for an area what is in the way of closing a month. */
export function answerClosing({ registry }: Pick<Kit, 'registry'>, checks: readonly CountedCheck[]): void {
  registry.events.answers(periodClosing, async ({ db }, days) => {
    const answers: ClosingAnswer[] = [];
    for (const { check, url, warning = false, count } of checks) {
      const { rows } = await count(days).execute(db);
      const found = rows[0]?.count ?? 0;
      answers.push({
        check,
        ok: found === 0,
        count: found,
        url: `${typeof url === 'string' ? url : url(days)}${rows[0]?.at ?? ''}`,
        warning,
      });
    }
    return answers;
  });
}

/** The end of a business day as an instant. */
export const endOf = (day: string): RawBuilder<unknown> =>
  sql`((${day}::date + 1)::timestamp at time zone 'Asia/Shanghai')`;

/** The end of a business day as an address carries it: the last instant that is in it. */
export const lastOf = (day: string): string => new Date(`${day}T23:59:59.999+08:00`).toISOString();
