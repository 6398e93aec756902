import type { Rule } from '../../kit/definition.ts';
import { document } from '../../kit/definition.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { invoiceType, titleType } from '../enums.ts';
import { order } from '../orders/order.ts';

/** title_type of domain.md §2, by name. */
export const titleOf = { person: 1, company: 2 } as const;

/** States of an application by name. */
export const invoiceStatus = { toAudit: 1, toIssue: 2, issued: 3, rejected: 4, red: 5, cancelled: -1 } as const;
const { toAudit, toIssue, issued, rejected, red, cancelled } = invoiceStatus;

const shown = { derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const ofCompany = ({ title_type: type }: Readonly<Record<string, unknown>>): boolean => type === titleOf.company;

const someOrder: Rule = ({ order_ids: ids }) =>
  Array.isArray(ids) && ids.length === 0 ? { field: 'order_ids', words: '请选择订单' } : undefined;
// 不开票 is what a supplier may be agreed on with; an application for it would be for nothing.
const someInvoice: Rule = ({ invoice_type: type }) =>
  type === 4 ? { field: 'invoice_type', words: '请选择要开的发票类型' } : undefined;
// A special invoice is deducted by a company.
const special: Rule = ({ invoice_type: type, title_type: title }) =>
  type === 1 && isGiven(title) && title !== titleOf.company
    ? { field: 'invoice_type', words: '增值税专用发票只能开给企业' }
    : undefined;

/**
 * Invoices that customers ask for (domain.md §3.8, §4.22): for one order or several, no more than was paid for them, went not back and is not
 * invoiced yet. What each order has of it stands in `invoice_share` (I54). The applicant does not audit it (amendments E).
 */
export const invoiceApply = document('invoiceApply', {
  label: '开票申请',
  group: '/v1/order',
  number: { prefix: 'KP', field: 'apply_no' },
  title: 'apply_no',
  fields: {
    apply_no: text('申请单号', { unique: true, derived: true }),
    order_ids: references(() => order, '订单'),
    title_type: choice('抬头类型', titleType, { required: true, initial: titleOf.person }),
    title: text('发票抬头', { required: true }),
    tax_no: text('税号', { most: 20, visible: ofCompany, required: ofCompany, missing: '企业抬头请填写税号' }),
    email: text('接收邮箱'),
    invoice_type: choice('发票类型', invoiceType, { required: true, initial: 3 }),
    amount: money('开票金额', { required: true, least: 1 }),
    invoice_code: text('发票代码', { ...shown, most: 20 }),
    invoice_no: text('发票号码', { ...shown, most: 20, unique: true }),
    issue_date: date('开票日期', shown),
    red_invoice_no: text('红字发票号', { ...shown, most: 20, unique: true }),
  },
  rules: [someOrder, someInvoice, special],
  begins: [toAudit],
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待开票', 'toIssue', 'waiting'],
    3: ['已开票', 'issued', 'done'],
    4: ['已驳回', 'rejected', 'refused'],
    5: ['已红冲', 'red', 'void'],
    [-1]: ['已取消', 'cancelled', 'void'],
  },
  editable: [],
  transitions: {
    audit: {
      label: '审核',
      from: [toAudit],
      to: { pass: toIssue, reject: rejected },
      segment: 'invoiceAudit',
      access: 'order:invoiceAudit',
      approval: true,
      batch: true,
    },
    issue: {
      label: '登记开票',
      from: [toIssue],
      to: issued,
      segment: 'invoiceIssue',
      access: 'order:invoiceIssue',
      asks: {
        invoice_code: text('发票代码', { most: 20 }),
        invoice_no: text('发票号码', { required: true, most: 20 }),
        issue_date: date('开票日期', { required: true }),
      },
      file: 'invoice',
      starts: { issue_date: 'today' },
      writes: ['invoice_code', 'invoice_no', 'issue_date'],
    },
    red: {
      label: '发票红冲',
      from: [issued],
      to: red,
      segment: 'invoiceRed',
      access: 'order:invoiceRed',
      approval: true,
      atWill: true,
      confirm: '红冲后开票额度恢复，发票作废不能撤回，确认红冲？',
      asks: {
        red_invoice_no: text('红字发票号', { required: true, most: 20 }),
        reason: prose('红冲原因', reason),
      },
      writes: ['red_invoice_no'],
    },
    cancel: {
      label: '取消',
      from: [toAudit, toIssue],
      to: cancelled,
      segment: 'invoiceCancel',
      access: 'order:invoiceApply',
      cancels: true,
      confirm: '确认取消开票申请？',
      asks: { reason: prose('取消原因', reason) },
    },
  },
  calls: {
    list: ['invoiceList', 'order:invoiceView'],
    detail: ['invoiceDetail', 'order:invoiceView'],
    add: ['invoiceApply', 'order:invoiceApply'],
  },
  list: {
    columns: [
      'apply_no',
      'order_ids',
      'title_type',
      'title',
      'invoice_type',
      'amount',
      'invoice_no',
      'issue_date',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['apply_no', 'order_ids', 'title', 'invoice_type', 'status', 'issue_date', 'created_at'],
    search: ['apply_no', 'title', 'invoice_no'],
    sort: ['-id', '-issue_date', '-amount'],
    sum: ['amount'],
  },
  // Whoever sees one of its orders: a shop those that its own customers asked for.
  scope: { shop: 'order_ids.shop_id', warehouse: 'order_ids.warehouse_id' },
  attachments: { prefix: 'invoice', kinds: { invoice: '发票文件', other: '其他' } },
});
