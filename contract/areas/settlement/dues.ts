import { query } from '../../kit/call.ts';
import { statementState } from './settle-enums.ts';

/** Some days by which statements fall due; an end that is not told is open. */
export interface DueSpan {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
}

/** What falls due within some days, or of one supplier: fen. */
export interface DueFigure {
  count: number;
  amount: number;
}

/** One supplier's open statements by how long they are due, in the order of `ageSpans`. */
export interface SupplierAgeing extends DueFigure {
  supplier_id: number;
  title: string;
  ages: DueFigure[];
}

/** What is to be paid, by when and to whom (issue of the books): confirmed statements of which something is left to be paid. */
export interface Dues {
  today: string;
  all: DueFigure;
  /** Statements by which suppliers owe us, and are to pay in. */
  owed: DueFigure;
  /** By week, in the order of `dueSpans`. */
  weeks: DueFigure[];
  /** All suppliers together, in the order of `ageSpans`. */
  ages: DueFigure[];
  /** Those who are owed most, the first first. */
  suppliers: SupplierAgeing[];
  /** How many suppliers are owed something. */
  supplier_count: number;
}

export const duesCall = query<Record<never, never>, Dues>({
  service: 'erp',
  path: '/v1/statement/dues',
  access: 'statement:view',
});

/** How many suppliers are named. */
export const duesMost = 50;

/** The states in which a statement is to be paid. */
const open = [statementState.payable, statementState.partlyPaid];

const dayMs = 86_400_000;
const weeksAhead = 8;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** What is late, the rest of this week (from Monday to Sunday), the weeks ahead, and what comes later. */
export function dueSpans(today: string): DueSpan[] {
  const sunday = dayAfter(today, (7 - new Date(Date.parse(today)).getUTCDay()) % 7);
  const ahead = Array.from({ length: weeksAhead }, (_, week) => {
    const from = dayAfter(sunday, week * 7 + 1);
    return { name: `${from.slice(5)} 起`, from, to: dayAfter(from, 6) };
  });
  return [
    { name: '已逾期', to: dayAfter(today, -1) },
    { name: '本周', from: today, to: sunday },
    ...ahead,
    { name: '以后', from: dayAfter(sunday, weeksAhead * 7 + 1) },
  ];
}

/** Not due yet, and late by up to 30, 60, 90 and more days. */
export function ageSpans(today: string): DueSpan[] {
  return [
    { name: '未到期', from: today },
    { name: '逾期 1–30 天', from: dayAfter(today, -30), to: dayAfter(today, -1) },
    { name: '逾期 31–60 天', from: dayAfter(today, -60), to: dayAfter(today, -31) },
    { name: '逾期 61–90 天', from: dayAfter(today, -90), to: dayAfter(today, -61) },
    { name: '逾期 90 天以上', to: dayAfter(today, -91) },
  ];
}

/** What the list of statements is asked for the rows of a figure. */
export function dueFilters(of: {
  readonly span?: DueSpan;
  readonly supplier?: number;
  readonly owed?: true;
}): Record<string, unknown> {
  return {
    status: open,
    ...(of.owed ? { unpaid_amount_to: -1 } : { unpaid_amount_from: 1 }),
    ...(of.span?.from ? { due_date_from: of.span.from } : {}),
    ...(of.span?.to ? { due_date_to: of.span.to } : {}),
    ...(of.supplier === undefined ? {} : { supplier_id: [of.supplier] }),
  };
}
