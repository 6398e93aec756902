/** A built-in role: its keys are whatever its patterns find among the keys of the calls that the server answers. */
export interface Role {
  readonly code: string;
  readonly name: string;
  /** Code of the role whose keys it has besides. */
  readonly inherits?: string;
  /** `group:verb,verb; group:*`, in the notation of domain.md §10.3. */
  readonly grants: string;
}

/** The roles of domain.md §10.3; `ops` is called `mkt` (amendments E). */
export const roles: readonly Role[] = [
  { code: 'super', name: '超级管理员', grants: '*:*' },
  {
    code: 'it',
    name: '信息管理员',
    grants: 'common:*; Index:*; admin:*; role:*; organize:*; tag:*; data:*; order:import; view:share',
  },
  {
    code: 'hr',
    name: '行政',
    grants: 'admin:*; role:view; organize:*; shop:*; common:view,notifyView,notifySave,notifySend',
  },
  {
    code: 'goods',
    name: '商品专员',
    grants: [
      'category:*; unit:*; brand:*; attribute:*; property:*; spu:*; goods:*; goodsLabel:*; spuTag:*; size:*; tools:*; tag:*',
      'price:view,add,modify,submit,cancel,export; stock:view; shop:view; common:view; task:add',
    ].join(';'),
  },
  {
    code: 'goodsMgr',
    name: '商品经理',
    inherits: 'goods',
    grants: [
      'price:departmentAudit,commodityAudit; promotion:view,departmentVerify,stop,cancel,activityView,activityAudit,giftView',
      'coupon:view,departmentAudit,cancel,sendView,sendDepartmentAudit; order:view,changePriceView,changePriceAudit; stock:costView; view:share',
    ].join(';'),
  },
  {
    code: 'buyer',
    name: '采购员',
    grants: [
      'category:view; brand:view; spu:view; goods:view; price:view; size:view; shop:view; warehouse:view; supplier:view,add,edit',
      'supplierAccount:view,add,edit; purchaser:view; contract:view,add,edit,submit,cancel,brandAuth,import',
      'PurchasePrice:view,add,edit,submit,cancel,export',
      'purchaseOrder:view,add,edit,submit,close,cancel,selectView,selectSave,financeView,costView',
      'arrivalOrder:view,add,edit,submit,cancel,print; InWareBatch:view,print; InWareDetail:view,export',
      'differenceOrder:view,deal; checkBill:view,add,edit,submit,supplierConfirm,cancel,print,settleView,fineView,fineAdd',
      'backOrder:view,add,edit,submit,finish,cancel,print; stock:view,costView,imperfectView,imperfectDeal,codeView,codeOrder,poolView',
      'statement:view,add,edit,submit,buyerConfirm,supplierConfirm,print,costView',
      'payment:view,add,edit,submit,print,currentView,currentAdd; allot:view,add,edit,cancel,print,batchView,batchAdd',
      'tag:view,jobAdd,print; task:add',
    ].join(';'),
  },
  {
    code: 'buyMgr',
    name: '采购经理',
    inherits: 'buyer',
    grants: [
      'supplier:*; supplierAccount:*; purchaser:*; price:departmentAudit; PurchasePrice:departmentAudit',
      'contract:audit,effect,terminate; purchaseOrder:audit,selectConfirm; differenceOrder:audit; checkBill:fineAudit,fineCancel',
      'backOrder:departmentVerify; statement:departmentAudit,cancel,costDepartmentAudit',
      'payment:departmentAudit,currentDepartmentAudit; view:share',
    ].join(';'),
  },
  {
    code: 'whs',
    name: '仓管员',
    grants: [
      'warehouse:view; logistics:view,add,edit; spu:view; goods:view; purchaseOrder:view',
      'arrivalOrder:view,add,edit,submit,arrive,print; InWareBatch:view,add,edit,count,submit,print; InWareDetail:*',
      'OutWareDetail:*; differenceOrder:view,deal; backOrder:view,add,edit,out,finish,print; checkBill:fineView,fineAdd',
      'stock:view,ruleView,imperfectView,imperfectAdd,codeView,codeOrder,codeBind,codeReturn,poolView',
      'stocktaking:view,count,submit,print; Inventory:streamView,adjustView,adjustAdd,adjustCancel,negativeView',
      'allot:view,add,edit,send,accept,sign,cancel,print,batchView; allotOut:*; allotDiff:view,deal; tag:view,jobAdd,print',
      'order:outView,outShip,outCancel; OrderService:view,return; task:add',
    ].join(';'),
  },
  {
    code: 'whsMgr',
    name: '仓库主管',
    inherits: 'whs',
    grants: [
      'warehouse:*; logistics:*; arrivalOrder:*; InWareBatch:*; differenceOrder:close; stock:*',
      'stocktaking:add,edit,start,review,post,cancel; Inventory:*; StockBalance:view,snapshot,export; allot:*; allotDiff:*',
      'allotRule:*; backOrder:cancel; view:share',
    ].join(';'),
  },
  {
    code: 'fin',
    name: '财务专员',
    grants: [
      'supplier:view; supplierAccount:view; contract:view; price:view; data:*; purchaseOrder:view,financeView,costView',
      'PurchasePrice:view,export; checkBill:view,add,edit,submit,cancel,print,settleView,fineView; backOrder:view; stock:view,costView',
      'statement:view,add,edit,submit,supplierConfirm,cancel,print,costView,costAdd,costCancel,voucherView,voucherSave,abnormalDeal',
      'payment:view,add,edit,submit,confirm,cancel,print,currentView,currentAdd,currentPay,currentCancel,expenseView,expenseAdd,expensePay,expenseCancel',
      'CashierBill:view,check,reconView,reconImport,reconDeal; ShopBill:view,generate,settle; OrderRefund:*; OrderOutCoupon:view',
      'order:view,accountView,payeeView,invoiceView,invoiceApply,invoiceAudit,invoiceIssue',
      'StockBalance:view,export,incontView,periodView; Inventory:streamView,inoutView,adjustView,negativeView; promotion:view',
      'coupon:view,sendView; task:add',
    ].join(';'),
  },
  {
    code: 'finMgr',
    name: '财务经理',
    inherits: 'fin',
    grants: [
      'price:financeAudit; PurchasePrice:financeAudit; contract:audit; backOrder:financeVerify',
      'statement:costFinanceAudit,voucherAudit,voucherPost; payment:financeAudit,currentFinanceAudit,expenseAudit',
      'CashierBill:confirm; ShopBill:audit; StockBalance:*; stocktaking:view,audit,print; Inventory:adjustAudit',
      'InWareBatch:view,cancel; promotion:financeVerify; coupon:financeAudit,sendFinanceAudit; view:share',
    ].join(';'),
  },
  {
    code: 'district',
    name: '区域经理',
    grants: [
      'price:view,add,modify,submit,cancel,districtAudit; goods:view; shop:view; stock:view; allot:view,check,print',
      'allotDiff:view,decide; allotRule:view,decisionView,decisionConfirm; ShopBill:view; CashierBill:view; order:view; task:add',
    ].join(';'),
  },
  {
    code: 'shopMgr',
    name: '店长',
    grants: [
      'goods:view,shelf,export; goodsLabel:view,bind; price:view,add,modify,submit,cancel; shop:view',
      'stock:view,imperfectView,imperfectAdd,codeView,codeReturn,poolView; allot:view,add,edit,send,accept,sign,cancel,print',
      'allotOut:*; allotDiff:view,deal; stocktaking:view,add,edit,start,count,submit,print',
      'Inventory:streamView,adjustView,adjustAdd,adjustCancel,negativeView; InWareDetail:view; OutWareDetail:view',
      'order:view,remark,cancel,outView,outShip,changePriceView,changePriceAudit,invoiceView,invoiceApply; OrderService:*',
      'OrderRefund:view,audit; CashierBill:view,submit; ShopBill:view,confirm; payment:expenseView,expenseAdd,expenseCancel',
      'promotion:view,activityView,giftView; coupon:view; user:view; tag:view,print; task:add',
    ].join(';'),
  },
  {
    code: 'cashier',
    name: '收银员',
    grants: [
      'CashierBill:view,submit; order:view,changePriceView,changePriceAdd; OrderRefund:view,refund; OrderOutCoupon:*',
      'stocktaking:view,count; user:view',
    ].join(';'),
  },
  {
    code: 'cs',
    name: '客服',
    grants: [
      'order:view,remark,cancel,outView,outCancel,receive,changePriceView,changePriceAdd,invoiceView,invoiceApply; orderLabel:*',
      'orderCustomerRecord:*; OrderService:view,add,deal,close; OrderRefund:view; OrderOutCoupon:*; user:view,setLabels',
    ].join(';'),
  },
  {
    code: 'mkt',
    name: '营销运营',
    grants: [
      'promotion:view,add,edit,submit,stop,cancel,activityView,activityAdd,giftView,giftSave,giftStock',
      'coupon:view,add,edit,submit,cancel,sendView,sendAdd,sendExecute,sendCancel; user:*; userLabel:*; userLabelGroup:*',
      'userBusiness:*; goods:view; spu:view; spuTag:view; shop:view; task:add',
    ].join(';'),
  },
  { code: 'auditor', name: '审计(只读)', grants: '*:view,export' },
  { code: 'channel', name: '渠道接入账号', grants: 'order:push' },
];

/** The keys of a role among `keys`, inherited ones included. Throws for a code that is not in the list. */
export function keysOfRole(code: string, keys: readonly string[]): Set<string> {
  const role = roles.find((one) => one.code === code);
  if (!role) throw new Error(`no role ${code}`);
  const grants = grantsOf(role.grants);
  const own = keys.filter((key) => grants.some((grant) => grantsKey(grant, key)));
  return new Set([...(role.inherits ? keysOfRole(role.inherits, keys) : []), ...own]);
}

interface Grant {
  readonly group: string;
  readonly verbs: readonly string[];
}

function grantsOf(text: string): Grant[] {
  return text.split(';').map((part) => {
    const [group = '', verbs = ''] = part.trim().split(':');
    return { group, verbs: verbs.split(',') };
  });
}

function grantsKey({ group, verbs }: Grant, key: string): boolean {
  const [keyGroup = '', verb = ''] = key.split(':');
  if (group !== '*' && group !== keyGroup) return false;
  // `*:view` reads everything there is to read, also where a group names several views: adjustView, streamView.
  return verbs.some(
    (granted) => granted === '*' || granted === verb || (group === '*' && granted === 'view' && verb.endsWith('View')),
  );
}
