import { query } from '../../kit/call.ts';

/** What of a row of stock a tablet shows. */
export interface StockSeen {
  id: number;
  sku_id: number;
  sku_id__title: string | null;
  sku_name: string | null;
  warehouse_id: number;
  warehouse_id__title: string | null;
  imperfect_type: number;
  qty_on_hand: number;
  qty_locked: number;
  qty_available: number;
  qty_in_transit: number;
}

/** The list of stock, asked without its definition: what goods of a code stand where. A tablet does without the definitions of the office. */
export const stockLookCall = query<{ keyword: string; page_size: number }, { list: StockSeen[] }>({
  service: 'erp',
  path: '/v1/stock/list',
  access: 'stock:view',
});
