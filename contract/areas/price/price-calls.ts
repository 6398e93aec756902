import { query } from '../../kit/call.ts';
import { event } from '../../kit/event.ts';

/** What a sheet is about to say of goods: where, of which type and when (api.csv /v1/price/addView). */
export interface PriceQuestion {
  /** The sheet that asks, if it is there already: it does not conflict with itself. */
  id?: number;
  sku_ids: number[];
  price_type: number;
  scope_type: number;
  organize_ids?: number[];
  shop_ids?: number[];
  sale_channel_value?: string | null;
  effective_at?: string | null;
  expire_at?: string | null;
}

/** What is known of one piece of goods that a sheet is about to price. Money in fen. */
export interface PricedGoods {
  sku_id: number;
  sku_no: string;
  name: string;
  tag_price: number;
  /** What it is sold at now in the first place asked about. */
  old_price: number;
  /** Only with `stock:costView`. */
  cost_price?: number | null;
  /** Only with `stock:costView`: what they cost with the tax of a sale; for less they go at a loss. */
  even_price?: number | null;
  /** The sheet that stands in the way, if one does. */
  conflict: PriceConflict | null;
}

/** A sheet that prices the same goods at the same place in the same row of prices at overlapping times. */
export interface PriceConflict {
  sheet_id: number;
  /** Null where the sheet is one that the caller does not see. */
  price_no: string | null;
  status: number;
  scope_type: number;
  scope_name: string;
  effective_at: string;
  expire_at: string | null;
}

/** The price that goods will have, and why (amendments G17). */
export interface PriceAnswer {
  sku_id: number;
  sku_no: string;
  name: string;
  price: number;
  /** What holds then, the winning one first; the tag price where the list is empty. */
  reasons: PriceReason[];
}

export interface PriceReason {
  price: number;
  price_type: number;
  scope_type: number;
  scope_name: string;
  effective_at: string;
  expire_at: string | null;
  price_no: string | null;
  /** Of a sheet that has been approved and is not in force yet. */
  planned: boolean;
}

/** A line that was pasted or read from a file. */
export interface PriceRow {
  code: string;
  price: string;
}

const group = { service: 'erp', access: 'price:view' } as const;

export const priceCalls = {
  addView: query<PriceQuestion, { lines: PricedGoods[] }>({ ...group, path: '/v1/price/addView' }),
  /** The price of goods at an instant in a shop or channel, sheets that wait to come into force included. */
  simulate: query<
    { sku_ids: number[]; at: string; shop_id?: number | undefined; sale_channel_value?: string | undefined },
    { list: PriceAnswer[] }
  >({ ...group, path: '/v1/price/simulate' }),
  import: query<
    { rows: PriceRow[] },
    // Every row is in one of them; `row` counts from 1.
    { lines: (PricedGoods & { row: number; new_price: number })[]; errors: { row: number; words: string }[] }
  >({
    service: 'erp',
    access: 'price:add',
    path: '/v1/price/import',
  }),
  export: query<{ id: number; fileName?: string; export?: number }, never>({
    service: 'erp',
    access: 'price:export',
    path: '/v1/price/export',
  }),
  exportRecords: query<Record<string, unknown>, never>({
    service: 'erp',
    access: 'price:export',
    path: '/v1/price/exportRecords',
  }),
};

/** The sale prices of goods at places have changed: a sheet came into force, ended or was taken back. */
export const pricesChanged = event<{
  sheet_id: number;
  price_no: string;
  /** When they changed. */
  at: string;
  why: 'inForce' | 'ended' | 'cancelled';
  scope_type: number;
  scope_values: string[];
  sku_ids: number[];
}>('pricesChanged');
