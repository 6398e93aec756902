import { query } from '../../kit/call.ts';

/** A line of an order, and what may still be asked back of it. Money in fen. */
export interface ServiceableItem {
  order_item_id: number;
  sku_id: number;
  sku_no: string;
  sku_name: string;
  imperfect_type: number;
  is_gift: boolean;
  qty: number;
  shipped_qty: number;
  returned_qty: number;
  final_amount: number;
  /** Pieces that neither came back nor are on their way back. */
  rest_qty: number;
  /** What was paid for the pieces that left, less what went back or is about to. */
  rest_amount: number;
}

export const afterSalesCalls = {
  /** What after-sales may be made of an order. */
  addView: query<
    { order_id: number },
    { order_id: number; order_no: string; paid_amount: number; refund_amount: number; items: ServiceableItem[] }
  >({ service: 'erp', access: 'OrderService:add', path: '/v1/OrderService/addView' }),
  /** How much of orders may still be invoiced, each by itself. */
  invoiceView: query<
    { order_ids: number[] },
    { list: { order_id: number; order_no: string; paid_amount: number; refund_amount: number; rest_amount: number }[] }
  >({ service: 'erp', access: 'order:invoiceApply', path: '/v1/order/invoiceAddView' }),
};
