import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const sum = { initial: 0, derived: true } as const;

/** arrival_source of domain.md §2: what an appointment was made of. */
const arrivalSources = { 1: '采购单预约', 2: '旧版录入' } as const;

/** A supplier's appointment to bring goods (domain.md §3.5, §4.6); calls, steps and screens come with the issue of purchasing. */
export const arrivalOrder = document('arrivalOrder', {
  label: '预约到货单',
  group: '/v1/arrivalOrder',
  number: { prefix: 'YY', field: 'arrival_no' },
  title: 'arrival_no',
  fields: {
    arrival_no: text('预约单号', { required: true, unique: true, derived: true }),
    source: choice('来源', arrivalSources, { required: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    warehouse_id: reference(() => warehouse, '到货仓库', { required: true }),
    appoint_date: date('预约日期', { required: true }),
    appoint_slot: text('预约时段', { required: true, most: 32 }),
    waybill_no: text('物流单号'),
    truck_no: text('车牌号', { most: 16 }),
    carton_qty: integer('箱数'),
    plan_qty: quantity('预约数量', sum),
    in_qty: quantity('实收数量', sum),
    arrive_time: time('到货时间', { derived: true }),
  },
  lines: {
    label: '预约明细',
    least: 1,
    fields: {
      purchase_line_id: integer('采购明细', { derived: true }),
      sku_id: reference(() => sku, '货品', { required: true }),
      plan_qty: quantity('预约数量', { required: true }),
      in_qty: quantity('实收数量', sum),
    },
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待审核', 'waiting', 'waiting'],
    2: ['已驳回', 'rejected', 'refused'],
    3: ['待到货', 'to_arrive', 'moving'],
    4: ['已到货', 'arrived', 'moving'],
    5: ['收货中', 'receiving', 'moving'],
    6: ['已完成', 'finished', 'done'],
    7: ['已爽约', 'missed', 'refused'],
    [-1]: ['已取消', 'cancelled', 'void'],
  },
  editable: [],
  transitions: {},
  calls: {},
  list: {
    columns: ['arrival_no', 'source', 'supplier_id', 'warehouse_id', 'appoint_date', 'plan_qty', 'in_qty', 'status'],
    filters: ['source', 'supplier_id', 'warehouse_id', 'appoint_date', 'status'],
    search: ['arrival_no', 'waybill_no'],
    sort: ['-id', '-appoint_date'],
    sum: ['plan_qty', 'in_qty'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});
