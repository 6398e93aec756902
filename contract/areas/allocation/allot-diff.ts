import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { codesAsked } from '../codes/codes-asked.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { allot } from './allot.ts';
import { allotDiffTypes, allotDuties, allotDuty, decideTypes, diffState, diffStates, sides } from './allot-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const signed = { initial: 0, derived: true, least: -limits.quantity, most: limits.quantity } as const;
const why = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const isClaimed = ({ duty }: Readonly<Record<string, unknown>>): boolean => duty === allotDuty.carrier;
const isAnswered = ({ duty }: Readonly<Record<string, unknown>>): boolean =>
  typeof duty === 'number' && duty !== allotDuty.nobody;

/**
 * What was signed for and is not what was sent, made as an allot is signed for (domain.md §4.16). Both ends say what they know, one person
 * judges whether that is enough, another decides what became of the pieces and who answers for them. A line that is decided in
 * parts becomes a line for each; the others name the first (`split_of_id`).
 */
export const allotDiff = document('allotDiff', {
  label: '调拨差异单',
  group: '/v1/allotDiff',
  number: { prefix: 'DY', field: 'diff_no' },
  title: 'diff_no',
  fields: {
    diff_no: text('差异单号', { unique: true, derived: true }),
    allot_id: reference(() => allot, '调拨单', { required: true, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true, derived: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true, derived: true }),
    less_qty: quantity('少货数量', sum),
    more_qty: quantity('多货数量', sum),
    diff_amount: money('差异金额', { ...sum, mask: 'stock:costView' }),
    out_statement: prose('调出方说明', { derived: true }),
    out_said_by: reference(() => person, '调出方举证人', { derived: true }),
    out_said_at: time('调出方举证时间', { derived: true }),
    in_statement: prose('调入方说明', { derived: true }),
    in_said_by: reference(() => person, '调入方举证人', { derived: true }),
    in_said_at: time('调入方举证时间', { derived: true }),
    asked_at: time('举证开始', { derived: true }),
    // Set while one end has spoken and the other is waited for: from then on one word is enough.
    answer_by: time('举证截止', { derived: true }),
    duty: choice('责任方', allotDuties, { derived: true }),
    duty_amount: money('赔付金额', { derived: true }),
    decided_at: time('判责时间', { derived: true }),
  },
  lines: {
    label: '差异明细',
    fields: {
      allot_line_id: integer('调拨明细', { required: true, derived: true, most: Number.MAX_SAFE_INTEGER }),
      split_of_id: integer('拆自明细', { derived: true, most: Number.MAX_SAFE_INTEGER }),
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
      send_qty: quantity('发货数量', { initial: 0, derived: true, least: 0 }),
      sign_qty: quantity('签收数量', { initial: 0, derived: true, least: 0 }),
      diff_qty: quantity('差异数量', signed),
      diff_type: choice('差异类型', allotDiffTypes, { required: true, derived: true }),
      diff_amount: money('差异金额', { ...sum, mask: 'stock:costView' }),
      out_say_qty: quantity('调出方确认数', { derived: true, least: 0 }),
      in_say_qty: quantity('调入方确认数', { derived: true, least: 0 }),
      decide_type: choice('判定', decideTypes, { derived: true }),
      // Of pieces that are missing those that have codes.
      code_ids: references(() => uniqueCode, '缺少的唯一码', { derived: true }),
    },
  },
  states: diffStates,
  begins: [1],
  editable: [],
  // Whoever spoke for one end neither judges nor decides.
  parts: { fields: ['out_said_by', 'in_said_by'], steps: { deal: '举证人' } },
  transitions: {
    deal: {
      label: '举证',
      from: [1, 5],
      to: oneOf([diffState.waiting, diffState.open], ({ answer_by: by }) => (by ? diffState.open : diffState.waiting)),
      segment: 'deal',
      access: 'allotDiff:deal',
      submits: true,
      asks: {
        side: choice('举证方', sides, { required: true }),
        statement: prose('说明', why),
      },
      asksLines: {
        fields: { say_qty: quantity('确认数量', { required: true, least: 0 }) },
        every: true,
        beside: ['sku_id', 'imperfect_type', 'send_qty', 'sign_qty', 'diff_qty'],
      },
    },
    answerDue: { label: '举证到期', from: [1], to: diffState.waiting, by: 'timer', due: 'answer_by' },
    audit: {
      label: '审核',
      from: [2],
      to: { pass: diffState.toDecide, reject: diffState.rejected },
      segment: 'audit',
      access: 'allotDiff:audit',
      approval: true,
    },
    decide: {
      label: '判责',
      from: [3],
      to: diffState.settled,
      segment: 'decide',
      access: 'allotDiff:decide',
      approval: true,
      confirm: '判责后按判定过账并结案，不可撤回。确认判责？',
      asks: {
        duty: choice('责任方', allotDuties, { required: true }),
        duty_amount: money('赔付金额', { least: 1, visible: isAnswered, required: isClaimed }),
      },
      writes: ['duty', 'duty_amount'],
      asksLines: {
        many: true,
        beside: ['sku_id', 'imperfect_type', 'send_qty', 'sign_qty', 'diff_qty', 'out_say_qty', 'in_say_qty'],
        fields: {
          decide_type: choice('判定', decideTypes, { required: true }),
          // All that is left of the line by default.
          qty: quantity('判定数量'),
          // Which of the missing pieces, where a line is decided in parts.
          codes: codesAsked,
        },
      },
    },
    close: {
      label: '关闭',
      from: [1, 2, 5],
      to: diffState.closed,
      segment: 'close',
      access: 'allotDiff:close',
      approval: true,
      cancels: true,
      confirm: '关闭表示复核后没有差异：少货全部补入调入仓。确认关闭？',
      asks: { reason: prose('关闭原因', why) },
    },
  },
  calls: { list: ['list', 'allotDiff:view'], detail: ['detail', 'allotDiff:view'] },
  list: {
    columns: [
      'diff_no',
      'allot_id',
      'out_warehouse_id',
      'in_warehouse_id',
      'less_qty',
      'more_qty',
      'diff_amount',
      'duty',
      'status',
      'created_at',
    ],
    filters: ['diff_no', 'allot_id', 'out_warehouse_id', 'in_warehouse_id', 'duty', 'status', 'created_at'],
    search: ['diff_no'],
    searchThrough: { 'allot_id.allot_no': allot.fields.allot_no.label, 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'diff_no', 'less_qty', 'more_qty'],
    sum: ['less_qty', 'more_qty', 'diff_amount'],
  },
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
  attachments: { kinds: { proof: '凭证', scene: '现场照片', other: '其他' } },
});
