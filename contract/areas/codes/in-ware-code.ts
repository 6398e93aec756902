import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { inWareBatch } from '../purchasing/in-ware-batch.ts';
import { codeStatuses } from './code-enums.ts';

const shown = { derived: true } as const;

/** Lines of inbound batches, code by code: which pieces came in by which batch, and where they are now (api.csv /v1/InWareDetail/codeList). */
export const inWareCode = entity('inWareCode', {
  label: '入库明细(唯一码)',
  group: '/v1/InWareDetail',
  title: 'unique_code',
  view: true,
  fields: {
    unique_code: text('唯一码', shown),
    epc: text('EPC码', shown),
    batch_id: reference(() => inWareBatch, '入库批次', shown),
    batch_no: text('批次号', shown),
    in_stock_no: text('入库单号', shown),
    sku_id: reference(() => sku, '货品', shown),
    supplier_id: reference(() => supplier, '供应商', shown),
    in_warehouse_id: reference(() => warehouse, '入库仓库', shown),
    warehouse_id: reference(() => warehouse, '所在仓库', shown),
    imperfect_type: choice('品级', imperfectType, shown),
    status: choice('状态', codeStatuses, shown),
    into_time: time('入库时间', shown),
  },
  calls: { list: ['codeList', 'InWareDetail:view'] },
  list: {
    columns: [
      'unique_code',
      'epc',
      'batch_no',
      'in_stock_no',
      'sku_id',
      'supplier_id',
      'in_warehouse_id',
      'warehouse_id',
      'imperfect_type',
      'status',
      'into_time',
    ],
    filters: [
      'batch_no',
      'unique_code',
      'epc',
      'sku_id',
      'in_warehouse_id',
      'warehouse_id',
      'supplier_id',
      'status',
      'into_time',
    ],
    search: ['unique_code', 'epc'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-into_time'],
  },
  scope: {
    warehouse: ['in_warehouse_id', 'warehouse_id'],
    supplier: 'supplier_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
