import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { labelsOf } from '../../kit/states.ts';
import { coModel, imperfectType, inType, priceState } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { inWareBatch } from './in-ware-batch.ts';
import { inWareBatchStates } from './inbound-enums.ts';
import { noPriceYet } from './purchase-enums.ts';

const shown = { derived: true } as const;
const secret = { derived: true, mask: 'stock:costView' } as const;

/** The lines of inbound batches by themselves, each with its batch: what came in, when, of whom, and what it cost (domain.md §3.5). */
export const inWareDetail = entity('inWareDetail', {
  label: '入库明细',
  group: '/v1/InWareDetail',
  title: 'batch_no',
  view: true,
  fields: {
    batch_id: reference(() => inWareBatch, '入库批次', shown),
    batch_no: text('批次号', shown),
    in_stock_no: text('入库单号', shown),
    status: choice('入库状态', labelsOf(inWareBatchStates), shown),
    in_type: choice('入库类型', inType, shown),
    supplier_id: reference(() => supplier, '供应商', shown),
    co_model: choice('合作模式', coModel, shown),
    warehouse_id: reference(() => warehouse, '入库仓库', shown),
    sku_id: reference(() => sku, '货品', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    imperfect_type: choice('品级', imperfectType, shown),
    plan_qty: quantity('应收数量', shown),
    count_qty: quantity('清点数量', shown),
    in_qty: quantity('入库数量', shown),
    purchase_price: money('进价(含税)', { ...secret, ...noPriceYet }),
    tax_rate_bp: rate('税率', shown),
    price_state: choice('进价状态', priceState, shown),
    cost_price: money('单位成本', secret),
    amount: money('金额', { ...secret, ...noPriceYet }),
    production_date: date('生产日期', shown),
    expire_at: date('到期日期', shown),
    created_at: time('创建时间', shown),
    into_time: time('入库时间', shown),
  },
  calls: { list: ['list', 'InWareDetail:view'] },
  list: {
    columns: [
      'batch_no',
      'status',
      'in_stock_no',
      'in_type',
      'supplier_id',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'plan_qty',
      'count_qty',
      'in_qty',
      'purchase_price',
      'cost_price',
      'amount',
      'price_state',
      'expire_at',
      'into_time',
    ],
    filters: [
      'batch_no',
      'in_stock_no',
      'sku_id',
      'warehouse_id',
      'category_id',
      'brand_id',
      'supplier_id',
      'in_type',
      'imperfect_type',
      'status',
      'price_state',
      'created_at',
      'into_time',
      'expire_at',
    ],
    search: ['batch_no', 'in_stock_no'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['-id', '-into_time', 'expire_at', 'in_qty'],
    sum: ['plan_qty', 'count_qty', 'in_qty', 'amount'],
  },
  scope: { warehouse: 'warehouse_id', supplier: 'supplier_id', brand: 'brand_id', category: 'category_id' },
});
