import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields } from '../../kit/source.ts';
import { allotDuties, decideTypes } from '../allocation/allot-enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { allotRule } from './allot-rule.ts';
import { decisionStates, decisionTypes } from './rule-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const seen = { initial: 0, derived: true, least: -limits.quantity } as const;

/**
 * What is to go from one warehouse to another (domain.md §3.6 allotDecision, §4.16, decision 0061): what a rule proposes, to be confirmed line
 * by line or many at once, each then an allot; or what was ruled of a difference, written as it was ruled. A decision is of one lane,
 * so that it is seen and confirmed from either end.
 */
export const allotDecision = document('allotDecision', {
  label: '调拨决策',
  group: '/v1/allotRule',
  number: { prefix: 'JC', field: 'decision_no' },
  title: 'decision_no',
  fields: {
    ...sourceFields,
    decision_no: text('决策单号', { required: true, unique: true, derived: true }),
    decision_type: choice('决策类型', decisionTypes, { required: true, derived: true }),
    rule_id: reference(() => allotRule, '规则', { derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true, derived: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true, derived: true }),
    duty: choice('责任方', allotDuties, { derived: true }),
    duty_amount: money('赔付金额', { derived: true }),
    total_qty: quantity('建议数量', sum),
    confirm_qty: quantity('确认数量', sum),
    allot_nos: texts('生成调拨单', { derived: true }),
    decision_date: date('业务日期', { required: true, derived: true }),
    valid_to: date('有效期至', { derived: true }),
  },
  lines: {
    label: '调拨决策明细',
    fields: {
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      out_available_qty: quantity('调出可用', seen),
      in_available_qty: quantity('调入可用', seen),
      in_coming_qty: quantity('调入在途', seen),
      day_sale_x100: integer('日均销(×100)', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
      suggest_qty: quantity('建议数量', { initial: 0, derived: true, least: 0 }),
      confirm_qty: quantity('确认数量', { derived: true, least: 0 }),
      decide_type: choice('判定', decideTypes, { derived: true }),
      reason: text('理由', { derived: true, most: limits.reason }),
    },
    unique: ['sku_id', 'decide_type'],
  },
  states: decisionStates,
  begins: [1, 2],
  editable: [],
  transitions: {
    confirm: {
      label: '确认决策',
      from: [1],
      to: 2,
      segment: 'decisionConfirm',
      access: 'allotRule:decisionConfirm',
      batch: true,
      confirm: '确认后按确认数量生成调拨单并锁定调出仓库存；没有改动的行按建议数量。',
      asksLines: {
        fields: ['confirm_qty'],
        beside: ['sku_id', 'out_available_qty', 'in_available_qty', 'in_coming_qty', 'day_sale_x100', 'suggest_qty'],
        starts: { confirm_qty: 'suggest_qty' },
      },
    },
    reject: {
      label: '驳回',
      from: [1],
      to: 3,
      segment: 'decisionReject',
      access: 'allotRule:decisionConfirm',
      batch: true,
      rejects: true,
      asks: { reason: prose('驳回原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
    expire: { label: '过期失效', from: [1], to: 4, by: 'timer', due: 'valid_to', over: true },
    replace: { label: '被新决策取代', from: [1], to: 4, by: 'system' },
  },
  calls: {
    list: ['decisionList', 'allotRule:decisionView'],
    detail: ['decisionInfo', 'allotRule:decisionView'],
  },
  list: {
    columns: [
      'decision_no',
      'decision_type',
      'rule_id',
      'out_warehouse_id',
      'in_warehouse_id',
      'total_qty',
      'confirm_qty',
      'allot_nos',
      'valid_to',
      'status',
      'created_at',
    ],
    filters: [
      'decision_no',
      'decision_type',
      'rule_id',
      'out_warehouse_id',
      'in_warehouse_id',
      'status',
      'decision_date',
      'created_at',
    ],
    search: ['decision_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-created_at', 'valid_to', 'total_qty'],
    sum: ['total_qty', 'confirm_qty'],
  },
  // Seen from both ends: what the other end is called is told all the same.
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
});
