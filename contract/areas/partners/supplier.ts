import { entity, type Rule, usualCalls } from '../../kit/definition.ts';
import { question } from '../../kit/event.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { mobile } from '../../kit/kinds/mobile.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel, invoiceType, onOff, settleCycle, supplierLevel, supplierType } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { isCreditCode } from './credit-code.ts';
import { areaCode } from './national-area.ts';
import { purchaser } from './purchaser.ts';

const creditCodePattern = { regex: /^[0-9A-Z]{18}$/, words: '请输入正确的 18 位统一社会信用代码' };

/** 联营, of co_model (domain.md §2). */
const jointSale = 3;
/** 修改供应商, of tool_type. */
const supplierTool = 9;

const creditCode: Rule = ({ credit_code: code }) =>
  typeof code === 'string' && !isCreditCode(code)
    ? { field: 'credit_code', words: creditCodePattern.words }
    : undefined;

// A shop within the shop is settled by a share of its sales, and nobody else is.
const takeRate: Rule = ({ co_model: model, take_rate_bp: share }) => {
  if (model === jointSale)
    return (share ?? null) === null ? { field: 'take_rate_bp', words: '联营供应商请填写联营扣点' } : undefined;
  return (share ?? null) === null ? undefined : { field: 'take_rate_bp', words: '只有联营供应商有联营扣点' };
};

/**
 * A supplier (domain.md §3.4). What is paid ahead and owed to it joins with the issues that write it: payments and
 * statements. Accounts, contracts and whatever else is a supplier's are blocks of its page (`src/engine/record-blocks.ts`).
 */
export const supplier = entity('supplier', {
  label: '供应商',
  group: '/v1/supplier',
  title: 'name',
  hint: 'supplier_no',
  number: { prefix: 'GY', field: 'supplier_no' },
  fields: {
    supplier_no: text('供应商编号', { unique: true, derived: true }),
    name: text('供应商名称', { required: true, unique: true }),
    short_name: text('简称'),
    type: choice('类型', supplierType, { required: true }),
    level: choice('等级', supplierLevel, { required: true }),
    co_model: choice('合作模式', coModel, { required: true }),
    credit_code: text('统一社会信用代码', { required: true, unique: true, most: 18, pattern: creditCodePattern }),
    taxpayer_type: text('纳税人类型', { most: 32 }),
    invoice_type: choice('发票类型', invoiceType, { required: true }),
    tax_rate_bp: rate('税率', { required: true, initial: 1300 }),
    contact: text('联系人', { required: true }),
    mobile: mobile('联系电话', { required: true }),
    area_code: areaCode('所在地区'),
    address: text('地址', { most: 200 }),
    purchaser_id: reference(() => purchaser, '采购员'),
    brand_ids: references(() => brand, '经营品牌'),
    settle_cycle: choice('结算周期', settleCycle, { required: true }),
    settle_days: integer('账期(天)', { required: true, most: 365 }),
    take_rate_bp: rate('联营扣点'),
    deposit_amount: money('保证金'),
    license_expire: date('执照到期日'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: usualCalls('supplier'),
  list: {
    columns: [
      'supplier_no',
      'name',
      'type',
      'level',
      'co_model',
      'contact',
      'mobile',
      'purchaser_id',
      'settle_cycle',
      'settle_days',
      'status',
      'updated_at',
    ],
    filters: ['co_model', 'type', 'level', 'purchaser_id', 'brand_ids', 'area_code', 'license_expire', 'status'],
    offers: ['co_model', 'status'],
    search: ['name', 'short_name', 'supplier_no', 'credit_code'],
    sort: ['-id', 'supplier_no', 'name', '-updated_at'],
  },
  scope: { supplier: 'id' },
  attachments: { kinds: { license: '证照', other: '其他' } },
  bulk: {
    fields: ['purchaser_id', 'level', 'settle_cycle', 'settle_days', 'status'],
    access: 'supplier:batchEdit',
    type: supplierTool,
  },
  rules: [creditCode, takeRate],
});

/** Suppliers are about to be switched off: who has something open with one of them refuses (domain.md §4.27). */
export const suppliersClosing = question<{ supplier_ids: readonly number[] }>('supplier.closing');
