import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { lineSheets } from './line-sheets.ts';
import { places } from './places.ts';
import { priceCalls } from './price-calls.ts';
import { priceRecord } from './price-record.ts';
import { priceSheet } from './price-sheet.ts';
import { salePrice } from './sale-price.ts';

/** What goods are sold at; what they are bought at is agreed with suppliers and stands with contracts. */
export const price: Area = {
  name: 'price',
  label: '价格管理',
  definitions: [priceSheet, salePrice, priceRecord],
  places,
  menu: {
    groups: [{ url: '/price', name: '价格管理', order: 4, style: 'price' }],
    screens: [
      {
        group: '/price',
        order: 1,
        route: '/shopsprice/priceList',
        name: '调价单',
        opens: listOf(priceSheet),
        keys: [...keysOf(priceSheet, salePrice), ...keysOfCalls(priceCalls)],
      },
    ],
  },
  newForms: [{ order: 30, route: '/shopsprice/priceAdd', name: priceSheet.label, access: priceSheet.calls.add?.[1] }],
  lineSheets,
  roles: {
    goods: 'price:view,add,modify,submit,cancel,export',
    goodsMgr: 'price:departmentAudit,commodityAudit',
    buyer: 'price:view',
    buyMgr: 'price:departmentAudit',
    fin: 'price:view',
    finMgr: 'price:financeAudit',
    district: 'price:view,add,modify,submit,cancel,districtAudit',
    shopMgr: 'price:view,add,modify,submit,cancel',
  },
};
