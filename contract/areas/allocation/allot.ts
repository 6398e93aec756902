import { document, type Rule } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields, sourceLineFields } from '../../kit/source.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { codesAsked } from '../codes/codes-asked.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { logistics } from '../partners/logistics.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockBatch } from '../warehouse/stock-batch.ts';
import { allotSource, allotSources, allotState, allotStates, allotType, allotTypes } from './allot-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const ofLine = { initial: 0, derived: true, least: 0 } as const;
const why = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const cartonsMost = 9999;

/** Two ends, and of imperfect goods nothing but imperfect goods. */
const twoEnds: Rule = ({ out_warehouse_id: out, in_warehouse_id: into }) =>
  out !== undefined && out !== null && out === into
    ? { field: 'in_warehouse_id', words: '调入仓不能与调出仓相同' }
    : undefined;

const gradeFits: Rule = ({ allot_type: type, lines }) => {
  if (type !== allotType.imperfectBack || !Array.isArray(lines)) return undefined;
  const place = (lines as Plain[]).findIndex((line) => (line.imperfect_type ?? 0) === 0);
  return place < 0 ? undefined : { field: `lines.${place}.imperfect_type`, words: '残次返仓只能调残次品' };
};

/** Signed as sent, or not: then somebody has to say what became of the rest. */
const asSent = ({ lines }: Plain): 5 | 6 =>
  (lines as Plain[]).every((line) => line.sign_qty === line.send_qty) ? allotState.finished : allotState.differing;

/**
 * Goods that go from one warehouse to another (domain.md §3.6, §4.15, decision 0060). What it asks for is locked at the sender from its
 * first day; sent, it is in transit to the receiver at what it cost; signed for, it stands there. Both ends see it, each takes its own
 * steps. Made by others (a batch, a decision) it is made with its lock by `makeAllot`, with `source_*` for what it comes from.
 */
