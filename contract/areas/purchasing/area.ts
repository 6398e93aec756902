import type { Area } from '../../kit/area.ts';
import { callsOf } from '../../kit/calls.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { fleetCalls } from '../fleet/fleet-calls.ts';
import { batchAllot } from '../replenishment/batch-allot.ts';
import { arrivalCalls } from './arrival-calls.ts';
import { arrivalOrder } from './arrival-order.ts';
import { arrivalOrderPrinting } from './arrival-order-printing.ts';
import { backOrder } from './back-order.ts';
import { backOrderPrinting } from './back-order-printing.ts';
import { differenceOrder } from './difference-order.ts';
import { exports } from './exports.ts';
import { goodsSelection } from './goods-selection.ts';
import { imperfectDeal } from './imperfect-deal.ts';
import { imperfectRecord } from './imperfect-record.ts';
import { inWareBatch } from './in-ware-batch.ts';
import { inWareBatchPrinting } from './in-ware-batch-printing.ts';
import { inWareDetail } from './in-ware-detail.ts';
import { inWareDetailCalls } from './inbound-calls.ts';
import { lineSheets } from './line-sheets.ts';
import { places } from './places.ts';
import { purchaseCalls } from './purchase-calls.ts';
import { purchaseLine } from './purchase-line.ts';
import { purchaseOrder } from './purchase-order.ts';
import { purchaseOrderPrinting } from './purchase-order-printing.ts';
import { returnableBatch } from './returnable-batch.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: Area = {
  name: 'purchasing',
  label: '采购管理',
  definitions: [
    purchaseOrder,
    goodsSelection,
    purchaseLine,
    arrivalOrder,
    inWareBatch,
    inWareDetail,
    differenceOrder,
    returnableBatch,
    backOrder,
    imperfectRecord,
    imperfectDeal,
  ],
  places,
  menu: {
    groups: [{ url: '/buy', name: '采购管理', order: 5, style: 'buy' }],
    screens: [
      {
        group: '/buy',
        order: 1,
        route: '/buybox/selectShop',
        name: '选品单',
        opens: listOf(goodsSelection),
        keys: keysOf(goodsSelection),
      },
      {
        group: '/buy',
        order: 2,
        route: '/buybox/caigouList',
        name: '采购单',
        opens: listOf(purchaseOrder),
        keys: [...keysOf(purchaseOrder), ...keysOfCalls(purchaseCalls)],
      },
      {
        group: '/buy',
        order: 3,
        route: '/buybox/yuyueList',
        name: '预约到货',
        opens: listOf(arrivalOrder),
        // Goods that have come are counted from here.
        keys: [
          ...keysOf(arrivalOrder, purchaseLine),
          ...keysOfCalls({ ...arrivalCalls, count: callsOf(inWareBatch).add }),
          arrivalOrderPrinting.access,
        ],
      },
      {
        group: '/buy',
        order: 4,
        route: '/buybox/rukuList',
        name: '入库批次',
        opens: listOf(inWareBatch),
        keys: [
          ...keysOf(inWareBatch),
          ...listOf(differenceOrder),
          inWareBatchPrinting.access,
          // From what came in, on to where it is sold.
          ...(batchAllot.calls.add ? [batchAllot.calls.add[1]] : []),
          fleetCalls.discarded.access,
        ],
      },
      {
        group: '/buy',
        order: 5,
        route: '/buybox/chayiList',
        name: '入库差异单',
        opens: listOf(differenceOrder),
        keys: keysOf(differenceOrder),
      },
      {
        group: '/buy',
        order: 6,
        route: '/buybox/tuifanList',
        name: '退返单',
        opens: listOf(backOrder),
        keys: [...keysOf(backOrder, returnableBatch), backOrderPrinting.access],
      },
      {
        group: '/buy',
        order: 7,
        route: '/buybox/imperfectShopManagement',
        name: '残次品管理',
        opens: listOf(imperfectRecord),
        keys: keysOf(imperfectRecord, imperfectDeal),
      },
      {
        group: '/storage',
        order: 5,
        route: '/storage/inwaredetaList',
        name: '入库明细',
        opens: listOf(inWareDetail),
        keys: [...keysOf(inWareDetail), ...keysOfCalls(inWareDetailCalls)],
      },
    ],
  },
  newForms: [
    { order: 20, route: '/buybox/addCaig', name: purchaseOrder.label, access: purchaseOrder.calls.add?.[1] },
    { order: 22, route: '/buybox/addYuy', name: arrivalOrder.label, access: arrivalOrder.calls.add?.[1] },
    { order: 24, route: '/buybox/addRuk', name: inWareBatch.label, access: inWareBatch.calls.add?.[1] },
    { order: 26, route: '/buybox/addTuif', name: backOrder.label, access: backOrder.calls.add?.[1] },
    {
      order: 28,
      route: '/buybox/imperfectDetails',
      name: imperfectRecord.label,
      access: imperfectRecord.calls.add?.[1],
    },
  ],
  exports,
  lineSheets,
  prints: [purchaseOrderPrinting, arrivalOrderPrinting, inWareBatchPrinting, backOrderPrinting],
  roles: {
    buyer: [
      'purchaseOrder:view,add,edit,submit,close,cancel,selectView,selectSave,financeView,costView',
      'arrivalOrder:view,add,edit,submit,cancel,print; InWareBatch:view,print; InWareDetail:view,export',
      'differenceOrder:view,deal',
      'checkBill:view,add,edit,submit,link,supplierConfirm,cancel,print,settleView,fineView,fineAdd',
      'backOrder:view,add,edit,submit,finish,cancel,print',
    ].join(';'),
    buyMgr: [
      'purchaseOrder:audit,reopen,selectConfirm; differenceOrder:audit; checkBill:fineAudit,fineCancel',
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
      'checkBill:view,add,edit,submit,link,cancel,print,settleView,fineView; backOrder:view',
    ].join(';'),
    finMgr: 'backOrder:financeVerify; InWareBatch:view,cancel',
    shopMgr: 'InWareDetail:view',
  },
};
