import type { Area } from '../../kit/area.ts';
import { keysOf, listOf } from '../../kit/menu.ts';
import { purchaser } from './purchaser.ts';
import { shop } from './shop.ts';
import { supplier } from './supplier.ts';
import { warehouse } from './warehouse.ts';

/** Whom and where the company works with: suppliers, purchasers, warehouses, shops. */
export const partners: Area = {
  name: 'partners',
  label: '基础资料',
  definitions: [purchaser, supplier, warehouse, shop],
  menu: {
    groups: [{ url: '/basic', name: '基础资料', order: 12, style: 'basic' }],
    screens: [
      {
        group: '/basic',
        order: 4,
        route: '/basicbox/mdList',
        name: '门店列表',
        opens: listOf(shop),
        keys: keysOf(shop),
      },
      {
        group: '/basic',
        order: 5,
        route: '/basicbox/ckList',
        name: '仓库列表',
        opens: listOf(warehouse),
        keys: keysOf(warehouse),
      },
    ],
  },
  newForms: [
    { order: 50, route: '/basicbox/addMd', name: shop.label, access: shop.calls.add?.[1] },
    { order: 60, route: '/basicbox/addCk', name: warehouse.label, access: warehouse.calls.add?.[1] },
  ],
  roles: {
    hr: 'shop:*',
    goods: 'shop:view',
    buyer: 'shop:view; warehouse:view; supplier:view,add,edit; supplierAccount:view,add,edit; purchaser:view',
    buyMgr: 'supplier:*; supplierAccount:*; purchaser:*',
    whs: 'warehouse:view; logistics:view,add,edit',
    whsMgr: 'warehouse:*; logistics:*',
    fin: 'supplier:view; supplierAccount:view',
    district: 'shop:view',
    shopMgr: 'shop:view',
    mkt: 'shop:view',
  },
};
