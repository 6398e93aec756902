import { query } from '../../kit/call.ts';
import type { saleChannelType } from '../enums.ts';

/** A place where goods are sold: a shop by its number, or a channel of another kind by what it is called. */
export interface SaleChannel {
  type: keyof typeof saleChannelType;
  /** Null for all channels of a kind. */
  value: string | null;
  name: string;
}

/** Shops that the caller sees and channels that goods were pushed to, by kind and words (api.csv `/v1/goods/shopChannelSearch`). */
export const channelSearch = query<
  { sale_channel_type?: SaleChannel['type']; keyword?: string },
  { list: SaleChannel[] }
>({
  service: 'erp',
  path: '/v1/goods/shopChannelSearch',
  access: 'login',
});