export const allot = document('allot', {
  label: '调拨单',
  group: '/v1/allot',
  number: { prefix: 'DB', field: 'allot_no' },
  title: 'allot_no',
  fields: {
    ...sourceFields,
    allot_no: text('调拨单号', { unique: true, derived: true }),
    allot_type: choice('调拨类型', allotTypes, { required: true }),
    source: choice('来源', allotSources, { initial: allotSource.byHand, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true }),
    expect_date: date('期望到货日'),
    logistics_id: reference(() => logistics, '物流公司', { derived: true }),
    waybill_no: text('物流单号', { derived: true }),
    carton_qty: integer('箱数', { derived: true, least: 0, most: cartonsMost }),
    arrived_carton_qty: integer('到货箱数', { derived: true, least: 0, most: cartonsMost }),
    total_qty: quantity('申请数量', sum),
    send_qty: quantity('发货数量', sum),
    sign_qty: quantity('签收数量', sum),
    transit_qty: quantity('在途数量', sum),
    cost_amount: money('成本金额', { ...sum, mask: 'stock:costView' }),
    checked_at: time('审核时间', { derived: true }),
    sent_at: time('发货时间', { derived: true }),
    arrive_time: time('到货时间', { derived: true }),
    accepted_at: time('接收时间', { derived: true }),
    signed_at: time('签收时间', { derived: true }),
  },
  lines: {
    label: '调拨明细',
    least: 1,
    fields: {
      ...sourceLineFields,
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0 }),
      qty: quantity('申请数量', { required: true }),
      // Which batch it takes its pieces from, where a rule lets them go by their batch alone or whoever asks knows.
      stock_batch_id: reference(() => stockBatch, '指定批次', {
        among: ({ sku_id, imperfect_type }, { out_warehouse_id }) => ({
          sku_id,
          imperfect_type,
          warehouse_id: out_warehouse_id,
        }),
      }),
      send_qty: quantity('发货数量', ofLine),
      sign_qty: quantity('签收数量', ofLine),
      imperfect_qty: quantity('其中残次', ofLine),
      damage_type: choice('签收品级', imperfectType, { derived: true }),
      // What tablets have counted so far; signed for is what the step says.
      counted_qty: quantity('已清点数量', ofLine),
      counted_imperfect_qty: quantity('清点残次', ofLine),
      counted_damage_type: choice('清点品级', imperfectType, { derived: true }),
      resolved_qty: quantity('差异已处理数量', ofLine),
      transit_qty: quantity('在途数量', ofLine),
      cost_amount: money('成本金额', { initial: 0, derived: true, mask: 'stock:costView' }),
    },
    unique: ['sku_id', 'imperfect_type'],
  },
  states: allotStates,
  begins: [1],
  // Until it is judged, and once it was refused; saving a refused one submits it again.
  editable: [1, 7],
  ledger: { posted: [3, 4, 5, 6], holds: [1, 2] },
  transitions: {
    check: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'check',
      access: 'allot:check',
      approval: true,
      batch: true,
    },
    resubmit: { label: '修改重提', from: [7], to: 1, by: 'edit', submits: true },
    send: {
      label: '发货',
      from: [2],
      to: 3,
      segment: 'send',
      access: 'allot:send',
      confirm: '发货后已拣的货从调出仓出库，未拣的不再保留。确认发货？',
      asks: {
        logistics_id: reference(() => logistics, '物流公司'),
        waybill_no: text('物流单号'),
        carton_qty: integer('箱数', { least: 1, most: cartonsMost }),
      },
      writes: ['logistics_id', 'waybill_no', 'carton_qty'],
    },
    accept: {
      label: '到货接收',
      // Another carton may come after the first ones were taken in (amendments H6).
      from: [3, 4],
      to: 4,
      segment: 'accept',
      access: 'allot:accept',
      asks: {
        arrive_time: time('到货时间'),
        carton_qty: integer('到货箱数', { least: 0, most: cartonsMost }),
        carton_nos: texts('到货箱号', { most: cartonsMost }),
      },
      writes: ['arrive_time'],
    },
    sign: {
      label: '签收',
      from: [4],
      to: oneOf([5, 6], asSent),
      segment: 'sign',
      access: 'allot:sign',
      confirm: '签收后按实收数量入库，与发货不一致的生成调拨差异单。确认签收？',
      asksLines: {
        fields: ['sign_qty', 'imperfect_qty', 'damage_type'],
        // Which pieces came, and which of them are damaged; those that tablets have read, and read as such, by default.
        also: { codes: codesAsked, damaged_codes: texts('残次唯一码或EPC', { most: 5000 }) },
        every: true,
        beside: ['sku_id', 'imperfect_type', 'qty', 'send_qty'],
        // What tablets have counted, and else nothing: whoever signs says what came.
        starts: { sign_qty: 'counted_qty', imperfect_qty: 'counted_imperfect_qty', damage_type: 'counted_damage_type' },
      },
    },
    settle: { label: '差异结案', from: [6], to: 5, by: 'system' },
    cancel: {
      label: '取消',
      from: [1, 2, 7],
      to: -1,
      segment: 'cancel',
      access: 'allot:cancel',
      cancels: true,
      confirm: '确认取消？锁定的库存将释放，此操作不可恢复',
      asks: { reason: prose('取消原因', why) },
    },
  },
  calls: {
    list: ['list', 'allot:view'],
    detail: ['detail', 'allot:view'],
    add: ['add', 'allot:add'],
    edit: ['edit', 'allot:edit'],
  },
  list: {
    columns: [
      'allot_no',
      'allot_type',
      'out_warehouse_id',
      'in_warehouse_id',
      'total_qty',
      'send_qty',
      'sign_qty',
      'expect_date',
      'status',
      'created_by',
      'created_at',
    ],
    filters: [
      'allot_no',
      'out_warehouse_id',
      'in_warehouse_id',
      'allot_type',
      'source',
      'source_no',
      'status',
      'logistics_id',
      'waybill_no',
      'expect_date',
      'created_at',
      'sent_at',
    ],
    search: ['allot_no', 'waybill_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no, 'sku_id.main_barcode': goodsCodes.barcode },
    sort: ['-id', 'allot_no', 'total_qty', 'expect_date', '-sent_at'],
    sum: ['total_qty', 'send_qty', 'sign_qty', 'transit_qty'],
  },
  // Seen from both ends: what the other end is called is told all the same.
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
  attachments: { kinds: { waybill: '物流单据', scene: '现场照片', other: '其他' } },
  rules: [twoEnds, gradeFits],
});
