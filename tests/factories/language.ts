import { sku } from '#contract/areas/goods/sku.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { document, type ListMeaning } from '#contract/kit/definition.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { money } from '#contract/kit/kinds/money.ts';
import { quantity } from '#contract/kit/kinds/number.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { prose, text } from '#contract/kit/kinds/text.ts';
import { time } from '#contract/kit/kinds/time.ts';
import { sourceFields, sourceLineFields } from '#contract/kit/source.ts';
import { oneOf } from '#contract/kit/transition.ts';

// Three documents that ask most of the language, with the states of domain.md §4.7, §4.15 and §4.24: written here so that the
// language is proven before their areas are built.

const lists = <K extends string>(no: K): ListMeaning<K | 'status' | 'id'> => ({
  columns: [no, 'status'],
  filters: [no, 'status'],
  search: [no],
  sort: ['-id'],
});

/** Begins at 1; made by others it begins at 4. Counts its lines, some now and some later. */
export const batchSample = document('sampleBatch', {
  label: '样例批次',
  group: '/v1/sampleBatch',
  number: { prefix: 'XB', field: 'batch_no' },
  title: 'batch_no',
  fields: {
    ...sourceFields,
    batch_no: text('批次号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true }),
  },
  lines: {
    label: '批次明细',
    least: 1,
    fields: {
      ...sourceLineFields,
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('数量', { required: true }),
      count_qty: quantity('清点数', { derived: true, least: 0 }),
    },
    unique: ['sku_id'],
  },
  states: {
    1: ['待清点', 'waiting', 'waiting'],
    2: ['清点中', 'counting', 'moving'],
    3: ['待审核', 'toAudit', 'waiting'],
    4: ['已入库', 'posted', 'done'],
    5: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1, 4],
  editable: [1],
  transitions: {
    count: {
      label: '清点',
      from: [1, 2, 5],
      to: 2,
      segment: 'count',
      access: 'sampleBatch:count',
      asksLines: { fields: ['count_qty'] },
    },
    finish: {
      label: '提交',
      from: [2],
      to: 3,
      segment: 'finish',
      access: 'sampleBatch:count',
      submits: true,
    },
    audit: {
      label: '审核',
      from: [3],
      to: { pass: 4, reject: 5 },
      segment: 'audit',
      access: 'sampleBatch:audit',
      approval: true,
    },
    cancel: {
      label: '作废',
      from: [1, 2, 3, 5],
      to: -1,
      segment: 'cancel',
      access: 'sampleBatch:cancel',
      cancels: true,
      asks: { reason: prose('作废原因', { required: true }) },
    },
    reverse: {
      label: '红冲',
      from: [4],
      to: -1,
      segment: 'cancel',
      access: 'sampleBatch:cancel',
      cancels: true,
      asks: { reason: prose('作废原因', { required: true }) },
    },
  },
  calls: {
    list: ['list', 'sampleBatch:view'],
    detail: ['detail', 'sampleBatch:view'],
    add: ['add', 'sampleBatch:add'],
    edit: ['edit', 'sampleBatch:add'],
  },
  list: lists('batch_no'),
  scope: { warehouse: 'warehouse_id' },
});

/** Begins at 1; seen from two sides; edited after a rejection it is submitted again; where signing leads its lines decide. */
export const allotSample = document('sampleAllot', {
  label: '样例调拨',
  group: '/v1/sampleAllot',
  number: { prefix: 'XD', field: 'allot_no' },
  title: 'allot_no',
  fields: {
    allot_no: text('调拨单号', { unique: true, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true }),
    waybill_no: text('运单号', { derived: true }),
  },
  lines: {
    label: '调拨明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('申请数量', { required: true }),
      taken_qty: quantity('已入库数', { derived: true, initial: 0, least: 0 }),
      sign_qty: quantity('签收数', { derived: true, least: 0 }),
    },
    unique: ['sku_id'],
  },
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待发货', 'ready', 'waiting'],
    3: ['在途', 'moving', 'moving'],
    5: ['已完成', 'done', 'done'],
    6: ['差异处理中', 'differing', 'waiting'],
    7: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已取消', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [7],
  transitions: {
    check: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'check',
      access: 'sampleAllot:check',
      approval: true,
      batch: true,
    },
    resubmit: { label: '修改重提', from: [7], to: 1, by: 'edit', submits: true },
    send: {
      label: '发货',
      from: [2],
      to: 3,
      segment: 'send',
      access: 'sampleAllot:send',
      asks: { waybill_no: text('运单号', { required: true }) },
      writes: ['waybill_no'],
    },
    sign: {
      label: '签收',
      from: [3],
      to: oneOf([5, 6], ({ lines }) =>
        (lines as { qty: number; sign_qty: number }[]).every(({ qty, sign_qty }) => qty === sign_qty) ? 5 : 6,
      ),
      segment: 'sign',
      access: 'sampleAllot:sign',
      asksLines: { fields: ['sign_qty'], every: true },
    },
    close: { label: '差异结案', from: [6], to: 5, by: 'system' },
    cancel: {
      label: '取消',
      from: [1, 2, 7],
      to: -1,
      segment: 'cancel',
      access: 'sampleAllot:cancel',
      cancels: true,
      asks: { reason: prose('取消原因', { required: true }) },
    },
  },
  calls: {
    list: ['list', 'sampleAllot:view'],
    detail: ['detail', 'sampleAllot:view'],
    add: ['add', 'sampleAllot:add'],
    edit: ['edit', 'sampleAllot:add'],
  },
  list: lists('allot_no'),
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
});

/** The supplier's confirmation leads on by what is left to pay; payments move it on by themselves; it lapses by the clock. */
export const statementSample = document('sampleStatement', {
  label: '样例结算',
  group: '/v1/sampleStatement',
  number: { prefix: 'XS', field: 'statement_no' },
  title: 'statement_no',
  fields: {
    statement_no: text('结算单号', { unique: true, derived: true }),
    kind: choice('类型', { 1: '月结' }, { initial: 1 }),
    payable_amount: money('应付金额', { required: true }),
    lapse_at: time('失效时间'),
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待部门审核', 'department', 'waiting'],
    3: ['待供应商确认', 'supplier', 'waiting'],
    4: ['待付款', 'toPay', 'waiting'],
    6: ['已付清', 'paid', 'done'],
    7: ['已驳回', 'rejected', 'refused'],
    8: ['已失效', 'lapsed', 'void'],
  },
  editable: [0, 7],
  transitions: {
    submit: { label: '提交', from: [0, 7], to: 1, segment: 'submit', access: 'sampleStatement:submit', submits: true },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 3, reject: 7 },
      segment: 'departmentAudit',
      access: 'sampleStatement:departmentAudit',
      approval: true,
    },
    supplierConfirm: {
      label: '供应商确认',
      from: [3],
      to: { pass: oneOf([4, 6], ({ payable_amount: left }) => (Number(left) > 0 ? 4 : 6)), reject: 7 },
      segment: 'supplierConfirm',
      access: 'sampleStatement:supplierConfirm',
      approval: true,
    },
    settle: { label: '付清', from: [4], to: 6, by: 'system' },
    lapse: { label: '失效', from: [4], to: 8, by: 'timer', due: 'lapse_at' },
  },
  calls: {
    list: ['list', 'sampleStatement:view'],
    detail: ['detail', 'sampleStatement:view'],
    add: ['add', 'sampleStatement:add'],
    edit: ['edit', 'sampleStatement:add'],
  },
  list: lists('statement_no'),
});
