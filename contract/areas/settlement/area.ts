import type { Area } from '../../kit/area.ts';
import { callsOf } from '../../kit/calls.ts';
import { maskKeys } from '../../kit/mask.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { purchaseOrder } from '../purchasing/purchase-order.ts';
import { billLinkCalls } from './bill-link-calls.ts';
import { checkBill } from './check-bill.ts';
import { checkBillLine } from './check-bill-line.ts';
import { checkBillPrinting } from './check-bill-printing.ts';
import { choosableItem } from './choosable-item.ts';
import { fine } from './fine.ts';
import { payment } from './payment.ts';
import { paymentPrinting } from './payment-printing.ts';
import { places } from './places.ts';
import { purchaseFinance } from './purchase-finance.ts';
import { checkBillCalls, paymentCalls, statementCalls } from './settle-calls.ts';
import { settleItem } from './settle-item.ts';
import { settleSum } from './settle-sum.ts';
import { statement } from './statement.ts';
import { payOffPrinting, statementPrinting } from './statement-printing.ts';

/** What suppliers are owed: from the goods that came in to the money that left (domain.md §6.1, steps 8–10). */
export const settlement: Area = {
  name: 'settlement',
  label: '结算付款',
  definitions: [
    checkBill,
    statement,
    settleItem,
    fine,
    payment,
    checkBillLine,
    choosableItem,
    settleSum,
    purchaseFinance,
  ],
  places,
  menu: {
    groups: [],
    screens: [
      {
        group: '/buy',
        order: 8,
        route: '/buybox/duizhangList',
        name: '对账单',
        opens: listOf(checkBill),
        keys: [
          ...keysOf(checkBill, checkBillLine, choosableItem),
          ...keysOfCalls(checkBillCalls),
          ...keysOfCalls({ link: billLinkCalls.add }),
          ...keysOfCalls({ settle: callsOf(statement).add }),
          checkBillPrinting.access,
        ],
      },
      {
        group: '/buy',
        order: 9,
        route: '/buybox/jiesuanList',
        name: '采购结算',
        opens: listOf(settleItem),
        keys: [...keysOf(settleItem, settleSum), ...keysOfCalls({ add: callsOf(statement).add })],
      },
      {
        group: '/buy',
        order: 10,
        route: '/buybox/fakuanList',
        name: '罚款单',
        opens: listOf(fine),
        keys: keysOf(fine),
      },
      {
        group: '/buy',
        order: 11,
        route: '/buybox/caiwuList',
        name: '采购财务',
        opens: listOf(purchaseFinance),
        keys: keysOf(purchaseFinance),
      },
      {
        group: '/finance',
        order: 4,
        route: '/finance/statementList',
        name: '结算单',
        opens: listOf(statement),
        // It is made of what other screens list, and paid from here.
        keys: [
          ...keysOf(statement),
          ...keysOfCalls(statementCalls),
          ...listOf(checkBill),
          ...keysOf(choosableItem, settleItem),
          ...keysOfCalls({ pay: callsOf(payment).add }),
          statementPrinting.access,
          payOffPrinting.access,
        ],
      },
      {
        group: '/finance',
        order: 5,
        route: '/finance/paymentList',
        name: '付款单',
        opens: listOf(payment),
        // Statements and orders are chosen for it.
        keys: [
          ...keysOf(payment),
          ...keysOfCalls(paymentCalls),
          ...listOf(statement),
          ...listOf(purchaseOrder),
          ...maskKeys(purchaseOrder),
          paymentPrinting.access,
        ],
      },
    ],
  },
  newForms: [
    { order: 40, route: '/buybox/duizhangAdd', name: checkBill.label, access: checkBill.calls.add?.[1] },
    { order: 42, route: '/finance/statementAdd', name: statement.label, access: statement.calls.add?.[1] },
    { order: 44, route: '/finance/paymentAdd', name: payment.label, access: payment.calls.add?.[1] },
  ],
  prints: [checkBillPrinting, statementPrinting, payOffPrinting, paymentPrinting],
};
