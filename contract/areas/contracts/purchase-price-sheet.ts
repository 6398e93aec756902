import { document } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { withdrawal } from '../../kit/transition.ts';
import { purchaseCost } from '../costs/purchase-cost.ts';
import { sku } from '../goods/sku.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { contract } from './contract.ts';
import { contractState, contractsOf } from './contract-enums.ts';
import { kindOf, purchasePriceKind } from './purchase-price-enums.ts';

/** Goods sold for less than they cost have a markup below zero; what is dear over nothing has one of many thousands of per cent. */
const markups = { least: -10_000, most: 1_000_000_000 } as const;
/** More may be sold than came in while it was counted: what was there before. */
const rates = { least: 0, most: 1_000_000_000 } as const;

const isLater = (_line: RecordValues, { kind }: RecordValues): boolean => kind === kindOf.later;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/**
 * What goods are bought at from a day on, judged by the department and by finance (domain.md §3.3, §4.3). Kind 3 names batches
 * that came in at an estimated price and says what they were bought at: it is no price for other days.
 */
export const purchasePriceSheet = document('purchasePriceSheet', {
  label: '采购价单',
  group: '/v1/PurchasePrice',
  number: { prefix: 'CJ', field: 'sheet_no' },
  title: 'sheet_no',
  fields: {
    sheet_no: text('采购价单号', { unique: true, derived: true }),
    kind: choice('类型', purchasePriceKind, { required: true, initial: kindOf.fresh }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    contract_id: reference(() => contract, '合同', {
      required: ({ kind }) => kind !== kindOf.later,
      among: contractsOf(contractState.toTakeEffect, contractState.inForce),
    }),
    purchaser_id: reference(() => purchaser, '采购员'),
    effective_date: date('生效日期', { required: true }),
    reason: prose('原因', { most: limits.reason, required: ({ kind }) => kind === kindOf.change }),
    sku_count: integer('SKU数', { derived: true, initial: 0 }),
  },
  lines: {
    label: '采购价明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      in_ware_detail_id: reference(() => purchaseCost, '补价批次', { visible: isLater, required: isLater }),
      old_price: money('原进价', { derived: true }),
      new_price: money('新进价(含税)', { required: true, least: 1 }),
      tax_rate_bp: rate('税率', { required: true }),
      sale_price: money('现售价', { derived: true }),
      markup_bp: rate('加价率', { derived: true, ...markups, mask: 'stock:costView' }),
      sale_rate_bp: rate('售罄率', { derived: true, ...rates }),
    },
    unique: ['sku_id', 'in_ware_detail_id'],
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待部门审核', 'department', 'waiting'],
    2: ['待财务审核', 'finance', 'waiting'],
    3: ['已生效', 'inForce', 'done'],
    4: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [0, 4],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 4],
      to: 1,
      segment: 'submit',
      access: 'PurchasePrice:submit',
      submits: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'withdraw', access: 'PurchasePrice:submit' }),
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: 2,
      segment: 'departmentAudit',
      access: 'PurchasePrice:departmentAudit',
      approval: true,
      batch: true,
      confirm: '确认审核通过？',
    },
    departmentReject: {
      label: '部门驳回',
      from: [1],
      to: 4,
      segment: 'departmentReject',
      access: 'PurchasePrice:departmentAudit',
      rejects: true,
      batch: true,
      asks: { remark: prose('驳回原因', { required: true, most: limits.remark }) },
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: 3,
      segment: 'financeAudit',
      access: 'PurchasePrice:financeAudit',
      approval: true,
      batch: true,
      confirm: '确认审核通过？',
    },
    financeReject: {
      label: '财务驳回',
      from: [2],
      to: 4,
      segment: 'financeReject',
      access: 'PurchasePrice:financeAudit',
      rejects: true,
      batch: true,
      asks: { remark: prose('驳回原因', { required: true, most: limits.remark }) },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 4],
      to: -1,
      segment: 'cancel',
      access: 'PurchasePrice:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
    cancelInForce: {
      label: '作废已生效',
      from: [3],
      to: -1,
      segment: 'cancel',
      access: 'PurchasePrice:cancel',
      cancels: true,
      confirm: '作废后这些货品的采购价不再按此单改变，确认作废？',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['list', 'PurchasePrice:view'],
    detail: ['detail', 'PurchasePrice:view'],
    options: ['options', 'login'],
    add: ['add', 'PurchasePrice:add'],
    edit: ['edit', 'PurchasePrice:edit'],
  },
  list: {
    columns: ['sheet_no', 'kind', 'supplier_id', 'contract_id', 'sku_count', 'effective_date', 'status', 'created_by'],
    filters: ['sheet_no', 'kind', 'supplier_id', 'contract_id', 'purchaser_id', 'status', 'created_at'],
    search: ['sheet_no', 'reason'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', 'sheet_no', '-effective_date', 'sku_count'],
  },
  scope: { supplier: 'supplier_id' },
});
