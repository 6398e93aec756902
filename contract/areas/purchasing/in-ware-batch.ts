import { type Definition, document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType, inType, inWareBatchStatus, priceState } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { arrivalOrder } from './arrival-order.ts';
import { purchaseOrder } from './purchase-order.ts';

const sum = { initial: 0, derived: true } as const;
const secret = { mask: 'stock:costView' } as const;

/** Goods that come in together (domain.md §3.5, §4.7); calls, steps and screens come with the issue of purchasing. */
export const inWareBatch = document('inWareBatch', {
  label: '入库批次',
  group: '/v1/InWareBatch',
  number: { prefix: 'RK', field: 'batch_no' },
  title: 'batch_no',
  fields: {
    batch_no: text('批次号', { required: true, unique: true, derived: true }),
    in_stock_no: text('入库单号', { unique: true, derived: true }),
    in_type: choice('入库类型', inType, { required: true }),
    arrival_id: reference(() => arrivalOrder, '预约单'),
    purchase_id: reference(() => purchaseOrder, '采购单'),
    supplier_id: reference(() => supplier, '供应商'),
    co_model: choice('合作模式', coModel),
    warehouse_id: reference(() => warehouse, '入库仓库', { required: true }),
    source_no: text('来源单号'),
    plan_qty: quantity('应收数量', sum),
    count_qty: quantity('清点数量', sum),
    in_qty: quantity('入库数量', sum),
    imperfect_qty: quantity('残次数量', sum),
    in_amount: money('入库金额', { ...sum, ...secret }),
    into_time: time('入库时间', { derived: true }),
    void_of_id: reference((): Definition => inWareBatch, '被红冲批次', { derived: true }),
  },
  lines: {
    label: '入库明细',
    name: 'detail',
    fields: {
      arrival_line_id: integer('预约明细', { derived: true }),
      purchase_line_id: integer('采购明细', { derived: true }),
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('残次类型', imperfectType, { initial: 0 }),
      plan_qty: quantity('应收数量', sum),
      count_qty: quantity('清点数量', { least: 0 }),
      in_qty: quantity('入库数量', sum),
      purchase_price: money('进价(含税)', { initial: 0, ...secret }),
      tax_rate_bp: rate('税率', { required: true }),
      price_state: choice('进价状态', priceState, { required: true }),
      cost_price: money('单位成本', { derived: true, ...secret }),
      amount: money('金额', { ...sum, ...secret }),
      production_date: date('生产日期'),
      expire_at: date('到期日期'),
      origin_id: integer('原始批次明细', { derived: true }),
      is_origin: flag('是否原始批次', { initial: true, derived: true }),
    },
  },
  states: {
    1: [inWareBatchStatus[1], 'to_count', 'waiting'],
    2: [inWareBatchStatus[2], 'counting', 'moving'],
    3: [inWareBatchStatus[3], 'waiting', 'waiting'],
    4: [inWareBatchStatus[4], 'posted', 'done'],
    5: [inWareBatchStatus[5], 'rejected', 'refused'],
    [-1]: [inWareBatchStatus[-1], 'cancelled', 'void'],
  },
  editable: [],
  transitions: {},
  calls: {},
  list: {
    columns: [
      'batch_no',
      'in_stock_no',
      'in_type',
      'supplier_id',
      'warehouse_id',
      'plan_qty',
      'in_qty',
      'status',
      'into_time',
    ],
    filters: ['in_type', 'supplier_id', 'warehouse_id', 'status', 'created_at', 'into_time'],
    search: ['batch_no', 'in_stock_no'],
    sort: ['-created_at', '-into_time'],
    sum: ['plan_qty', 'in_qty', 'imperfect_qty'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});
