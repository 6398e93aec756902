import { command, query } from '../../kit/call.ts';
import type { Option } from '../../kit/calls.ts';
import type { Shelf } from './propose.ts';

/** A line that was pasted or read from a file: goods by their number or a barcode, and who gets them, by number or name. */
export interface BatchRow {
  code: string;
  to: string;
  qty: string;
}

/** What became of the rows: cells of the matrix, and the rows that made none, counted from 1. */
export interface ReadBatchRows {
  lines: {
    row: number;
    sku_id: number;
    sku_no: string;
    name: string;
    in_warehouse_id: number;
    in_warehouse: string;
    qty: number;
  }[];
  errors: { row: number; words: string }[];
}

/** One piece of goods at the sender of a matrix. */
export interface SentGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  /** Good pieces that the sender may give away now. */
  available: number;
  /** Sold from there in the last 28 days. */
  sold: number;
}

/** How a receiver stands with one piece of goods. */
export interface ReceivedGoods extends Shelf {
  sku_id: number;
}

/** What a matrix stands on: what there is to give, and how each receiver stands. Receivers that hold and sold nothing are left out. */
export interface MatrixView {
  goods: SentGoods[];
  shelves: ReceivedGoods[];
}

/** One day of a simulation. Pieces; short are pairs of goods and receiver that stood empty though they sell. */
export interface SimulatedDay {
  date: string;
  moved: number;
  short_before: number;
  short_after: number;
}

/** What a rule would have done in the last days, had it been on. */
export interface Simulation {
  days: SimulatedDay[];
  move_qty: number;
  /** Routes of a day on which something would have gone: about so many allots. */
  allot_count: number;
  short_before: number;
  short_after: number;
  /** Pieces that would have sold on days on which there were none, at the pace of the days before. */
  more_sold: number;
  /** Days of goods on which a sender would have lacked pieces that it did give out. */
  sender_short: number;
}

/** What a run of rules came to; rules that propose nothing make no decision. */
export interface Generated {
  decision_nos: string[];
  decision_ids: number[];
}

const ruled = { service: 'erp', access: 'allotRule:decisionGenerate' } as const;
const planned = { service: 'erp', access: 'allot:batchAdd' } as const;

export const ruleCalls = {
  /** Runs rules that are on, the first by priority: what they propose is written as decisions that wait (api.csv). */
  generate: command<{ rule_ids: number[]; date?: string }, Generated>({
    ...ruled,
    path: '/v1/allotRule/decisionGenerate',
  }),
  /** Tries a rule, as it is saved, on the last 90 days; what comes of it stands with the rule, which may be switched on then. */
  simulate: command<{ id: number; version: number }, Simulation & { version: number }>({
    service: 'erp',
    access: 'allotRule:edit',
    path: '/v1/allotRule/simulate',
  }),
};

export const batchCalls = {
  /** What stands beside the cells of a matrix while it is written. */
  addView: query<{ out_warehouse_id: number; in_warehouse_ids: number[]; sku_ids: number[] }, MatrixView>({
    ...planned,
    path: '/v1/allot/batchAddView',
  }),
  /** Warehouses of shops that are open, of a district and those below it or of all; `total` counts those that are too many for one batch. */
  receivers: query<{ out_warehouse_id?: number; district_id?: number }, { list: Option[]; total: number }>({
    ...planned,
    path: '/v1/allot/batchReceivers',
  }),
  /** Reads rows of a file; every row is answered, nothing is stored. */
  import: query<{ rows: BatchRow[] }, ReadBatchRows>({ ...planned, path: '/v1/allot/batchImport' }),
};
