import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { contract } from './contract.ts';
import { contractBrandAuth } from './contract-brand-auth.ts';
import { contractCalls } from './contract-calls.ts';
import { imports } from './imports.ts';
import { lineSheets } from './line-sheets.ts';
import { places } from './places.ts';
import { purchasePrice } from './purchase-price.ts';
import { purchasePriceCalls } from './purchase-price-calls.ts';
import { purchasePriceSheet } from './purchase-price-sheet.ts';

/** What was agreed with suppliers: contracts, authorisations of brands, and what goods are bought at. */
export const contracts: Area = {
  name: 'contracts',
  label: '合同管理',
  definitions: [contract, contractBrandAuth, purchasePriceSheet, purchasePrice],
  places,
  menu: {
    groups: [{ url: '/contract', name: '合同管理', order: 6, style: 'contract' }],
    screens: [
      {
        group: '/price',
        order: 2,
        route: '/contract/cgListht',
        name: '合同采购价列表',
        opens: listOf(purchasePriceSheet),
        keys: [...keysOf(purchasePriceSheet, purchasePrice), ...keysOfCalls(purchasePriceCalls)],
      },
      {
        group: '/contract',
        order: 1,
        route: '/contract/contrackList',
        name: '合同列表',
        opens: listOf(contract),
        keys: [...keysOf(contract, purchasePrice), ...keysOfCalls(contractCalls)],
      },
      {
        group: '/contract',
        order: 2,
        route: '/contract/contrackEf',
        name: '合同生效与终止',
        opens: listOf(contract),
        keys: ['contract:view', 'contract:effect', 'contract:terminate'],
      },
      {
        group: '/contract',
        order: 3,
        route: '/contract/contrackYx',
        name: '合同影像与品牌授权',
        opens: listOf(contractBrandAuth),
        keys: keysOf(contractBrandAuth),
      },
    ],
  },
  imports,
  lineSheets,
  newForms: [
    { order: 32, route: '/contract/addCaigou', name: purchasePriceSheet.label, access: 'PurchasePrice:add' },
    { order: 34, route: '/contract/addContrant', name: contract.label, access: 'contract:add' },
  ],
  roles: {
    buyer: [
      'contract:view,add,edit,submit,cancel,brandAuth,import',
      'PurchasePrice:view,add,edit,submit,cancel,export',
    ].join(';'),
    buyMgr: 'contract:audit,effect,terminate; PurchasePrice:departmentAudit',
    fin: 'contract:view; PurchasePrice:view,export',
    finMgr: 'contract:audit; PurchasePrice:financeAudit',
  },
};
