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

/** One document that waits for this person, with what it is judged by. */
export interface Waiting {
  /** Name of the definition. */
  doc: string;
  id: number;
  no: string;
  label: string;
  state: ShownState;
  kind: Exclude<WorkKind, 'draft'>;
  /** What may be done, in words; what judges it first. */
  steps: string[];
  /** Name of the step that judges it, taken on the landing page itself; null where this person has another one. */
  judge: string | null;
  /** With whom, from where to where. */
  parties: string[];
  /** In fen; null also for who may not see it. */
  amount: number | null;
  pieces: number | null;
  /** When it was touched last: since then it waits. */
  at: string;
  url: string;
}

/** Documents shown of each kind of work, those that have waited longest. */
export const mostWaiting = 8;

/** One of the figures by which somebody in a role works (contract/areas/shell/role-figures.ts). */
export interface RoleFigure {
  name: string;
  label: string;
  note: string;
  /** Records counted; null for an amount or a share alone. */
  count: number | null;
  /** What they come to, in fen; null where it is no sum of money or may not be seen. */
  amount: number | null;
  /** A part of a whole in basis points. */
  share: number | null;
  /** It is bad that there are any. */
  bad: boolean;
  /** The list that shows what was counted. */
  url: string | null;
}

/** Figures of a role on its landing page. */
export const mostFigures = 4;

/** Goods in one warehouse that stand still. */
export interface StillGoods {
  sku_no: string;
  name: string;
  warehouse: string;
  qty: number;
  /** At cost, in fen; null for who may not see it. */
  amount: number | null;
  url: string;
}

/** What is amiss with stock: nothing left, more promised than there is, nothing moved for `stillDays`. */
export type StockAlertKind = 'empty' | 'negative' | 'still';

export interface StockAlert {
  kind: StockAlertKind;
  /** Keys of warehouse, SKU and grade. */
  count: number;
  /** What they cost, in fen: of goods that stand still, for who may see it. */
  amount: number | null;
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
  /** The list that shows these orders. */
  url: string;
}

/** What this person sees on the landing page; null is what they hold no key for. */
export interface DashboardAnswer {
  todo: Todo[];
  /** The documents of these that have waited longest, in the order of their kinds. */
  waiting: Waiting[];
  figures: RoleFigure[];
  stock_alerts: StockAlert[] | null;
  /** Of the goods that stand still those that tie up most. */
  still: StillGoods[];
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

/** Goods that are named among those that stand still. */
export const mostStill = 10;

/** Days of the chart of movements, today included. */
export const movesDays = 30;

/** Days of the share that was sold. */
export const sellThroughDays = 28;

/** Business days of the figure of sales, today included. */
export const salesDays = 7;

/** The landing page's data in one round trip (api.csv `/v1/common/dashboard`). */
export const dashboard = query<Record<string, never>, DashboardAnswer>({
  service: 'erp',
  path: '/v1/common/dashboard',
  access: 'login',
});
