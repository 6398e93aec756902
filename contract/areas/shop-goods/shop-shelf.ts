import { entity } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { saleChannelType, shelfStatus } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { spu } from '../goods/spu.ts';
import { shop } from '../partners/shop.ts';

const shown = { derived: true } as const;

/** What both lists show: price and stock are those of this instant, read off the prices in force and the shop's warehouse. */
const fields = {
  goods_no: text('门店商品编号', shown),
  sku_no: text(goodsCodes.sku_no, shown),
  shop_id: reference(() => shop, '门店', shown),
  spu_id: reference(() => spu, '商品', shown),
  name: text('货品名称', shown),
  main_barcode: text('主条码', shown),
  brand_id: reference(() => brand, '品牌', shown),
  category_id: reference(() => category, '商品分类', shown),
  sale_channel_type: word('销售渠道类型', saleChannelType, shown),
  sale_channel_value: text('销售渠道', shown),
  shelf_status: choice('门店上下架', shelfStatus, shown),
  is_online: flag('线上销售', shown),
  online_shelf_status: choice('线上上下架', shelfStatus, shown),
  tag_price: money('吊牌价', shown),
  sale_price: money('现售价', shown),
  stock_qty: quantity('可售库存', shown),
  updated_at: time('修改时间', shown),
} as const;

const found = { search: ['sku_no', 'name', 'main_barcode'], sort: ['-id', 'sku_no', 'updated_at'] } as const;

/** Goods by shop with where they stand (api.csv /v1/goods/shopList). */
export const shopShelf = entity('shopShelf', {
  label: '门店商品货架',
  group: '/v1/goods',
  title: 'sku_no',
  hint: 'name',
  view: true,
  fields,
  calls: { list: ['shopList', 'goods:view'] },
  list: {
    columns: [
      'sku_no',
      'name',
      'shop_id',
      'brand_id',
      'category_id',
      'tag_price',
      'sale_price',
      'stock_qty',
      'shelf_status',
      'is_online',
      'online_shelf_status',
      'sale_channel_type',
      'sale_channel_value',
      'goods_no',
      'updated_at',
    ],
    filters: ['shop_id', 'spu_id', 'brand_id', 'category_id', 'shelf_status', 'is_online'],
    ...found,
  },
  scope: { shop: 'shop_id', brand: 'brand_id', category: 'category_id' },
});

/** Those of them that are sold online, in the mini-program or by a channel (api.csv /v1/goods/onlineList). */
export const onlineShelf = entity('onlineShelf', {
  label: '门店线上商品',
  group: '/v1/goods',
  title: 'sku_no',
  hint: 'name',
  view: true,
  fields,
  calls: { list: ['onlineList', 'goods:view'] },
  list: {
    columns: [
      'sku_no',
      'name',
      'shop_id',
      'sale_channel_type',
      'sale_channel_value',
      'brand_id',
      'category_id',
      'tag_price',
      'sale_price',
      'stock_qty',
      'online_shelf_status',
      'shelf_status',
      'goods_no',
      'updated_at',
    ],
    filters: ['shop_id', 'sale_channel_type', 'sale_channel_value', 'brand_id', 'category_id', 'online_shelf_status'],
    ...found,
  },
  scope: { shop: 'shop_id', brand: 'brand_id', category: 'category_id' },
});
