import { query } from '../../kit/call.ts';

/** What an expiring-goods question asks (specification §7). */
export interface ExpiringRequest {
  /** Days from today until the last good day; of a list, which is what the setting holds, the longest counts. */
  expire_day: number | readonly number[];
  fileName?: string;
  /** How the day is compared; 2, at most so many days, is the only way there is. */
  op: 2;
  page?: number;
  page_size?: number;
}

/** Goods of one warehouse that expire on one day (specification §3). */
export interface ExpiringGoods {
  spu_name: string;
  /** The last good day, Asia/Shanghai. */
  expire_at: string;
  sku_no: string;
  warehouse_name: string;
  qty: number;
}

/** Name of the exported file (specification §9). */
export const expiringFileName = '临期商品';

/** Goods on hand that expire within so many days, those that have expired first (specification §7, domain.md §9.3). */
export const expiringCall = query<ExpiringRequest, { list: ExpiringGoods[]; total: number }>({
  service: 'erp',
  path: '/v1/stock/getExpireSku',
  access: 'login',
});

/** The same, all of it, as a file; a refusal comes as JSON. */
export const expiringExportCall = query<ExpiringRequest & { export: number }, never>({
  service: 'erp',
  path: '/v1/stock/exportExpireSku',
  access: 'login',
  timeout: 'export',
});
