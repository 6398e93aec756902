import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { cashierBill } from './cashier-bill.ts';
import { cashierBillHistory } from './cashier-bill-history.ts';
import { cashierCalls } from './cashier-calls.ts';
import { channelRecon } from './channel-recon.ts';
import { channelReconLine } from './channel-recon-line.ts';
import { places } from './places.ts';
import { shopBill } from './shop-bill.ts';
import { shopBillAccount, shopBillPeople, shopBillStore } from './shop-bill-lines.ts';
import { shopBillPrinting } from './shop-bill-printing.ts';

const { reconImport, reconDeal, generate } = cashierCalls;

/** What cashiers, channels and shops have taken, against what orders say. */
export const cashier: Area = {
  name: 'cashier',
  label: '收银对账',
  definitions: [
    cashierBill,
    cashierBillHistory,
    channelRecon,
    channelReconLine,
    shopBill,
    shopBillStore,
    shopBillPeople,
    shopBillAccount,
  ],
  places,
  menu: {
    groups: [],
    screens: [
      {
        group: '/finance',
        order: 1,
        route: '/finance/cashreconList',
        name: '收银对账',
        opens: listOf(cashierBill),
        keys: keysOf(cashierBill, cashierBillHistory),
      },
      {
        group: '/finance',
        order: 2,
        route: '/finance/reconciliaList',
        name: '渠道对账',
        opens: listOf(channelRecon),
        keys: [...keysOf(channelRecon, channelReconLine), ...keysOfCalls({ reconImport, reconDeal })],
      },
      {
        group: '/finance',
        order: 3,
        route: '/finance/shopreconList',
        name: '门店对账',
        opens: listOf(shopBill),
        keys: [...keysOf(shopBill, shopBillStore, shopBillPeople, shopBillAccount), ...keysOfCalls({ generate })],
      },
    ],
  },
  prints: [shopBillPrinting],
  roles: {
    fin: 'CashierBill:view,check,reconView,reconImport,reconDeal; ShopBill:view,generate,settle',
    finMgr: 'CashierBill:confirm,reverse,reconFinish; ShopBill:audit,reverse',
    district: 'ShopBill:view; CashierBill:view',
    shopMgr: 'CashierBill:view,submit; ShopBill:view,confirm',
    cashier: 'CashierBill:view,submit',
  },
};
