import { query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { event } from '../../kit/event.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { offering, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { ledgerSources } from './ledger-sources.ts';
import { stockBatch } from './stock-batch.ts';

/** out_type of domain.md §2. */
export const outTypes = {
  1: '销售出库',
  2: '调拨出库',
  3: '退返出库',
  4: '盘亏出库',
  5: '其他出库',
  6: '赠品出库',
} as const;

/** out_type by the biz_type of the warehouse's leg: the other biz_types take nothing out for good. */
export const outTypeOf: Readonly<Record<number, keyof typeof outTypes>> = {
  201: 1,
  202: 2,
  203: 3,
  204: 4,
  205: 5,
  207: 6,
};

const secret = { derived: true, initial: 0, mask: 'stock:costView' } as const;

/** What a posting took out of a warehouse for good, batch by batch (domain.md §3.5). The system writes it with the posting; nobody changes it. */
export const outWareDetail = entity('outWareDetail', {
  label: '出库记录',
  group: '/v1/OutWareDetail',
  number: { prefix: 'CK', field: 'out_no' },
  title: 'out_no',
  fields: {
    out_no: text('出库单号', { required: true, unique: true, derived: true }),
    out_type: choice('出库类型', outTypes, { required: true, derived: true }),
    warehouse_id: reference(() => warehouse, '出库仓库', { required: true, derived: true }),
    source_type: offering(text('来源单据类型', { required: true, derived: true }), ledgerSources),
    source_id: integer('来源单据', { required: true, derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    source_no: text('来源单号', { required: true, derived: true }),
    total_qty: quantity('出库数量', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
    total_cost: money('出库成本', secret),
    out_time: time('出库时间', { required: true, derived: true }),
  },
  lines: {
    label: '出库明细',
    fields: {
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
      // Goods that left before there were batches have none.
      stock_batch_id: reference(() => stockBatch, '库存批次', { derived: true }),
      qty: quantity('数量', { required: true, derived: true }),
      cost_price: money('单位成本', secret),
      amount: money('成本金额', secret),
    },
  },
  calls: { list: ['list', 'OutWareDetail:view'], detail: ['detail', 'OutWareDetail:view'] },
  list: {
    columns: ['out_no', 'out_type', 'warehouse_id', 'source_type', 'source_no', 'total_qty', 'total_cost', 'out_time'],
    filters: ['out_no', 'out_type', 'warehouse_id', 'source_type', 'source_no', 'out_time'],
    search: ['out_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no, 'sku_id.main_barcode': goodsCodes.barcode },
    sort: ['-out_time', 'out_no', 'total_qty'],
    sum: ['total_qty', 'total_cost'],
  },
  scope: { warehouse: 'warehouse_id' },
});

export const outWareCalls = {
  /** The list as a file, for who may take it away (api.csv). */
  export: query<Record<string, unknown>, never>({
    service: 'erp',
    path: '/v1/OutWareDetail/export',
    access: 'OutWareDetail:export',
  }),
};

/**
 * Goods have left a warehouse for good by a posting of this document in the running operation: what of its rows with these biz_types
 * took goods out becomes outbound records, one for each warehouse and type.
 */
export const goodsLeft = event<{
  source_type: string;
  source_id: number;
  source_no: string;
  biz_types: number[];
}>('goodsLeft');
