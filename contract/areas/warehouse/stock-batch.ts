import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

/**
 * What came in together and stands at one place, in a warehouse or on its way to one (domain.md §3.6, decision 0053).
 * `in_ware_detail_id` is the line of the inbound batch, `cost_amount` what all its pieces cost. Only postings write it; people read
 * it as `shelfBatch`.
 */
export const stockBatch = entity('stockBatch', {
  label: '库存批次',
  group: '/v1/stock',
  title: 'serial_no',
  fields: {
    serial_no: text('批次流水号', { required: true, unique: true, derived: true }),
    location_id: integer('库位账户', { required: true, derived: true }),
    // None of what is on its way.
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { required: true, derived: true }),
    imperfect_type: choice('品级', imperfectType, { required: true, derived: true }),
    in_ware_detail_id: integer('原始入库明细', { required: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    cost_price: money('单位成本', { derived: true, mask: 'stock:costView' }),
    cost_amount: money('库存成本', { initial: 0, derived: true, mask: 'stock:costView' }),
    qty_remain: quantity('剩余数量', { initial: 0, derived: true }),
    qty_locked: quantity('锁定数量', { initial: 0, derived: true }),
    began_with: quantity('启用数量', { initial: 0, derived: true }),
    production_date: date('生产日期', { derived: true }),
    expire_at: date('到期日期', { derived: true }),
    into_time: time('入库时间', { required: true, derived: true }),
  },
  calls: { options: ['batchOptions', 'login'] },
  list: {
    columns: [
      'serial_no',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'supplier_id',
      'qty_remain',
      'cost_price',
      'into_time',
    ],
    filters: ['warehouse_id', 'sku_id', 'imperfect_type', 'supplier_id'],
    offers: ['warehouse_id', 'sku_id', 'imperfect_type'],
    search: ['serial_no'],
    sort: ['-id', '-into_time'],
    sum: ['qty_remain'],
  },
  scope: {
    warehouse: 'warehouse_id',
    supplier: 'supplier_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
