import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { saleChannelType, shelfStatus } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { shop } from '../partners/shop.ts';

/** On the shelf, or off it (domain.md §2 shelf_status). */
export const shelved = { on: 1, off: 2 } as const;

const isOnline = ({ is_online }: RecordValues): boolean => is_online === true;

/**
 * A piece of goods in the range of a shop, for the shop itself or for a channel that sells its stock (domain.md §3.2). A push brings it
 * there and names shop, goods and channel for good; what people change is whether it stands on the shelf. How lists show it,
 * with its price and stock of this instant, is `shop-shelf.ts`.
 */
export const shopGoods = entity('shopGoods', {
  label: '门店商品',
  group: '/v1/goods',
  title: 'goods_no',
  fields: {
    goods_no: text('门店商品编号', { required: true, unique: true, derived: true }),
    shop_id: reference(() => shop, '门店', { required: true, derived: true }),
    sku_id: reference(() => sku, '货品', { required: true, derived: true }),
    sale_channel_type: word('销售渠道类型', saleChannelType, { initial: 'shop', derived: true }),
    sale_channel_value: text('销售渠道', { derived: true }),
    shelf_status: choice('门店上下架', shelfStatus, { initial: shelved.off, required: true }),
    is_online: flag('线上销售'),
    online_shelf_status: choice('线上上下架', shelfStatus, { visible: isOnline, required: isOnline }),
  },
  calls: { detail: ['shopDetail', 'goods:view'], edit: ['shopEdit', 'goods:shelf'] },
  list: {
    columns: ['goods_no', 'shop_id', 'sku_id', 'shelf_status', 'is_online', 'online_shelf_status'],
    filters: [],
    search: [],
    sort: ['-id'],
  },
  scope: { shop: 'shop_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
  unique: [['shop_id', 'sku_id', 'sale_channel_value']],
  bulk: {
    fields: ['shelf_status', 'is_online', 'online_shelf_status'],
    access: 'tools:batchEdit',
    path: '/v1/tools/batchEdit',
    type: 3,
  },
});

/** What is asked of many at once: what is not named stays as it is. Goods taken offline are on no online shelf. */
export interface ShelfOrder {
  ids: number[];
  shelf_status?: 1 | 2 | undefined;
  is_online?: 0 | 1 | undefined;
  online_shelf_status?: 1 | 2 | undefined;
}

/** Puts goods on shelves and takes them off, all or none; those that stand so already are not counted. */
export const shelfCall = command<ShelfOrder, { count: number }>({
  service: 'erp',
  path: '/v1/goods/shelf',
  access: 'goods:shelf',
});
