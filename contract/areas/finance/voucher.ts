import { type AnyDefinition, document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields } from '../../kit/source.ts';
import { organize } from '../access/organize.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { accountSubject } from './account-subject.ts';
import { byHand, voucherBiz, voucherStates } from './voucher-enums.ts';

const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/**
 * A voucher (domain.md §3.10, §4.26): made of an event by the rules of vouchers, or written by hand (业务 99) and judged by another person.
 * Debit and credit are the same, in the database too. What is posted is never changed: it is reversed.
 */
export const voucher = document('voucher', {
  label: '凭证',
  group: '/v1/statement',
  number: { prefix: 'PZ', field: 'voucher_no' },
  title: 'voucher_no',
  hint: 'summary',
  fields: {
    ...sourceFields,
    voucher_no: text('凭证号', { unique: true, derived: true }),
    period: text('会计期间', { derived: true, most: 7 }),
    voucher_date: date('凭证日期', { required: true }),
    biz_type: choice('业务类型', voucherBiz, { derived: true, initial: byHand }),
    summary: prose('摘要', { required: true, most: limits.reason }),
    debit_amount: money('借方合计', { derived: true, initial: 0 }),
    credit_amount: money('贷方合计', { derived: true, initial: 0 }),
    reverse_of_id: reference((): AnyDefinition => voucher, '冲销凭证', { derived: true }),
    // Whom and where its entries name, kept by the database with them.
    supplier_ids: references(() => supplier, '供应商', { derived: true }),
    shop_ids: references(() => shop, '门店', { derived: true }),
    warehouse_ids: references(() => warehouse, '仓库', { derived: true }),
  },
  lines: {
    label: '分录',
    name: 'entry',
    least: 2,
    // The database adds all of them up for each that is written.
    most: 500,
    fields: {
      summary: prose('摘要', { required: true, most: limits.reason }),
      subject_id: reference(() => accountSubject, '科目', { required: true }),
      debit: money('借方', { initial: 0 }),
      credit: money('贷方', { initial: 0 }),
      supplier_id: reference(() => supplier, '供应商'),
      shop_id: reference(() => shop, '门店'),
      warehouse_id: reference(() => warehouse, '仓库'),
      department_id: reference(() => organize, '部门'),
    },
  },
  states: voucherStates,
  // One that reverses another is posted as it is made.
  begins: [1, 3],
  editable: [1],
  transitions: {
    audit: {
      label: '审核',
      from: [1],
      to: 2,
      segment: 'voucherAudit',
      access: 'statement:voucherAudit',
      approval: true,
      batch: true,
      confirm: '确认审核通过？',
    },
    takeBack: {
      label: '反审核',
      from: [2],
      to: 1,
      segment: 'voucherUnaudit',
      access: 'statement:voucherAudit',
      rejects: true,
      atWill: true,
      asks: { remark: prose('反审核原因', { required: true, most: limits.remark }) },
    },
    post: {
      label: '过账',
      from: [2],
      to: 3,
      segment: 'voucherPost',
      access: 'statement:voucherPost',
      batch: true,
      confirm: '过账后不能修改，只能冲销，确认过账？',
    },
    reverse: {
      label: '冲销',
      from: [3],
      to: 4,
      segment: 'voucherReverse',
      access: 'statement:voucherReverse',
      approval: true,
      atWill: true,
      confirm: '将生成一张借贷相反的凭证，确认冲销？',
      asks: { reason: prose('冲销原因', reason) },
    },
    delete: {
      label: '删除',
      from: [1],
      to: -1,
      segment: 'voucherDelete',
      access: 'statement:voucherSave',
      cancels: true,
      confirm: '确认删除？此操作不可恢复',
      asks: { reason: prose('删除原因', reason) },
    },
  },
  calls: {
    list: ['voucherList', 'statement:voucherView'],
    detail: ['voucherDetail', 'statement:voucherView'],
    options: ['voucherOptions', 'statement:voucherView'],
    add: ['voucherSave', 'statement:voucherSave'],
    edit: ['voucherSave', 'statement:voucherSave'],
  },
  list: {
    columns: [
      'voucher_no',
      'period',
      'voucher_date',
      'biz_type',
      'source_no',
      'summary',
      'debit_amount',
      'credit_amount',
      'status',
      'created_by',
    ],
    filters: ['voucher_no', 'period', 'biz_type', 'source_no', 'voucher_date', 'status'],
    search: ['voucher_no', 'source_no', 'summary'],
    sort: ['-id', 'voucher_date', '-voucher_date'],
    sum: ['debit_amount', 'credit_amount'],
  },
  // Of its entries (amendments H11).
  scope: { supplier: 'supplier_ids', shop: 'shop_ids', warehouse: 'warehouse_ids' },
});
