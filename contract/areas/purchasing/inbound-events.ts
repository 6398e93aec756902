import { event, question } from '../../kit/event.ts';

/** Pieces of one line that came in, in one grade. Money in fen. */
export interface ReceivedLine {
  detail_id: number;
  purchase_line_id: number | null;
  sku_id: number;
  imperfect_type: number;
  qty: number;
  /** Tax included. */
  purchase_price: number;
  tax_rate_bp: number;
  /** 2: the price is estimated and will follow. */
  price_state: number;
  /** What all pieces cost, untaxed; their amount without its tax. */
  cost: number;
  /** qty × purchase_price. */
  amount: number;
  tax_amount: number;
}

/** A bought batch as it was posted: all that whoever hears of it later needs to know. */
export interface ReceivedBatch {
  batch_id: number;
  batch_no: string;
  in_stock_no: string;
  arrival_id: number;
  purchase_id: number | null;
  supplier_id: number;
  /** 1 经销: the supplier is owed for it from now on; 2 代销 and 3 联营: as it is sold (domain.md §5.3). */
  co_model: number;
  warehouse_id: number;
  /** ISO time of the posting, and its business day. */
  at: string;
  business_date: string;
  lines: ReceivedLine[];
}

/** Goods that were bought came in: what is owed for them, the voucher and open negative stock follow from it (P1). */
export const goodsReceived = event<ReceivedBatch>('goodsReceived');

/** A posted batch is about to be taken back: refused by whoever has settled, paid or closed it already. */
export const receiptReversing = question<{ batch_id: number; batch_no: string; detail_ids: number[] }>(
  'receiptReversing',
);

/**
 * A posted batch was taken back whole (P13): what followed from `goodsReceived` of it is undone. `cost` of a line is what its pieces
 * cost as they left, which a change of their cost since may have made another.
 */
export const receiptReversed = event<ReceivedBatch & { reason: string }>('receiptReversed');

/** What was decided of the differences of a batch: who answers for them. Money in fen. */
export const differenceDecided = event<{
  difference_id: number;
  difference_no: string;
  batch_id: number;
  supplier_id: number;
  duty: number;
  lines: {
    sku_id: number;
    diff_type: number;
    diff_qty: number;
    deal_type: number;
    accept_qty: number;
    amount: number;
  }[];
}>('differenceDecided');
