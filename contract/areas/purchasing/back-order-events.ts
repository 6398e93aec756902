import { event } from '../../kit/event.ts';

/** One line of a return that went out. Money in fen, tax included where it is the supplier's. */
export interface ReturnedLine {
  line_id: number;
  sku_id: number;
  imperfect_type: number;
  /** Line of the inbound batch that the goods came in by. */
  in_ware_detail_id: number;
  qty: number;
  back_price: number;
  tax_rate_bp: number;
  /** What the supplier owes for it. */
  amount: number;
  /** What the goods cost us, untaxed. */
  cost_amount: number;
}

/**
 * Goods have gone back to their supplier: of bought goods (co_model 1) he owes their price, which is a settle item of type 4, and the
 * books owe a voucher (domain.md §5.3, §7.2).
 */
export const returnShipped = event<{
  back_id: number;
  back_no: string;
  supplier_id: number;
  warehouse_id: number;
  co_model: number;
  /** ISO time they left. */
  at: string;
  lines: ReturnedLine[];
}>('returnShipped');

/** A supplier signed for less than went out: what is missing is the carrier's to answer for, or nobody's (domain.md §4.9). */
export const returnShort = event<{
  back_id: number;
  back_no: string;
  supplier_id: number;
  /** Who carried them, where that was said. */
  logistics_id: number | null;
  waybill_no: string | null;
  note: string;
  lines: { line_id: number; sku_id: number; qty: number; back_price: number }[];
}>('returnShort');
