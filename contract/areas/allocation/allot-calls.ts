import { query } from '../../kit/call.ts';

/** A line that was pasted or read from a file: goods by their number or a barcode. */
export interface AllotRow {
  code: string;
  qty: string;
}

/** What became of the rows, counted from 1: lines, each with what its sender has free of it, and the rows that made none. */
export interface ReadAllotRows {
  lines: { row: number; sku_id: number; sku_no: string; name: string; qty: number; available: number }[];
  errors: { row: number; words: string }[];
}

/** What a sender has free of some goods in a grade. */
export interface FreeGoods {
  sku_id: number;
  imperfect_type: number;
  available: number;
}

/** Goods of an allot, by every code that may be scanned for a piece of them. */
export interface ScannedGoods {
  sku_id: number;
  codes: string[];
  /** The pieces of them that have a code of their own and may be scanned now. */
  pieces: ScannablePiece[];
}

/** A piece that has a code: its number and its tag name the same one. */
export interface ScannablePiece {
  unique_code: string;
  epc: string | null;
  imperfect_type: number;
  /** It counts already. */
  read: boolean;
}

export const allotCalls = {
  /** Reads rows of a file or of the clipboard; every row is answered, nothing is stored. */
  import: query<{ rows: AllotRow[]; out_warehouse_id?: number | null }, ReadAllotRows>({
    service: 'erp',
    path: '/v1/allot/import',
    access: 'allot:add',
  }),
  /** What the sender has free of these goods, shown beside the lines of a form. */
  available: query<{ out_warehouse_id: number; sku_ids: number[] }, { list: FreeGoods[] }>({
    service: 'erp',
    path: '/v1/allot/available',
    access: 'allot:add',
  }),
  /** Every code by which the goods of an allot may be scanned. */
  codes: query<{ id: number }, { list: ScannedGoods[] }>({
    service: 'erp',
    path: '/v1/allot/codes',
    access: 'allot:view',
  }),
};
