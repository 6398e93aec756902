import { event } from '../../kit/event.ts';

/** Which order, and whose. Money of all events here in fen, tax included unless said otherwise; days are those of the business. */
export interface OrderNamed {
  order_id: number;
  order_no: string;
  /** order_source of domain.md §2: 1 is the till of a shop, where goods leave as they are paid. */
  source: number;
  sale_channel_type: string;
  shop_id: number | null;
  warehouse_id: number;
  user_id: number | null;
  cashier_id: number | null;
  sales_id: number | null;
  /** Shift of the till as it said it; null for what was no till's. */
  shift: string | null;
  /** ISO time at which it really happened, and the business day it counts for: the first open one from then on (amendments B). */
  at: string;
  business_date: string;
}

/** An order was taken in: what it promises coupons and gifts for is theirs from now on. */
export const orderPlaced = event<
  OrderNamed & {
    /** Codes of the member's coupons that it was priced with. */
    coupon_codes: string[];
    payable_amount: number;
    items: {
      item_id: number;
      sku_id: number;
      qty: number;
      final_amount: number;
      promotion_id: number | null;
      promotion_amount: number;
      coupon_amount: number;
      is_gift: boolean;
      /** Which activity gave it. */
      gift_activity_id: number | null;
    }[];
  }
>('orderPlaced');

/** Money of one kind that an order was paid with. */
export interface PaidPart {
  payment_id: number;
  /** pay_type of domain.md §2; 9 is the credit of an exchange. */
  pay_type: number;
  amount: number;
  trade_no: string | null;
  payee_account: string | null;
}

/**
 * An order is paid whole (1→2), or was as it came from a till (→5): voucher 4, the cashier's bill, coupons used. `delivered` says that
 * its goods left as it was paid: then nothing is owed to the customer (no 2203).
 */
export const orderPaid = event<OrderNamed & { payments: PaidPart[]; paid_amount: number; delivered: boolean }>(
  'orderPaid',
);

/** Pieces of one line of an order, of one batch. */
export interface SoldPieces {
  item_id: number;
  sku_id: number;
  imperfect_type: number;
  is_gift: boolean;
  qty: number;
  /** Line of the inbound batch whose goods they are; null for what left below nothing, until `negativeOffset` tells. */
  in_ware_detail_id: number | null;
  supplier_id: number | null;
  /** 1 经销, 2 代销, 3 联营; null with no batch. */
  co_model: number | null;
  /** What they cost, untaxed. */
  cost_amount: number;
  /** Their share of what the line was sold for, exact to the fen over all pieces of the line. */
  final_amount: number;
  /** Tax within `final_amount` at the rate of the goods. */
  tax_amount: number;
  /** Discounts of promotion and coupon that the company bears, added to the base of a joint venture (amendments C). */
  borne_amount: number;
  /** Row of `order_item_batch` that they are; null with no batch. */
  sold_id?: number | null;
}

/**
 * Goods of an order have left (P10): voucher 4 (online) or with `orderPaid` (till), vouchers 5 and 3, and what suppliers of consigned
 * goods are owed. `freight_amount` is in the first shipment alone.
 */
export const goodsSold = event<
  OrderNamed & {
    out_id: number | null;
    out_no: string | null;
    delivered: boolean;
    pieces: SoldPieces[];
    freight_amount: number;
    /** Tax within the freight, at the highest rate of the goods it is charged with. */
    freight_tax_amount?: number;
  }
>('goodsSold');

/** Pieces that were sold below nothing have their batch (`negativeOffset`): from now on it is known whose they were, and what is owed for them. */
export const goodsCovered = event<OrderNamed & { negative_id: number; negative_no: string; pieces: SoldPieces[] }>(
  'goodsCovered',
);

/** An order is finished (4→5, or →5 at a till): points, growth and rebates follow from it. */
export const orderFinished = event<OrderNamed & { paid_amount: number; stored_amount: number }>('orderFinished');

/** An order was cancelled before it was shipped (→6), or the rest of it: its coupons and gifts are free again. */
export const orderCancelled = event<OrderNamed & { reason: string; whole: boolean }>('orderCancelled');

/** Pieces that a customer brought back, to the batch they left (P11). `cost_amount` is what they cost now (amendments B). */
export interface ReturnedPieces {
  item_id: number;
  line_id: number;
  sku_id: number;
  imperfect_type: number;
  qty: number;
  in_ware_detail_id: number | null;
  supplier_id: number | null;
  co_model: number | null;
  cost_amount: number;
  /** What they cost as they were sold. */
  sold_cost_amount: number;
  /** Their share of what the line was sold for, and the discounts within it that the company bore. */
  final_amount: number;
  borne_amount: number;
  /** The same of what came back of their batch and line before. */
  returned_amount?: number;
  /** How much of theirs refunds without a return have taken already, and how much of what is still with the customer. */
  lowered_amount?: number;
  lowered_rest?: number;
}

/** A customer's goods are back (P11): voucher 6 of their cost, and what suppliers of consigned goods are owed no more. */
export const saleReturned = event<
  OrderNamed & { service_id: number; service_no: string; return_warehouse_id: number; pieces: ReturnedPieces[] }
>('saleReturned');

/** Money of one kind that went back to a customer. */
export interface RefundedPart {
  pay_type: number;
  amount: number;
  /** The payment of the order it goes back against; null for cash given for another kind. */
  payment_id: number | null;
}

/**
 * Money has gone back (orderRefund →4): voucher 6, the cashier's bill of whoever paid it out (amendments C), coupons and points. `full`
 * says that nothing of what was paid is left.
 */
export const orderRefunded = event<
  OrderNamed & {
    refund_id: number;
    refund_no: string;
    service_id: number | null;
    amount: number;
    /** Tax within the amount, at the rates of its goods. */
    tax_amount: number;
    parts: RefundedPart[];
    /** refund_way of domain.md §2. */
    refund_way: number;
    /** Who paid it out, where and in which shift, where it was a till. */
    paid_by: number;
    paid_shop_id: number | null;
    paid_shift: string | null;
    /** Had its goods been shipped? Else what is undone is what was owed to the customer (2203). */
    shipped: boolean;
    full: boolean;
    /** Of which lines of the order it is; none of an order that was cancelled before its goods left. */
    lines?: { item_id: number; amount: number; tax_amount: number }[];
    /** Did no goods come back for it (仅退款)? */
    without_return?: boolean;
  }
>('orderRefunded');

/**
 * An order is wanted for goods that other goods are exchanged for: paid by a credit of as much (pay_type 9), known by the number of its
 * after-sales (`source_order_no`). Whoever keeps orders makes it in the same transaction. `order_id` is the old order.
 */
export const exchangeOrdered = event<
  OrderNamed & {
    service_id: number;
    service_no: string;
    amount: number;
    items: { sku_id: number; qty: number; amount: number }[];
  }
>('exchangeOrdered');

/**
 * Goods that came back are worth other goods: the money of the old order is owed to the customer (2203) until `orderPaid` of the new one
 * takes it (pay_type 9). `order_id` is the old order.
 */
export const exchangeCredited = event<
  OrderNamed & { service_id: number; service_no: string; new_order_id: number; amount: number; tax_amount: number }
>('exchangeCredited');
