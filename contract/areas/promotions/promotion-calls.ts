import { query } from '../../kit/call.ts';
import type { PriceConflict } from '../price/price-calls.ts';
import type { PricedBasket } from './pricing/basket.ts';

/** What a promotion would have done to the orders of the last days, priced again under it. Money in fen. */
export interface Simulated {
  /** Days looked back on, and whether there were more orders than are priced at once. */
  days: number;
  cut_short: boolean;
  order_count: number;
  affected_count: number;
  goods_amount: number;
  discount_amount: number;
  /** Goods that it takes the most off. */
  top: { sku_id: number; sku_no: string; name: string; qty: number; discount_amount: number }[];
  /** Goods that it sells below what they cost: only for who sees costs, null for others. */
  losing: { sku_id: number; sku_no: string; name: string; cost_price: number; least_price: number }[] | null;
  /** Price sheets of the same goods in the same time. */
  sheets: (Pick<PriceConflict, 'sheet_id' | 'price_no' | 'status' | 'effective_at' | 'expire_at'> & {
    goods: number;
  })[];
}

/** A basket that somebody asks the price of. */
export interface ExplainQuestion {
  shop_id?: number | undefined;
  sale_channel_value?: string | undefined;
  user_level?: number | undefined;
  at?: string | undefined;
  lines: { sku_id: number; qty: number }[];
  /** A promotion that is not running yet and takes part all the same. */
  promotion_id?: number | undefined;
}

const group = { service: 'erp', access: 'promotion:view' } as const;

export const promotionCalls = {
  simulate: query<{ id: number; days: number }, Simulated>({
    ...group,
    path: '/v1/promotion/simulate',
    timeout: 'most',
  }),
  explain: query<ExplainQuestion, PricedBasket & { goods: Record<string, { sku_no: string; name: string }> }>({
    ...group,
    path: '/v1/promotion/explain',
  }),
};

/** Days that may be priced again at once, and orders of them. */
export const simulation = { days: 30, mostDays: 90, orders: 20_000, basket: 200 } as const;
