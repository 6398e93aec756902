import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { slotPattern } from './arrival-slots.ts';
import { arrivalStates } from './purchase-enums.ts';
import { purchaseLine } from './purchase-line.ts';

const sum = { initial: 0, derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const truck = text('车牌号', { most: 16 });
const cartons = integer('箱数');

/** arrival_source of domain.md §2: what an appointment was made of. */
const arrivalSources = { 1: '采购单预约', 2: '无采购单录入' } as const;
export const arrivalSource = { picked: 1, typed: 2 } as const;

/**
 * A supplier's appointment to bring goods to the dock of a warehouse: a day, a slot, and lines of purchase orders (domain.md §3.5, §4.6).
 * From its first save on it holds the quantities it is going to bring (`booked_qty` of its lines and of the order's), until they
 * come in, or it is cancelled, missed or finished.
 */
export const arrivalOrder = document('arrivalOrder', {
  label: '预约到货单',
  group: '/v1/arrivalOrder',
  number: { prefix: 'YY', field: 'arrival_no' },
  title: 'arrival_no',
  fields: {
    arrival_no: text('预约单号', { required: true, unique: true, derived: true }),
    source: choice('来源', arrivalSources, { initial: arrivalSource.picked, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    warehouse_id: reference(() => warehouse, '到货仓库', { required: true }),
    appoint_date: date('预约日期', { required: true }),
    appoint_slot: text('预约时段', { required: true, most: 32, pattern: slotPattern }),
    waybill_no: text('物流单号'),
    truck_no: truck,
    carton_qty: cartons,
    plan_qty: quantity('预约数量', sum),
    in_qty: quantity('实收数量', sum),
    arrive_time: time('到货时间', { derived: true }),
    is_late: flag('是否迟到', { derived: true }),
  },
  lines: {
    label: '预约明细',
    least: 1,
    fields: {
      purchase_line_id: reference(() => purchaseLine, '采购明细', { required: true }),
      sku_id: reference(() => sku, '货品', { derived: true }),
      plan_qty: quantity('预约数量', { required: true }),
      booked_qty: quantity('占用数量', sum),
      in_qty: quantity('实收数量', sum),
    },
    unique: ['purchase_line_id'],
  },
  states: arrivalStates,
  editable: [0, 2],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 2],
      to: 1,
      segment: 'submit',
      access: 'arrivalOrder:submit',
      submits: true,
      confirm: '确认提交？',
    },
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 3, reject: 2 },
      segment: 'audit',
      access: 'arrivalOrder:audit',
      approval: true,
    },
    arrive: {
      label: '到货签到',
      from: [3],
      to: 4,
      segment: 'arrive',
      access: 'arrivalOrder:arrive',
      asks: { arrive_time: time('到货时间', { required: true }), carton_qty: cartons, truck_no: truck },
      starts: { arrive_time: 'now', carton_qty: { of: 'carton_qty' }, truck_no: { of: 'truck_no' } },
      writes: ['arrive_time'],
    },
    noShow: {
      label: '登记未到货',
      from: [3],
      to: 7,
      segment: 'noShow',
      access: 'arrivalOrder:arrive',
      atWill: true,
      confirm: '登记后占用的采购数量和收货时段将释放，确认登记未到货？',
      asks: { reason: prose('未到货说明', reason), make_fine: flag('生成罚款') },
    },
    receive: { label: '开始收货', from: [4], to: 5, by: 'system' },
    finish: { label: '完成', from: [5], to: 6, by: 'system' },
    takeBack: { label: '回退', from: [6], to: 5, by: 'system' },
    cancel: {
      label: '取消预约',
      from: [0, 1, 2, 3],
      to: -1,
      segment: 'cancel',
      access: 'arrivalOrder:cancel',
      cancels: true,
      confirm: '取消后占用的采购数量和收货时段将释放，确认取消预约？',
      asks: { reason: prose('取消原因', reason) },
    },
  },
  calls: {
    list: ['list', 'arrivalOrder:view'],
    detail: ['detail', 'arrivalOrder:view'],
    options: ['options', 'login'],
    add: ['add', 'arrivalOrder:add'],
    edit: ['edit', 'arrivalOrder:edit'],
  },
  list: {
    columns: [
      'arrival_no',
      'source',
      'supplier_id',
      'warehouse_id',
      'appoint_date',
      'appoint_slot',
      'plan_qty',
      'in_qty',
      'arrive_time',
      'is_late',
      'status',
    ],
    filters: ['arrival_no', 'supplier_id', 'warehouse_id', 'appoint_date', 'source', 'is_late', 'status'],
    search: ['arrival_no', 'waybill_no', 'truck_no'],
    searchThrough: { 'purchase_line_id.purchase_no': '采购单号', 'sku_id.sku_no': '货品编码' },
    sort: ['-id', '-appoint_date', 'appoint_date'],
    sum: ['plan_qty', 'in_qty'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
  attachments: { kinds: { delivery: '送货单', other: '其他' } },
});

/** States in which an appointment takes up its slot at the dock. */
export const slotStates: readonly number[] = [3, 4, 5, 6];
