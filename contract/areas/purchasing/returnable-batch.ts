import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

/**
 * Batches that may go back to their supplier (api.csv /v1/backOrder/stockList): those of a supplier that stand in a warehouse, with as
 * many pieces as nobody else was promised. Its id is that of the stock batch.
 */
export const returnableBatch = entity('returnableBatch', {
  label: '可退库存',
  group: '/v1/backOrder',
  title: 'serial_no',
  view: true,
  fields: {
    serial_no: text('批次流水号', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    sku_name: text('货品名称', { derived: true }),
    imperfect_type: choice('品级', imperfectType, { derived: true }),
    batch_no: text('批次号', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    qty_free: quantity('可退数量', { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER }),
    purchase_price: money('进价(含税)', { derived: true, mask: 'stock:costView' }),
    tax_rate_bp: rate('税率', { derived: true }),
    expire_at: date('到期日期', { derived: true }),
    into_time: time('入库时间', { derived: true }),
  },
  calls: { list: ['stockList', 'backOrder:view'] },
  list: {
    columns: [
      'serial_no',
      'sku_id',
      'imperfect_type',
      'batch_no',
      'co_model',
      'qty_free',
      'purchase_price',
      'expire_at',
      'into_time',
    ],
    filters: ['sku_id', 'imperfect_type', 'batch_no', 'warehouse_id', 'supplier_id', 'into_time'],
    search: ['serial_no', 'batch_no', 'sku_name'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['into_time', '-into_time', 'expire_at', '-qty_free'],
    sum: ['qty_free'],
  },
  scope: {
    warehouse: 'warehouse_id',
    supplier: 'supplier_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
