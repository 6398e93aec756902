import { event } from '../../kit/event.ts';

/** What of an adjustment stands at one warehouse. Fen, untaxed. */
export interface AdjustedPlace {
  warehouse_id: number;
  /** On its shelves. */
  onhand_amount: number;
  /** On its way to it. */
  transit_amount: number;
}

/** What pieces of lines of inbound batches cost from now on: written beside them by whoever keeps them. Fen, of one piece. */
export const costsChanged = event<{
  cost_id: number;
  lines: {
    detail_id: number;
    /** Untaxed. */
    cost_price: number;
    /** The price that was found for what had come in at an estimate; tax included. */
    price: { price: number; tax_rate_bp: number } | null;
  }[];
}>('costsChanged');

/** What goods cost has been changed wherever their pieces stand (P12): voucher 13 (domain.md §7.2). Money in fen, untaxed. */
export const costAdjusted = event<{
  cost_id: number;
  cost_no: string;
  supplier_id: number | null;
  /** One of `costReasons`. */
  adjust_reason: number;
  /** The supplier is owed the difference: by an item of type 7, or in the price of his goods. */
  to_supplier: boolean;
  business_date: string;
  /** Of the company's own goods alone (amendments C). */
  places: AdjustedPlace[];
  /** What is not here any more: sold, given away, written off. */
  sold_amount: number;
  /** What of consigned goods was sold, which the supplier is owed for by their price. */
  consigned_amount: number;
  total_amount: number;
}>('costAdjusted');
