import { type Definition, document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel, invoiceType, settleCycle } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';

/** contract_type of domain.md §2. */
const contractType = { 1: '采购框架合同', 2: '单次采购合同', 3: '代销合同', 4: '联营合同', 5: '补充协议' } as const;

/**
 * What was agreed with a supplier (domain.md §3.4, §4.4). Calls, steps and screens, brand authorisations and scanned copies come
 * with the issue of contracts; tables and exports are here (decision 0021).
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
    parent_contract_id: reference((): Definition => contract, '主合同'),
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
    take_rate_bp: rate('扣点'),
    rebate_rate_bp: rate('返利比例'),
    tax_rate_bp: rate('税率', { required: true }),
    invoice_type: choice('发票类型', invoiceType, { required: true }),
    late_fine_rate_bp: rate('延迟罚款比例'),
    effective_date: date('生效日期', { derived: true }),
    terminate_date: date('终止日期', { derived: true }),
    terminate_reason: prose('终止原因', { derived: true }),
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待审核', 'waiting', 'waiting'],
    2: ['已驳回', 'rejected', 'refused'],
    3: ['待生效', 'to_take_effect', 'waiting'],
    4: ['执行中', 'in_force', 'moving'],
    5: ['已到期', 'expired', 'done'],
    6: ['已终止', 'terminated', 'done'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [],
  transitions: {},
  calls: {},
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
    filters: ['supplier_id', 'type', 'status', 'end_date'],
    search: ['contract_no', 'name'],
    sort: ['-created_at', 'end_date'],
  },
  scope: { supplier: 'supplier_id' },
});
