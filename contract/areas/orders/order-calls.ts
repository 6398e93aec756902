import { command } from '../../kit/call.ts';
import type { PushedOrder, PushedPayment } from './order-push.ts';

const erp = { service: 'erp' } as const;

/** An order as it was taken in. */
export interface TakenOrder {
  id: number;
  order_no: string;
  status: number;
  /** What of it was not as its sums say, for the channel's log. */
  abnormal: string[];
}

/** Calls of orders that no definition spells (api.csv /v1/order/*, /v1/orderLabel/*). */
export const orderCalls = {
  /**
   * Takes an order in, once for each receipt: (source, shop of a till or channel, source_order_no, business year). The same push again
   * answers the same order, another content under the same receipt is refused.
   */
  push: command<PushedOrder, TakenOrder>({ ...erp, path: '/v1/order/push', access: 'order:push' }),
  /** Tells that an order was paid, whole. Told again it answers the same. The channel tells its number from that of another. */
  pay: command<
    {
      order_no?: string;
      source?: number;
      source_order_no?: string;
      sale_channel_type?: PushedOrder['sale_channel_type'];
      sale_channel_value?: string | null;
      payments: PushedPayment[];
    },
    { id: number; order_no: string; status: number }
  >({ ...erp, path: '/v1/order/pay', access: 'order:push' }),
  /** Puts labels on orders, or takes them off. */
  bindLabels: command<{ order_ids: number[]; label_ids: number[]; op: 'add' | 'remove' }, { count: number }>({
    ...erp,
    path: '/v1/orderLabel/bind',
    access: 'orderLabel:bind',
  }),
};
