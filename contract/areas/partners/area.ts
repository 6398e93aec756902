import type { Area } from '../../kit/area.ts';
import type { AnyDefinition } from '../../kit/definition.ts';
import { keysOf, keysOfCalls, listOf, type MenuEntry } from '../../kit/menu.ts';
import { contract } from '../contracts/contract.ts';
import { purchasePrice } from '../contracts/purchase-price.ts';
import { arrivalOrder } from '../purchasing/arrival-order.ts';
import { backOrder } from '../purchasing/back-order.ts';
import { differenceOrder } from '../purchasing/difference-order.ts';
import { imperfectRecord } from '../purchasing/imperfect-record.ts';
import { purchaseOrder } from '../purchasing/purchase-order.ts';
import { checkBill } from '../settlement/check-bill.ts';
import { fine } from '../settlement/fine.ts';
import { payment } from '../settlement/payment.ts';
import { statement } from '../settlement/statement.ts';
import { bank } from './bank.ts';
import { handOverCall } from './hand-over.ts';
import { logistics } from './logistics.ts';
import { area } from './national-area.ts';
import { ownAccount } from './own-account.ts';
import { places } from './places.ts';
import { purchaser } from './purchaser.ts';
import { shop } from './shop.ts';
import { subBranch } from './sub-branch.ts';
import { supplier } from './supplier.ts';
import { supplierAccount } from './supplier-account.ts';
import { supplierAccountChange } from './supplier-account-change.ts';
import { warehouse } from './warehouse.ts';

const screen = (
  order: number,
  route: MenuEntry['route'],
  name: string,
  definition: AnyDefinition,
  more: readonly string[] = [],
): MenuEntry => ({
  group: '/basic',
  order,
  route,
  name,
  opens: listOf(definition),
  keys: [...new Set([...keysOf(definition), ...more])],
});

/** Whom and where the company works with: suppliers and their accounts, purchasers, warehouses, shops, carriers, banks. */
export const partners: Area = {
  name: 'partners',
  label: '基础资料',
  definitions: [
    area,
    bank,
    subBranch,
    ownAccount,
    logistics,
    purchaser,
    supplier,
    supplierAccount,
    supplierAccountChange,
    warehouse,
    shop,
  ],
  places,
  menu: {
    groups: [{ url: '/basic', name: '基础资料', order: 12, style: 'basic' }],
    screens: [
      // The page of a supplier shows everything of his.
      screen(1, '/basicbox/gyList', '供应商列表', supplier, [
        ...keysOf(supplierAccount, supplierAccountChange),
        ...[contract, purchasePrice, purchaseOrder, arrivalOrder, differenceOrder, backOrder].flatMap(listOf),
        ...[imperfectRecord, fine, checkBill, statement, payment].flatMap(listOf),
      ]),
      screen(2, '/basicbox/gyzhList', '供应商账户列表', supplierAccount, keysOf(supplierAccountChange)),
      screen(3, '/basicbox/cgList', '采购员列表', purchaser, keysOfCalls({ handOverCall })),
      screen(4, '/basicbox/mdList', '门店列表', shop),
      screen(5, '/basicbox/ckList', '仓库列表', warehouse),
      screen(6, '/basicbox/wlList', '物流列表', logistics),
      screen(7, '/basicbox/bankManagement', '银行管理', bank, keysOf(ownAccount)),
      screen(8, '/basicbox/subBranchManagement', '支行管理', subBranch),
    ],
  },
  newForms: [
    { order: 45, route: '/basicbox/addGy', name: supplier.label, access: supplier.calls.add?.[1] },
    { order: 46, route: '/basicbox/addGyzh', name: supplierAccount.label, access: supplierAccount.calls.add?.[1] },
    { order: 47, route: '/basicbox/addCg', name: purchaser.label, access: purchaser.calls.add?.[1] },
    { order: 50, route: '/basicbox/addMd', name: shop.label, access: shop.calls.add?.[1] },
    { order: 60, route: '/basicbox/addCk', name: warehouse.label, access: warehouse.calls.add?.[1] },
    { order: 65, route: '/basicbox/addWl', name: logistics.label, access: logistics.calls.add?.[1] },
  ],
  roles: {
    it: 'data:*',
    hr: 'shop:*',
    goods: 'shop:view',
    buyer: 'shop:view; warehouse:view; supplier:view,add,edit; supplierAccount:view,add,edit; purchaser:view',
    // All keys of suppliers but that of finance: who looks after an account does not put its changes in force (amendments G5).
    buyMgr: 'supplier:view,add,edit,batchEdit,status; supplierAccount:*; purchaser:*',
    whs: 'warehouse:view; logistics:view,add,edit',
    whsMgr: 'warehouse:*; logistics:*',
    fin: 'supplier:view,accountCheck; supplierAccount:view; data:*; ownAccount:view',
    finMgr: 'ownAccount:*',
    district: 'shop:view',
    shopMgr: 'shop:view',
    mkt: 'shop:view',
  },
};
