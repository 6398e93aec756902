import { query } from '../../kit/call.ts';
import type { AuditRow } from '../../kit/calls.ts';

/** What a sheet is about to price: whose goods, and from when. */
export interface PurchaseQuestion {
  /** The sheet that asks, if it is there already: it does not stand in its own way. */
  id?: number;
  supplier_id: number;
  contract_id?: number | null;
  effective_date?: string | null;
  sku_ids: number[];
}

/** What is known of one piece of goods that a sheet is about to price. Money in fen. */
export interface PurchasedGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  tag_price: number;
  sale_price: number;
  /** What it is bought at from this supplier on that day, if there is a price. */
  old_price: number | null;
  /** What its style is taxed at; the contract's rate where one is named. */
  tax_rate_bp: number;
  /** Why it cannot be priced by this sheet: not a brand of the contract, another sheet from the same day. */
  problem: string | null;
}

/** Where the price of an order line comes from. Money in fen. */
export interface PurchasePriceAnswer {
  sku_id: number;
  sku_no: string;
  name: string;
  /** Null where there is none: an order takes it as estimated (price_state 2), if the installation lets it. */
  price: number | null;
  tax_rate_bp: number | null;
  price_state: number;
  sheet_id: number | null;
  sheet_no: string | null;
  contract_id: number | null;
  contract_no: string | null;
  effective_date: string | null;
  expire_date: string | null;
}

/** What came in and what of it was sold in a span of days. */
export interface SaleRate {
  sku_id: number;
  in_qty: number;
  sale_qty: number;
  /** Null where nothing came in. */
  sale_rate_bp: number | null;
}

/** A line that was pasted or read from a file: goods by their number or a barcode, money in yuan, a rate in per cent. */
export interface PurchaseRow {
  code: string;
  price: string;
  /** The contract's, or that of the goods, where it is empty. */
  tax?: string;
}

const viewed = { service: 'erp', access: 'PurchasePrice:view' } as const;

export const purchasePriceCalls = {
  /** What stands beside the lines of a sheet while it is written. */
  addView: query<PurchaseQuestion, { lines: PurchasedGoods[] }>({ ...viewed, path: '/v1/PurchasePrice/addView' }),
  /** Reads rows of a file or of the clipboard; every row is answered, nothing is stored. */
  fileContent: query<
    Omit<PurchaseQuestion, 'sku_ids'> & { rows: PurchaseRow[] },
    // Every row is in one of them; `row` counts from 1.
    { lines: (PurchasedGoods & { row: number; new_price: number })[]; errors: { row: number; words: string }[] }
  >({ service: 'erp', access: 'PurchasePrice:add', path: '/v1/PurchasePrice/fileContent' }),
  /** What goods are bought at on a day, and by which sheet and contract. */
  explain: query<{ supplier_id: number; sku_ids: number[]; date: string }, { list: PurchasePriceAnswer[] }>({
    ...viewed,
    path: '/v1/PurchasePrice/explain',
  }),
  saleRate: query<{ sku_ids: number[]; date_from: string; date_to: string }, { list: SaleRate[] }>({
    ...viewed,
    path: '/v1/PurchasePrice/saleRate',
  }),
  /** The history of a sheet, or of the sheets that priced a piece of goods. */
  logs: query<{ id?: number; sku_id?: number }, { list: (AuditRow & { sheet_no: string })[]; total: number }>({
    ...viewed,
    path: '/v1/PurchasePrice/logs',
  }),
  export: query<{ id: number; fileName?: string; export?: number }, never>({
    service: 'erp',
    access: 'PurchasePrice:export',
    path: '/v1/PurchasePrice/export',
  }),
};
