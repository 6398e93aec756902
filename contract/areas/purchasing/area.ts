import type { Area } from '../../kit/area.ts';
import { arrivalOrder } from './arrival-order.ts';
import { exports } from './exports.ts';
import { inWareBatch } from './in-ware-batch.ts';
import { purchaseOrder } from './purchase-order.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: Area = {
  name: 'purchasing',
  label: '采购管理',
  definitions: [purchaseOrder, arrivalOrder, inWareBatch],
  // A line of what arrives names the line of its order.
  behind: { arrivalOrder: [purchaseOrder] },
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
