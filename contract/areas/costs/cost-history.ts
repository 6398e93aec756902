import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { costChanges, costReasons } from './cost-enums.ts';

const shown = { derived: true } as const;
const secret = { derived: true, mask: 'stock:costView' } as const;
const sum = { ...secret, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/** What goods of a batch cost when they came in, and by which adjustments it changed (api.csv /v1/statement/costHistory). */
export const costHistory = entity('costHistory', {
  label: '成本变动记录',
  group: '/v1/statement',
  title: 'batch_no',
  view: true,
  fields: {
    batch_no: text('批次号', shown),
    supplier_id: reference(() => supplier, '供应商', shown),
    warehouse_id: reference(() => warehouse, '入库仓库', shown),
    sku_id: reference(() => sku, '货品', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    change: choice('变动类型', costChanges, shown),
    adjust_reason: choice('调整原因', costReasons, shown),
    source_no: text('来源单号', shown),
    changed_at: time('变动时间', shown),
    qty: quantity('数量', { ...shown, least: 0, most: Number.MAX_SAFE_INTEGER }),
    old_cost: money('原成本', secret),
    new_cost: money('新成本', secret),
    onhand_amount: money('在库影响额', sum),
    transit_amount: money('在途影响额', sum),
    sold_amount: money('已销影响额', sum),
  },
  calls: { list: ['costHistory', 'statement:costView'] },
  list: {
    columns: [
      'changed_at',
      'change',
      'adjust_reason',
      'source_no',
      'batch_no',
      'supplier_id',
      'sku_id',
      'qty',
      'old_cost',
      'new_cost',
      'onhand_amount',
      'transit_amount',
      'sold_amount',
    ],
    filters: [
      'sku_id',
      'batch_no',
      'supplier_id',
      'warehouse_id',
      'brand_id',
      'category_id',
      'change',
      'adjust_reason',
      'source_no',
      'changed_at',
    ],
    search: ['batch_no', 'source_no'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['-changed_at', 'changed_at', 'batch_no'],
    sum: ['onhand_amount', 'transit_amount', 'sold_amount'],
  },
  scope: { warehouse: 'warehouse_id', supplier: 'supplier_id', brand: 'brand_id', category: 'category_id' },
});
