import { type Definition, document, type Rule } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { withdrawal } from '../../kit/transition.ts';
import { coModel, invoiceType, settleCycle } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { contractStates, contractType, jointSale, openOrdersChoice, supplement } from './contract-enums.ts';

const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const isSupplement = ({ type }: RecordValues): boolean => type === supplement;
const isJoint = ({ co_model }: RecordValues): boolean => co_model === jointSale;

/**
 * What was agreed with a supplier: for which brands, from when until when, on which terms (domain.md §3.4, §4.4). It takes effect by
 * hand or on its first day, and ends after its last day or by being terminated.
 */
export const contract = document('contract', {
  label: '合同',
  group: '/v1/contract',
  number: { prefix: 'HT', field: 'contract_no' },
  title: 'contract_no',
  hint: 'name',
  fields: {
    contract_no: text('合同编号', { required: true, unique: true, derived: true }),
    name: text('合同名称', { required: true }),
    type: choice('合同类型', contractType, { required: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    co_model: choice('合作模式', coModel, { required: true }),
    purchaser_id: reference(() => purchaser, '采购员', { required: true }),
    parent_contract_id: reference((): Definition => contract, '主合同', {
      visible: isSupplement,
      required: isSupplement,
    }),
    sign_date: date('签订日期', { required: true }),
    start_date: date('开始日期', { required: true }),
    end_date: date('结束日期', { required: true }),
    brand_ids: references(() => brand, '品牌', { required: true }),
    category_ids: references(() => category, '分类'),
    amount_limit: money('采购额上限'),
    settle_cycle: choice('结算周期', settleCycle, { required: true }),
    settle_days: integer('账期(天)', { required: true, most: 365 }),
    deposit_rate_bp: rate('预付比例'),
    return_rate_bp: rate('可退比例'),
    take_rate_bp: rate('扣点', { visible: isJoint, required: isJoint }),
    rebate_rate_bp: rate('返利比例'),
    tax_rate_bp: rate('税率', { required: true }),
    invoice_type: choice('发票类型', invoiceType, { required: true }),
    late_fine_rate_bp: rate('延迟罚款比例'),
    effective_date: date('生效日期', { derived: true }),
    terminate_date: date('终止日期', { derived: true }),
    terminate_reason: prose('终止原因', { derived: true }),
  },
  states: contractStates,
  editable: [0, 2],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 2],
      to: 1,
      segment: 'submit',
      access: 'contract:submit',
      submits: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'withdraw', access: 'contract:submit' }),
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 3, reject: 2 },
      segment: 'audit',
      access: 'contract:audit',
      approval: true,
    },
    effect: {
      label: '生效',
      from: [3],
      to: 4,
      segment: 'effect',
      access: 'contract:effect',
      asks: { effective_date: date('生效日期', { required: true }) },
      starts: { effective_date: 'today' },
      writes: ['effective_date'],
    },
    takeEffect: { label: '自动生效', from: [3], to: 4, by: 'timer', due: 'start_date' },
    expire: { label: '到期', from: [4], to: 5, by: 'timer', due: 'end_date', over: true },
    terminate: {
      label: '终止',
      from: [4],
      to: 6,
      segment: 'terminate',
      access: 'contract:terminate',
      asks: {
        terminate_date: date('终止日期', { required: true }),
        reason: prose('终止原因', reason),
        open_orders: choice('未完成采购单', openOrdersChoice),
      },
      writes: ['terminate_date'],
      atWill: true,
      confirm: '终止后不能再按此合同下采购单，合同的采购价从终止日期起失效，确认终止？',
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3],
      to: -1,
      segment: 'cancel',
      access: 'contract:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['list', 'contract:view'],
    detail: ['detail', 'contract:view'],
    options: ['options', 'login'],
    add: ['add', 'contract:add'],
    edit: ['edit', 'contract:edit'],
  },
  list: {
    columns: [
      'contract_no',
      'name',
      'type',
      'supplier_id',
      'co_model',
      'start_date',
      'end_date',
      'settle_cycle',
      'status',
    ],
    filters: [
      'contract_no',
      'name',
      'supplier_id',
      'type',
      'co_model',
      'purchaser_id',
      'status',
      'end_date',
      'amount_limit',
    ],
    search: ['contract_no', 'name'],
    offers: ['supplier_id', 'status'],
    tells: ['name', 'supplier_id', 'start_date', 'end_date'],
    sort: ['-created_at', 'end_date'],
  },
  scope: { supplier: 'supplier_id', brand: 'brand_ids' },
  attachments: { kinds: { scan: '合同影像', terminate: '终止协议', other: '其他' } },
  rules: [endsAfterItBegins, namesBrands],
});

type Told = ReturnType<Rule>;

function endsAfterItBegins(value: RecordValues): Told {
  const { start_date: from, end_date: to } = value;
  if (!from || !to || String(to) > String(from)) return undefined;
  return { field: 'end_date', words: '结束日期必须晚于开始日期' };
}

function namesBrands({ brand_ids: brands }: RecordValues): Told {
  return Array.isArray(brands) && brands.length > 0 ? undefined : { field: 'brand_ids', words: '请选择品牌' };
}
