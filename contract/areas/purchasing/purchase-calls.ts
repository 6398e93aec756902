import { query } from '../../kit/call.ts';

/** What stands beside an order while it is written: by which contract, and of which goods. */
export interface OrderQuestion {
  /** The order that asks, if it is there already: what it takes of the contract's limit is its own. */
  id?: number;
  contract_id: number;
  sku_ids: number[];
}

/** The contract of an order, as far as the order follows it. Money in fen. */
export interface OrderTerms {
  contract_id: number;
  contract_no: string;
  supplier_id: number;
  supplier_name: string;
  co_model: number;
  purchaser_id: number;
  purchaser_name: string;
  department_id: number | null;
  /** Whether goods may be ordered by it now. */
  in_force: boolean;
  end_date: string;
  tax_rate_bp: number;
  /** What may be ordered by it altogether, and what other orders have taken of that; only with `stock:costView`. */
  amount_limit?: number | null;
  taken_amount?: number;
}

/** One piece of goods that an order is about to name. Money in fen. */
export interface OrderedGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  /** Null where there is no price: an order takes it as estimated, if the installation lets it. Only with `stock:costView`. */
  price?: number | null;
  tag_price: number;
  /** What it is sold at everywhere today. */
  sale_price: number;
  tax_rate_bp: number;
  price_state: number;
  /** Why it cannot be ordered: its brand, its state, its price. */
  problem: string | null;
}

/** A line that was pasted or read from a file: goods by their number or a barcode. */
export interface QuantityRow {
  code: string;
  qty: string;
}

/** What became of the rows of a file, counted from 1: lines, each of its goods, and the rows that made none. */
export interface ReadRows {
  lines: { row: number; sku_id: number; sku_no: string; name: string; qty: number }[];
  errors: { row: number; words: string }[];
}

/** One arrival that brings a line of an order. */
export interface LineArrival {
  purchase_line_id: number;
  arrival_id: number;
  arrival_no: string;
  status: number;
  appoint_date: string;
  appoint_slot: string;
  plan_qty: number;
  booked_qty: number;
  in_qty: number;
}

const viewed = { service: 'erp', access: 'purchaseOrder:view' } as const;

export const purchaseCalls = {
  /** The terms of the contract and the prices of the goods, of today. */
  addView: query<OrderQuestion, { terms: OrderTerms; lines: OrderedGoods[] }>({
    ...viewed,
    path: '/v1/purchaseOrder/addView',
  }),
  /** Reads rows of a file or of the clipboard; every row is answered, nothing is stored. */
  import: query<{ rows: QuantityRow[] }, ReadRows>({
    service: 'erp',
    access: 'purchaseOrder:add',
    path: '/v1/purchaseOrder/import',
  }),
  /** By which arrivals each line of an order comes, those that came to nothing included. */
  progress: query<{ id: number }, { list: LineArrival[] }>({ ...viewed, path: '/v1/purchaseOrder/progress' }),
  /** The lines of one order as a file. */
  export: query<{ id: number; fileName?: string; export?: number }, never>({
    ...viewed,
    path: '/v1/purchaseOrder/export',
  }),
};
