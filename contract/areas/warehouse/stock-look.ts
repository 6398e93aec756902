import { query } from '../../kit/call.ts';
import type { Listed } from '../../kit/calls.ts';
import type { stock } from './stock.ts';

type Row = Listed<typeof stock>;

/** Of what stands somewhere, always told. */
type Told =
  | 'sku_id'
  | 'warehouse_id'
  | 'imperfect_type'
  | 'qty_on_hand'
  | 'qty_locked'
  | 'qty_available'
  | 'qty_in_transit';

/** What of a row of stock a tablet shows. */
export type StockSeen = Pick<Row, 'id' | 'sku_name' | 'sku_id__title' | 'warehouse_id__title'> & {
  [Name in Told]: NonNullable<Row[Name]>;
};

/** The list of stock, asked without its definition: what goods of a code stand where. A tablet does without the definitions of the office. */
export const stockLookCall = query<{ keyword: string; page_size: number }, { list: StockSeen[] }>({
  service: 'erp',
  path: '/v1/stock/list',
  access: 'stock:view',
});
