import type { Area } from '../../kit/area.ts';
import { keysOf, listOf } from '../../kit/menu.ts';
import { arrivalOrder } from './arrival-order.ts';
import { backOrder } from './back-order.ts';
import { exports } from './exports.ts';
import { imperfectDeal } from './imperfect-deal.ts';
import { imperfectRecord } from './imperfect-record.ts';
import { inWareBatch } from './in-ware-batch.ts';
import { places } from './places.ts';
import { purchaseOrder } from './purchase-order.ts';
import { returnableBatch } from './returnable-batch.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: Area = {
  name: 'purchasing',
  label: '采购管理',
  definitions: [
    purchaseOrder,
    arrivalOrder,
    inWareBatch,
    returnableBatch,
    backOrder,
    imperfectRecord,
    imperfectDeal,
  ],
  // A line of what arrives names the line of its order.
  behind: { arrivalOrder: [purchaseOrder] },
  places,
  menu: {
    groups: [{ url: '/buy', name: '采购管理', order: 5, style: 'buy' }],
    screens: [
      {
        group: '/buy',
        order: 6,
        route: '/buybox/tuifanList',
        name: '退返单',
        opens: listOf(backOrder),
        keys: keysOf(backOrder, returnableBatch),
      },
      {
        group: '/buy',
        order: 7,
        route: '/buybox/imperfectShopManagement',
        name: '残次品管理',
        opens: listOf(imperfectRecord),
        keys: keysOf(imperfectRecord, imperfectDeal),
      },
    ],
  },
  newForms: [
    { order: 24, route: '/buybox/addTuif', name: backOrder.label, access: backOrder.calls.add?.[1] },
    { order: 26, route: '/buybox/imperfectDetails', name: imperfectRecord.label, access: imperfectRecord.calls.add?.[1] },
  ],
  exports,
  roles: {
    buyer: [
      'purchaseOrder:view,add,edit,submit,close,cancel,selectView,selectSave,financeView,costView',
      'arrivalOrder:view,add,edit,submit,cancel,print; InWareBatch:view,print; InWareDetail:view,export',
      'differenceOrder:view,deal',
      'checkBill:view,add,edit,submit,supplierConfirm,cancel,print,settleView,fineView,fineAdd',
      'backOrder:view,add,edit,submit,finish,cancel,print',
    ].join(';'),
    buyMgr: [
      'purchaseOrder:audit,selectConfirm; differenceOrder:audit; checkBill:fineAudit,fineCancel',
      'backOrder:departmentVerify',
    ].join(';'),
    whs: [
      'purchaseOrder:view; arrivalOrder:view,add,edit,submit,arrive,print',
      'InWareBatch:view,add,edit,count,submit,print; InWareDetail:*; differenceOrder:view,deal',
      'backOrder:view,add,edit,out,finish,print; checkBill:fineView,fineAdd',
    ].join(';'),
    whsMgr: 'arrivalOrder:*; InWareBatch:*; differenceOrder:close; backOrder:cancel',
    fin: [
      'purchaseOrder:view,financeView,costView',
      'checkBill:view,add,edit,submit,cancel,print,settleView,fineView; backOrder:view',
    ].join(';'),
    finMgr: 'backOrder:financeVerify; InWareBatch:view,cancel',
    shopMgr: 'InWareDetail:view',
  },
};
