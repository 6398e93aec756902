import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { accountSubject } from './account-subject.ts';
import { bookingRule } from './booking-rule.ts';
import { places } from './places.ts';
import { ruleCalls } from './rule-calls.ts';
import { ruleChange } from './rule-change.ts';
import { transactionEntry } from './transaction-entry.ts';
import { voucher } from './voucher.ts';
import { abnormalCalls, voucherAbnormal } from './voucher-abnormal.ts';

/** What the company is owed and owes. */
export const finance: Area = {
  name: 'finance',
  label: '财务管理',
  definitions: [accountSubject, voucher, transactionEntry, voucherAbnormal, bookingRule, ruleChange],
  places,
  menu: {
    groups: [{ url: '/finance', name: '财务管理', order: 11, style: 'finance' }],
    screens: [
      {
        group: '/finance',
        order: 11,
        route: '/finance/transactionEntry',
        name: '业务分录',
        opens: listOf(transactionEntry),
        keys: keysOf(transactionEntry),
      },
      {
        group: '/finance',
        order: 12,
        route: '/finance/voucher/voucherList',
        name: '凭证列表',
        opens: listOf(voucher),
        keys: keysOf(voucher),
      },
      {
        group: '/finance',
        order: 13,
        route: '/finance/voucher/abnormal',
        name: '异常凭证',
        opens: listOf(voucherAbnormal),
        keys: [...keysOf(voucherAbnormal), ...keysOfCalls(abnormalCalls)],
      },
      {
        group: '/finance',
        order: 14,
        route: '/ops/rules',
        name: '凭证规则',
        opens: listOf(bookingRule),
        keys: [...keysOf(bookingRule, ruleChange), ...keysOfCalls(ruleCalls)],
      },
    ],
  },
  newForms: [
    { order: 60, route: '/finance/voucher/transactionEntry', name: voucher.label, access: voucher.calls.add?.[1] },
  ],
  roles: {
    buyer: [
      'statement:view,add,edit,submit,buyerConfirm,supplierConfirm,print,costView',
      'payment:view,add,edit,submit,print,currentView,currentAdd',
    ].join(';'),
    buyMgr: 'statement:departmentAudit,cancel,costDepartmentAudit; payment:departmentAudit,currentDepartmentAudit',
    fin: [
      'statement:view,add,edit,submit,supplierConfirm,cancel,print,costView,costAdd,costCancel,voucherView,voucherSave,abnormalDeal,ruleSave',
      'payment:view,add,edit,submit,confirm,cancel,print,currentView,currentAdd,currentPay,currentCancel,expenseView,expenseAdd,expensePay,expenseCancel',
    ].join(';'),
    finMgr: [
      'statement:reverse,costFinanceAudit,voucherAudit,voucherPost,voucherReverse,abnormalIgnore,ruleAudit',
      'payment:financeAudit,reverse,currentFinanceAudit,expenseAudit,expenseReverse',
    ].join(';'),
    shopMgr: 'payment:expenseView,expenseAdd,expenseCancel',
  },
};
