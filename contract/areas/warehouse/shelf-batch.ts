import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const figure = { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const secret = { ...figure, mask: 'stock:costView' } as const;

/** A batch as people read it, whose inbound batch is told by its numbers; `is_zt` of domain.md §2 tells what is on its way from what stands. */
const fields = {
  serial_no: text('批次流水号', { derived: true }),
  warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
  sku_id: reference(() => sku, '货品', { derived: true }),
  sku_name: text('货品名称', { derived: true }),
  imperfect_type: choice('品级', imperfectType, { derived: true }),
  batch_no: text('批次号', { derived: true }),
  in_stock_no: text('入库单号', { derived: true }),
  supplier_id: reference(() => supplier, '供应商', { derived: true }),
  co_model: choice('合作模式', coModel, { derived: true }),
  qty_remain: quantity('剩余数量', figure),
  qty_locked: quantity('锁定数量', figure),
  cost_price: money('单位成本', secret),
  cost_amount: money('库存成本', secret),
  production_date: date('生产日期', { derived: true }),
  expire_at: date('到期日期', { derived: true }),
  into_time: time('入库时间', { derived: true }),
};

const list = {
  columns: [
    'serial_no',
    'warehouse_id',
    'sku_id',
    'imperfect_type',
    'batch_no',
    'supplier_id',
    'qty_remain',
    'qty_locked',
    'cost_price',
    'cost_amount',
    'expire_at',
    'into_time',
  ],
  filters: ['warehouse_id', 'sku_id', 'imperfect_type', 'batch_no', 'in_stock_no', 'supplier_id', 'expire_at'],
  search: ['serial_no', 'batch_no', 'sku_name'],
  searchThrough: {
    'sku_id.sku_no': goodsCodes.sku_no,
    'sku_id.main_barcode': goodsCodes.barcode,
    'sku_id.barcode': goodsCodes.barcode,
  },
  sort: ['-into_time', 'expire_at', 'qty_remain'],
  sum: ['qty_remain', 'qty_locked', 'cost_amount'],
} as const;

const scope = {
  warehouse: 'warehouse_id',
  supplier: 'supplier_id',
  brand: 'sku_id.brand_id',
  category: 'sku_id.category_id',
} as const;

const shared = { group: '/v1/stock', title: 'serial_no', view: true, fields, list, scope } as const;

/** What stands in warehouses, batch by batch, with what it cost. */
export const shelfBatch = entity('shelfBatch', {
  ...shared,
  label: '批次库存',
  calls: { list: ['batchList', 'stock:view'] },
});

/** What is on its way to a warehouse, batch by batch: the balance of its in-transit location (amendments B). */
export const transitBatch = entity('transitBatch', {
  ...shared,
  label: '在途明细',
  calls: { list: ['transitList', 'stock:view'] },
});
