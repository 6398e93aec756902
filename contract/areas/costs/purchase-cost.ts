import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType, inType, priceState } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { noPriceYet } from '../purchasing/purchase-enums.ts';

const shown = { derived: true } as const;
const secret = { derived: true, mask: 'stock:costView' } as const;
const sum = { ...secret, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const pieces = { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** Per line of a posted inbound batch: what it was bought at, how its cost has changed since, and how much of it is left (domain.md §3.5). */
export const purchaseCost = entity('purchaseCost', {
  label: '采购成本',
  group: '/v1/purchaseOrder',
  title: 'batch_no',
  view: true,
  fields: {
    batch_no: text('批次号', shown),
    purchase_no: text('采购单号', shown),
    in_type: choice('入库类型', inType, shown),
    supplier_id: reference(() => supplier, '供应商', shown),
    co_model: choice('合作模式', coModel, shown),
    warehouse_id: reference(() => warehouse, '入库仓库', shown),
    sku_id: reference(() => sku, '货品', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    imperfect_type: choice('品级', imperfectType, shown),
    in_qty: quantity('入库数量', pieces),
    remain_qty: quantity('在库数量', pieces),
    transit_qty: quantity('在途数量', pieces),
    purchase_price: money('进价(含税)', { ...secret, ...noPriceYet }),
    tax_rate_bp: rate('税率', shown),
    untaxed_price: money('不含税进价', secret),
    adjust_amount: money('成本调整额', sum),
    cost_price: money('当前单位成本', secret),
    remain_amount: money('库存成本', sum),
    price_state: choice('进价状态', priceState, shown),
    into_time: time('入库时间', shown),
  },
  calls: { list: ['costList', 'purchaseOrder:costView'], options: ['costOptions', 'purchaseOrder:costView'] },
  list: {
    columns: [
      'batch_no',
      'purchase_no',
      'supplier_id',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'in_qty',
      'remain_qty',
      'transit_qty',
      'purchase_price',
      'untaxed_price',
      'adjust_amount',
      'cost_price',
      'remain_amount',
      'price_state',
      'into_time',
    ],
    filters: [
      'purchase_no',
      'batch_no',
      'sku_id',
      'supplier_id',
      'warehouse_id',
      'brand_id',
      'category_id',
      'co_model',
      'in_type',
      'price_state',
      'into_time',
    ],
    search: ['batch_no', 'purchase_no'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['-id', '-into_time', 'batch_no', '-remain_qty'],
    sum: ['in_qty', 'remain_qty', 'transit_qty', 'adjust_amount', 'remain_amount'],
  },
  scope: { warehouse: 'warehouse_id', supplier: 'supplier_id', brand: 'brand_id', category: 'category_id' },
});
