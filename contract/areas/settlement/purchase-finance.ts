import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { coModel } from '../enums.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

// What goods cost is behind one key, also where orders are added up.
const sum = {
  mask: 'stock:costView',
  derived: true,
  least: -Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
} as const;

/** What goods cost, and what follows from it. */
const secret = { ...sum, mask: 'stock:costView' } as const;

/** How far the money of an order has come. */
const payStates = { 1: '未付', 2: '已预付', 3: '部分付款', 4: '已付清' } as const;

/** Per purchase order what was ordered, came in, went back, was agreed on and was paid, in money (`purchaseFinance` of domain.md §3.5). */
export const purchaseFinance = entity('purchaseFinance', {
  label: '采购财务',
  group: '/v1/purchaseOrder',
  title: 'purchase_no',
  view: true,
  fields: {
    purchase_no: text('采购单号', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    purchaser_id: reference(() => purchaser, '采购员', { derived: true }),
    warehouse_id: reference(() => warehouse, '收货仓库', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    order_time: time('下单时间', { derived: true }),
    order_amount: money('采购金额', secret),
    prepay_amount: money('预付金额', sum),
    in_amount: money('入库金额', secret),
    back_amount: money('退返金额', secret),
    fine_amount: money('罚款金额', sum),
    check_amount: money('已对账金额', secret),
    paid_amount: money('已付金额', secret),
    unpaid_amount: money('未付金额', secret),
    invoiced_amount: money('已开票金额', secret),
    pay_state: choice('付款状态', payStates, { derived: true }),
  },
  calls: { list: ['financeList', 'purchaseOrder:financeView'] },
  list: {
    columns: [
      'purchase_no',
      'supplier_id',
      'purchaser_id',
      'co_model',
      'order_amount',
      'prepay_amount',
      'in_amount',
      'back_amount',
      'fine_amount',
      'check_amount',
      'paid_amount',
      'unpaid_amount',
      'invoiced_amount',
      'pay_state',
    ],
    filters: ['purchase_no', 'supplier_id', 'purchaser_id', 'co_model', 'order_time', 'pay_state'],
    search: ['purchase_no'],
    sort: ['-id', 'purchase_no', '-unpaid_amount', '-order_amount'],
    sum: [
      'order_amount',
      'prepay_amount',
      'in_amount',
      'back_amount',
      'fine_amount',
      'check_amount',
      'paid_amount',
      'unpaid_amount',
      'invoiced_amount',
    ],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});
