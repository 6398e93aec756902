import { query } from '../../kit/call.ts';
import type { Tone } from '../../kit/states.ts';

/** A state of a document, in its words and tone. */
export interface ShownState {
  label: string;
  tone: Tone;
}

/** What kind of work waits: a judgement of others' documents, what came back, what is to be done, one's own drafts. In the order in which they are shown. */
export const workKinds = ['judge', 'returned', 'do', 'draft'] as const;

export type WorkKind = (typeof workKinds)[number];

/** Documents of one kind in one state that this person may take further now. */
export interface Todo {
  /** Name of the definition. */
  doc: string;
  label: string;
  status: number;
  state: ShownState;
  /** What may be done: 审核, 过账. */
  steps: string[];
  kind: WorkKind;
  count: number;
  /** When the one that has waited longest was touched last. */
  oldest: string;
  /** The list, filtered to that state. */
  url: string;
}

/** What is amiss with stock: nothing left, more promised than there is, nothing moved for `stillDays`. */
export type StockAlertKind = 'empty' | 'negative' | 'still';

export interface StockAlert {
  kind: StockAlertKind;
  /** Keys of warehouse, SKU and grade. */
  count: number;
  url: string;
}

/** A document that this person made, changed or took further last. */
export interface RecentDocument {
  label: string;
  no: string;
  state: ShownState;
  at: string;
  url: string;
}

/** Pieces that came into and left the warehouses on one business day. */
export interface DayMoves {
  day: string;
  in: number;
  out: number;
}

/** What was sold in a time: orders that are paid, and what was paid for them without what was paid back, in fen. */
export interface Sales {
  orders: number;
  amount: number;
}

/** What this person sees on the landing page; null is what they hold no key for. */
export interface DashboardAnswer {
  todo: Todo[];
  stock_alerts: StockAlert[] | null;
  /** Batches that expire within the days of the setting; null also where no days are set. */
  expire_count: number | null;
  recent: RecentDocument[];
  moves: DayMoves[] | null;
  /** Of this business day, and of the last `salesDays` with it. */
  sales: { today: Sales; recent: Sales } | null;
  /** When it was worked out. */
  at: string;
}

/** Days without a movement after which stock counts as standing still. */
export const stillDays = 90;

/** Days of the chart of movements, today included. */
export const movesDays = 30;

/** Business days of the figure of sales, today included. */
export const salesDays = 7;

/** The landing page's data in one round trip (api.csv `/v1/common/dashboard`). */
export const dashboard = query<Record<string, never>, DashboardAnswer>({
  service: 'erp',
  path: '/v1/common/dashboard',
  access: 'login',
});
