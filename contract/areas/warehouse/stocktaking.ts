import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { codesOf, type States } from '../../kit/states.ts';
import { oneOf } from '../../kit/transition.ts';
import { codesAsked } from '../codes/codes-asked.ts';
import { imperfectType } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';

const signed = { least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const reasonAsked = { least: limits.reasonLeast, most: limits.reason } as const;

/** Why a line must be counted again before it can be posted (amendments A, decisions 0028 and 0036). */
export const ambiguity = {
  0: '无',
  1: '盘点期间有未知库区的出入库',
  2: '盘点期间到货而未盘到',
  3: '盘点时设备时间不可靠',
} as const;

/** Steps of a sheet's history by which its figures, or what they are explained with, become somebody's work. */
export const partSteps = {
  decideException: '异常处理人',
  giveReasons: '差异原因填写人',
  nameMissing: '盘亏唯一码指明人',
} as const;

/** take_type of domain.md §2. */
export const takeTypes = { 1: '全盘', 2: '抽盘', 3: '循环盘点', 4: '唯一码盘点' } as const;
export const takeType = { whole: 1, part: 2, cycle: 3, codes: 4 } as const;

/** States of a stocktaking (domain.md §4) and their codes by name. */
export const stocktakingStates = {
  0: ['计划', 'planned', 'idle'],
  1: ['初盘中', 'counting', 'moving'],
  2: ['待复核', 'toReview', 'waiting'],
  3: ['复盘中', 'recounting', 'moving'],
  4: ['待审核', 'toAudit', 'waiting'],
  5: ['待过账', 'toPost', 'waiting'],
  6: ['已过账', 'posted', 'done'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const stocktakingState = codesOf(stocktakingStates);

/**
 * A stocktake (domain.md §4.13, amendments A). What counters found stands in count entries of their own; the lines
 * hold what follows from them. Stock may move before, during and after the count: `book_qty` is the book at the
 * instant of counting, never the book at some snapshot.
 */
export const stocktaking = document('stocktaking', {
  label: '盘点单',
  group: '/v1/stocktaking',
  number: { prefix: 'PD', field: 'stocktaking_no' },
  title: 'stocktaking_no',
  fields: {
    stocktaking_no: text('盘点单号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '盘点仓库', { required: true }),
    take_type: choice('盘点类型', takeTypes, { required: true }),
    scope_category_ids: references(() => category, '盘点分类'),
    scope_brand_ids: references(() => brand, '盘点品牌'),
    scope_sku_ids: references(() => sku, '盘点货品'),
    freeze: flag('冻结库存'),
    blind: flag('盲盘', { initial: true }),
    plan_date: date('计划日期', { required: true }),
    counter_ids: references(() => person, '盘点人'),
    snapshot_at: time('账面快照时间', { derived: true }),
    round: integer('当前轮次', { derived: true, initial: 0 }),
    book_qty: quantity('账面数量', { derived: true, ...signed }),
    count_qty: quantity('实盘数量', { derived: true, ...signed }),
    gain_qty: quantity('盘盈数量', { derived: true, ...signed }),
    loss_qty: quantity('盘亏数量', { derived: true, ...signed }),
    reviewed_by: reference(() => person, '复核人', { derived: true }),
    posted_at: time('过账时间', { derived: true }),
  },
  lines: {
    label: '盘点明细',
    fields: {
      sku_id: reference(() => sku, '货品', { derived: true }),
      imperfect_type: choice('品级', imperfectType, { derived: true, initial: 0 }),
      book_qty: quantity('账面数量', { derived: true, ...signed }),
      move_qty: quantity('盘点期间变动', { derived: true, ...signed }),
      first_qty: quantity('初盘数量', { derived: true, ...signed }),
      second_qty: quantity('复盘数量', { derived: true, ...signed }),
      final_qty: quantity('确认数量', { derived: true, ...signed }),
      diff_qty: quantity('差异数量', { derived: true, ...signed }),
      counted_at: time('盘点时间', { derived: true }),
      ambiguity: choice('须重盘原因', ambiguity, { derived: true, initial: 0 }),
      recount: flag('要求复盘', { derived: true }),
      reason: prose('差异原因', { most: limits.reason }),
      // Of pieces that were not found and have a code: for how many it is said which.
      named_qty: quantity('已指明唯一码', { derived: true, initial: 0, least: 0 }),
    },
    unique: ['sku_id', 'imperfect_type'],
  },
  states: stocktakingStates,
  editable: [0],
  ledger: { posted: [6] },
  parts: { fields: ['reviewed_by'], steps: partSteps },
  transitions: {
    start: {
      label: '开始盘点',
      from: [0],
      to: 1,
      segment: 'start',
      access: 'stocktaking:start',
      confirm: '开始后不能再修改范围和盘点人。确认开始？',
    },
    submit: {
      label: '提交复核',
      from: [1, 3],
      to: 2,
      segment: 'submit',
      access: 'stocktaking:submit',
      submits: true,
      confirm: '未盘到的货品按 0 计。确认提交？',
    },
    review: { label: '复核', from: [2], to: { pass: 4, reject: 3 }, segment: 'review', access: 'stocktaking:review' },
    audit: {
      label: '审核',
      from: [4],
      to: { pass: 5, reject: 3 },
      segment: 'audit',
      access: 'stocktaking:audit',
      approval: true,
    },
    post: {
      label: '过账',
      from: [5],
      to: 6,
      segment: 'post',
      access: 'stocktaking:post',
      confirm: '过账后库存立即改变。确认过账？',
    },
    // A second person, where it cannot be posted as it is or should not be (amendments H5).
    sendBack: {
      label: '退回复核',
      from: [5],
      to: 2,
      segment: 'sendBack',
      access: 'stocktaking:review',
      approval: true,
      atWill: true,
      asks: { reason: prose('退回原因', { required: true, ...reasonAsked }) },
    },
    nameMissing: {
      label: '指明盘亏唯一码',
      from: [2, 4, 5],
      to: oneOf([2, 4, 5], ({ status }) => (status === 4 || status === 5 ? status : 2)),
      segment: 'nameMissing',
      access: 'stocktaking:review',
      atWill: true,
      asksLines: {
        fields: { codes: codesAsked },
        beside: ['sku_id', 'imperfect_type', 'book_qty', 'final_qty', 'diff_qty', 'named_qty'],
      },
    },
    void: {
      label: '作废',
      from: [5],
      to: -1,
      segment: 'cancel',
      access: 'stocktaking:cancel',
      approval: true,
      cancels: true,
      asks: { reason: prose('取消原因', { required: true, ...reasonAsked }) },
    },
    cancel: {
      label: '取消盘点',
      from: [0, 1, 2, 3, 4],
      to: -1,
      segment: 'cancel',
      access: 'stocktaking:cancel',
      cancels: true,
      asks: { reason: prose('取消原因', { required: true, ...reasonAsked }) },
    },
  },
  calls: {
    list: ['list', 'stocktaking:view'],
    detail: ['detail', 'stocktaking:view'],
    add: ['add', 'stocktaking:add'],
    edit: ['edit', 'stocktaking:edit'],
  },
  list: {
    columns: [
      'stocktaking_no',
      'warehouse_id',
      'take_type',
      'plan_date',
      'book_qty',
      'count_qty',
      'gain_qty',
      'loss_qty',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['stocktaking_no', 'warehouse_id', 'take_type', 'status', 'plan_date', 'created_at'],
    search: ['stocktaking_no'],
    sort: ['-id', 'stocktaking_no', '-plan_date'],
  },
  scope: { warehouse: 'warehouse_id' },
  rules: [partHasScope],
  attachments: { kinds: { sheet: '盘点表', scene: '现场照片', other: '其他' } },
});

/** A part of a warehouse is counted by categories, brands or goods; without any of them it would be the whole. */
function partHasScope(value: Readonly<Record<string, unknown>>): { field: string; words: string } | undefined {
  if (value.take_type !== takeType.part) return undefined;
  const limits = [value.scope_category_ids, value.scope_brand_ids, value.scope_sku_ids];
  if (limits.some((ids) => Array.isArray(ids) && ids.length > 0)) return undefined;
  return { field: 'scope_category_ids', words: '抽盘请选择盘点的分类、品牌或货品' };
}
