import { person } from '../../kit/base-fields.ts';
import { type Definition, document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { coModel, imperfectType, inType, priceState } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { arrivalOrder } from './arrival-order.ts';
import { boughtIn, countSteps, inWareBatchStates } from './inbound-enums.ts';
import { noPriceYet } from './purchase-enums.ts';
import { purchaseOrder } from './purchase-order.ts';

const sum = { initial: 0, derived: true } as const;
const secret = { mask: 'stock:costView' } as const;
/** Codes that may be named for one line at once. */
const codesOfLine = 5000;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/**
 * Goods that come in together (domain.md §3.5, §4.7). One that was bought is made from an appointment whose goods are there, counted by
 * grade, judged and posted; all others are made posted by the document that brings the goods. A line that is counted in several
 * grades or dates becomes one line for each: the first keeps the plan, the others name it (`split_of_id`).
 */
export const inWareBatch = document('inWareBatch', {
  label: '入库批次',
  group: '/v1/InWareBatch',
  number: { prefix: 'RK', field: 'batch_no' },
  title: 'batch_no',
  fields: {
    batch_no: text('批次号', { required: true, unique: true, derived: true }),
    in_stock_no: text('入库单号', { unique: true, derived: true }),
    in_type: choice('入库类型', inType, { initial: boughtIn, derived: true }),
    arrival_id: reference(() => arrivalOrder, '预约单', {
      required: ({ in_type: type = boughtIn }) => type === boughtIn,
      missing: '请选择已到货的预约单',
    }),
    purchase_id: reference(() => purchaseOrder, '采购单', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    warehouse_id: reference(() => warehouse, '入库仓库', { required: true, derived: true }),
    source_no: text('来源单号', { derived: true }),
    plan_qty: quantity('应收数量', sum),
    count_qty: quantity('清点数量', sum),
    in_qty: quantity('入库数量', sum),
    imperfect_qty: quantity('残次数量', sum),
    in_amount: money('入库金额', { ...sum, ...secret }),
    into_time: time('入库时间', { derived: true }),
    posted: flag('已过账', { derived: true }),
    void_of_id: reference((): Definition => inWareBatch, '被红冲批次', { derived: true }),
  },
  lines: {
    label: '入库明细',
    name: 'detail',
    least: 1,
    fields: {
      arrival_line_id: integer('预约明细', { derived: true }),
      purchase_line_id: integer('采购明细', { derived: true }),
      split_of_id: integer('拆自明细', { derived: true }),
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('品级', imperfectType, { ...sum }),
      plan_qty: quantity('应收数量', sum),
      count_qty: quantity('清点数量', { derived: true }),
      in_qty: quantity('入库数量', sum),
      // What the posting added to the order, since nobody had ordered it: a reversal takes it out again.
      added_qty: quantity('追加采购数量', sum),
      purchase_price: money('进价(含税)', { ...sum, ...secret, ...noPriceYet }),
      tax_rate_bp: rate('税率', { ...sum }),
      price_state: choice('进价状态', priceState, { initial: 2, derived: true }),
      cost_price: money('单位成本', { derived: true, ...secret }),
      amount: money('金额', { ...sum, ...secret, ...noPriceYet }),
      production_date: date('生产日期', { derived: true }),
      expire_at: date('到期日期', { derived: true }),
      counted_by: reference(() => person, '清点人', { derived: true }),
      counted_at: time('清点时间', { derived: true }),
      origin_id: integer('原始批次明细', { derived: true }),
      is_origin: flag('是否原始批次', { initial: true, derived: true }),
      // How many of its pieces came in with their code.
      coded_qty: quantity('带码数量', sum),
    },
  },
  states: inWareBatchStates,
  begins: [1, 4],
  editable: [1, 2, 5],
  // A batch that was reversed keeps its rows, in both directions.
  ledger: { posted: 'posted' },
  parts: { steps: countSteps },
  transitions: {
    count: {
      label: '清点',
      from: [1, 2, 5],
      to: 2,
      segment: 'count',
      access: 'InWareBatch:count',
      asksLines: {
        fields: {
          imperfect_type: choice('品级', imperfectType, { initial: 0 }),
          qty: quantity('清点数量', { required: true, least: 0 }),
          production_date: date('生产日期'),
          expire_at: date('到期日期'),
        },
        many: true,
      },
    },
    submit: {
      label: '提交审核',
      from: [2],
      to: 3,
      segment: 'submit',
      access: 'InWareBatch:submit',
      submits: true,
      confirm: '清点数量与应收数量不一致或有残次时将生成差异单。确认提交？',
    },
    audit: {
      label: '审核入库',
      from: [3],
      to: { pass: 4, reject: 5 },
      segment: 'audit',
      access: 'InWareBatch:audit',
      approval: true,
    },
    // Which codes the pieces have: before the posting they come in with it, after it at once.
    nameCodes: {
      label: '指明唯一码',
      from: [3, 4],
      to: oneOf([3, 4], ({ status }) => (status === 4 ? 4 : 3)),
      segment: 'nameCodes',
      access: 'InWareBatch:count',
      atWill: true,
      asksLines: {
        fields: { codes: texts('唯一码或EPC', { most: codesOfLine }) },
        beside: ['sku_id', 'imperfect_type', 'count_qty', 'in_qty', 'coded_qty'],
      },
    },
    cancel: {
      label: '作废',
      from: [1, 2, 3, 5],
      to: -1,
      segment: 'cancel',
      access: 'InWareBatch:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
    reverse: {
      label: '红冲',
      from: [4],
      to: -1,
      segment: 'cancel',
      access: 'InWareBatch:cancel',
      approval: true,
      cancels: true,
      confirm: '红冲后这批货品从库存中退出，采购单和预约单的实收数量一并退回。确认红冲？',
      asks: { reason: prose('红冲原因', reason) },
    },
  },
  calls: {
    list: ['list', 'InWareBatch:view'],
    detail: ['detail', 'InWareBatch:view'],
    options: ['options', 'login'],
    add: ['add', 'InWareBatch:add'],
    edit: ['edit', 'InWareBatch:edit'],
  },
  list: {
    columns: [
      'batch_no',
      'in_stock_no',
      'in_type',
      'supplier_id',
      'warehouse_id',
      'plan_qty',
      'count_qty',
      'in_qty',
      'imperfect_qty',
      'in_amount',
      'into_time',
      'status',
    ],
    filters: [
      'batch_no',
      'in_stock_no',
      'arrival_id',
      'purchase_id',
      'supplier_id',
      'warehouse_id',
      'in_type',
      'co_model',
      'status',
      'created_at',
      'into_time',
      'count_qty',
    ],
    search: ['batch_no', 'in_stock_no'],
    searchThrough: {
      'arrival_id.arrival_no': '预约单号',
      'purchase_id.purchase_no': '采购单号',
      'sku_id.sku_no': '货品编码',
    },
    sort: ['-created_at', '-into_time'],
    sum: ['plan_qty', 'count_qty', 'in_qty', 'imperfect_qty', 'in_amount'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
  attachments: { kinds: { delivery: '送货单', scene: '现场照片', other: '其他' } },
});
