import { person } from '../../kit/base-fields.ts';
import { command, query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import type { ClosingAnswer } from '../finance/period-events.ts';

export const periodState = { waiting: 0, open: 1, closed: 2 } as const;
export const periodStates = { 0: '未开启', 1: '已开启', 2: '已结账' } as const;

/** A month of the books (domain.md §4.26): opened by the system, closed once everything in it is dealt with, opened again by two people. */
export const accountPeriod = entity('accountPeriod', {
  label: '会计期间',
  group: '/v1/StockBalance',
  title: 'period',
  view: true,
  fields: {
    period: text('期间', { derived: true, most: 7 }),
    start_date: date('开始日期', { derived: true }),
    end_date: date('结束日期', { derived: true }),
    status: choice('状态', periodStates, { derived: true }),
    closed_by: reference(() => person, '结账人', { derived: true }),
    closed_at: time('结账时间', { derived: true }),
    sealed_at: time('封账时间', { derived: true, internal: true }),
    reopen_by: reference(() => person, '反月结申请人', { derived: true }),
    reopen_at: time('申请时间', { derived: true }),
    reopen_reason: prose('反月结原因', { derived: true }),
  },
  calls: { list: ['periodList', 'StockBalance:periodView'] },
  list: {
    columns: [
      'period',
      'start_date',
      'end_date',
      'status',
      'closed_by',
      'closed_at',
      'reopen_by',
      'reopen_at',
      'reopen_reason',
    ],
    filters: ['status', 'end_date'],
    search: ['period'],
    sort: ['-end_date', 'end_date'],
  },
});

/** A check as the dialog shows it. */
export interface ShownCheck extends ClosingAnswer {
  name: string;
}

/** What became of a closing: what was looked at, and the task that closes where it was asked for. */
export interface Closing {
  checks: ShownCheck[];
  task_id: number | null;
}

/** Which months wait to be closed. */
export interface OpenPeriods {
  /** The last day that is over. */
  until: string;
  /** How many months are over and not closed. */
  count: number;
  /** The first of them with something in it: those before it go with it. */
  next: string | null;
  /** What was counted of it; null for whoever sees a part of the company. */
  checks: ShownCheck[] | null;
}

const group = '/v1/StockBalance';

export const periodCalls = {
  /** Looks at everything, and with `check_only` 0 has the month closed by a task where nothing is in the way. */
  monthClose: command<{ period: string; check_only: 0 | 1 }, Closing>({
    service: 'erp',
    path: `${group}/monthClose`,
    access: 'StockBalance:monthClose',
  }),
  /** Asks that a month be opened again; another person answers. */
  reopen: command<{ period: string; reason: string }, { period: string }>({
    service: 'erp',
    path: `${group}/reopen`,
    access: 'StockBalance:monthClose',
  }),
  reopenAudit: command<{ period: string; result: 1 | 2 }, { period: string }>({
    service: 'erp',
    path: `${group}/reopenAudit`,
    access: 'StockBalance:reopenAudit',
  }),
  /** Makes the balances up to this day by a task. */
  snapshot: command<{ balance_date: string }, { task_id: number }>({
    service: 'erp',
    path: `${group}/snapshot`,
    access: 'StockBalance:snapshot',
  }),
  openPeriods: query<Record<never, never>, OpenPeriods>({
    service: 'erp',
    path: `${group}/openPeriods`,
    access: 'StockBalance:periodView',
  }),
  /** How far a task of these is. */
  closing: query<{ task_id: number }, { status: number; progress: number; remark: string | null }>({
    service: 'erp',
    path: `${group}/closing`,
    access: 'StockBalance:periodView',
  }),
};
