import { document, type Rule } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields } from '../../kit/source.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { costAdjustStates, costReason, costReasons, toSupplierChoices } from './cost-enums.ts';
import { purchaseCost } from './purchase-cost.ts';

// What goods cost is behind one key wherever it stands (decision 0018).
const secret = { mask: 'stock:costView' } as const;
const sum = {
  initial: 0,
  derived: true,
  least: -Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  ...secret,
} as const;
const counted = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

const owesNobody: Rule = ({ to_supplier, adjust_reason, supplier_id }) => {
  if (to_supplier !== 1) return undefined;
  if (adjust_reason === costReason.impairment) return { field: 'to_supplier', words: '减值不影响应付' };
  return supplier_id === undefined || supplier_id === null
    ? { field: 'supplier_id', words: '影响应付时请选择供应商' }
    : undefined;
};

/**
 * What pieces of inbound batches cost from now on, wherever they stand (domain.md §3.10, §4.25, P12): the pieces that are here and on
 * their way cost something else, the difference of those that are gone goes to the cost of sales. Costs are of one piece, untaxed, in fen.
 */
export const costAdjust = document('costAdjust', {
  label: '成本调整单',
  group: '/v1/statement',
  number: { prefix: 'CB', field: 'cost_no' },
  title: 'cost_no',
  fields: {
    ...sourceFields,
    cost_no: text('成本调整单号', { unique: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商'),
    adjust_reason: choice('调整原因', costReasons, {
      required: true,
      withheld: { [costReason.laterPrice]: '价格后补由“采购价后补”生成' },
    }),
    to_supplier: choice('影响应付', toSupplierChoices, { required: true, initial: 0 }),
    onhand_amount: money('在库影响额', sum),
    transit_amount: money('在途影响额', sum),
    sold_amount: money('已销影响额', sum),
    total_amount: money('调整总额', sum),
    settle_amount: money('应付影响额(含税)', sum),
    posted_at: time('过账时间', { derived: true }),
  },
  rules: [owesNobody],
  lines: {
    label: '成本调整明细',
    least: 1,
    fields: {
      in_ware_detail_id: reference(() => purchaseCost, '入库批次', { required: true }),
      sku_id: reference(() => sku, '货品', { derived: true }),
      in_qty: quantity('入库数量', counted),
      remain_qty: quantity('在库数量', counted),
      transit_qty: quantity('在途数量', counted),
      returned_qty: quantity('已退数量', counted),
      old_cost: money('原成本', { initial: 0, derived: true, ...secret }),
      // Whoever does not see costs adjusts none: refused by the server, which asks for it.
      new_cost: money('新成本', { least: 0, ...secret }),
      onhand_amount: money('在库影响额', sum),
      transit_amount: money('在途影响额', sum),
      sold_amount: money('已销影响额', sum),
      settle_amount: money('应付影响额(含税)', sum),
    },
    unique: ['in_ware_detail_id'],
  },
  begins: [0, 3],
  states: costAdjustStates,
  editable: [0, 4],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 4],
      to: 1,
      segment: 'costSubmit',
      access: 'statement:costAdd',
      submits: true,
      confirm: '确认提交？',
    },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 4 },
      segment: 'costDepartmentAudit',
      access: 'statement:costDepartmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核过账',
      from: [2],
      to: { pass: 3, reject: 4 },
      segment: 'costFinanceAudit',
      access: 'statement:costFinanceAudit',
      approval: true,
      batch: true,
      confirm: '过账后在库、在途和已销的成本一并改变，不能撤回，确认审核？',
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 4],
      to: -1,
      segment: 'costCancel',
      access: 'statement:costCancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['costList', 'statement:costView'],
    detail: ['costDetail', 'statement:costView'],
    add: ['costAdd', 'statement:costAdd'],
    edit: ['costEdit', 'statement:costAdd'],
  },
  list: {
    columns: [
      'cost_no',
      'supplier_id',
      'adjust_reason',
      'to_supplier',
      'source_no',
      'onhand_amount',
      'transit_amount',
      'sold_amount',
      'total_amount',
      'posted_at',
      'status',
      'created_by',
      'created_at',
    ],
    filters: [
      'cost_no',
      'supplier_id',
      'adjust_reason',
      'to_supplier',
      'source_no',
      'status',
      'created_at',
      'posted_at',
    ],
    search: ['cost_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'cost_no', '-posted_at'],
    sum: ['onhand_amount', 'transit_amount', 'sold_amount', 'total_amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { prefix: 'cost', kinds: { proof: '依据', other: '其他' } },
});
