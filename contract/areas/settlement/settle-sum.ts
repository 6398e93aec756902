import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel } from '../enums.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const sum = {
  derived: true,
  least: -Number.MAX_SAFE_INTEGER,
  most: Number.MAX_SAFE_INTEGER,
  mask: 'stock:costView',
} as const;

/** What a supplier is owed by one cooperation model for what stands in one warehouse, by how far it has been settled (api.csv /v1/checkBill/settleList, group_by supplier). */
export const settleSum = entity('settleSum', {
  label: '供应商结算汇总',
  group: '/v1/checkBill',
  title: 'supplier_no',
  view: true,
  fields: {
    supplier_no: text('供应商编号', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    purchaser_id: reference(() => purchaser, '采购员', { derived: true }),
    unpriced_amount: money('待补价', sum),
    open_amount: money('待对账', sum),
    bill_amount: money('对账中', sum),
    checked_amount: money('已对账', sum),
    statement_amount: money('结算中', sum),
    settled_amount: money('已结算', sum),
    first_date: date('最早未对账', { derived: true }),
  },
  calls: { list: ['settleSums', 'checkBill:settleView'] },
  list: {
    columns: [
      'supplier_no',
      'supplier_id',
      'co_model',
      'warehouse_id',
      'purchaser_id',
      'unpriced_amount',
      'open_amount',
      'bill_amount',
      'checked_amount',
      'statement_amount',
      'settled_amount',
      'first_date',
    ],
    filters: ['supplier_id', 'co_model', 'warehouse_id', 'purchaser_id', 'first_date'],
    search: ['supplier_no'],
    sort: ['-open_amount', 'supplier_no', 'first_date', '-checked_amount'],
    sum: ['unpriced_amount', 'open_amount', 'bill_amount', 'checked_amount', 'statement_amount', 'settled_amount'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});
