import { periodType } from '#contract/areas/cashier/cashier-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';

/** Days of a bill, both of them in it. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days that a period is of; refuses one that is spelled otherwise, or not over. */
export function spanOf(now: Date, { period_type, period }: { period_type: number; period: string }): Span {
  const span = period_type === periodType.day ? dayOf(period) : monthOf(period);
  if (!span)
    throw new Refusal(
      'invalid',
      period_type === periodType.day ? '账期应为日期 年-月-日' : '账期应为月份 年-月',
      'period',
    );
  if (span.to > businessDay(now)) throw new Refusal('invalid', '账期还没有结束', 'period');
  return span;
}

function dayOf(period: string): Span | undefined {
  if (!/^20\d\d-\d\d-\d\d$/.test(period)) return undefined;
  const at = new Date(`${period}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== period
    ? undefined
    : { from: period, to: period };
}

function monthOf(period: string): Span | undefined {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(period);
  if (!match) return undefined;
  const last = new Date(Date.UTC(Number(match[1]), Number(match[2]), 0));
  return { from: `${period}-01`, to: last.toISOString().slice(0, 10) };
}
