import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { checkBill } from './check-bill.ts';
import { settleItemTypes } from './settle-enums.ts';

const secret = { mask: 'stock:costView' } as const;
const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/** The lines of check bills with what their items say (`checkBillLine` of domain.md §3.5): written by the calls of `settle-calls.ts`. */
export const checkBillLine = entity('checkBillDetail', {
  label: '对账明细',
  group: '/v1/checkBill',
  title: 'source_no',
  view: true,
  fields: {
    bill_id: reference(() => checkBill, '对账单', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    source_no: text('来源单号', { derived: true }),
    item_type: choice('项目类型', settleItemTypes, { derived: true }),
    occur_date: date('发生日期', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    sku_name: text('货品名称', { derived: true }),
    qty: quantity('数量', signed),
    price: money('单价', { derived: true, ...secret }),
    amount: money('原金额', { ...signed, ...secret }),
    adjust_amount: money('调整金额', signed),
    adjust_reason: text('调整原因', { derived: true, most: 200 }),
    dispute_reason: text('异议原因', { derived: true, most: 200 }),
  },
  calls: { list: ['lineList', 'checkBill:view'] },
  list: {
    columns: [
      'source_no',
      'item_type',
      'occur_date',
      'warehouse_id',
      'sku_id',
      'sku_name',
      'qty',
      'price',
      'amount',
      'adjust_amount',
      'adjust_reason',
      'dispute_reason',
    ],
    filters: ['bill_id', 'item_type', 'source_no', 'occur_date', 'warehouse_id', 'sku_id', 'dispute_reason'],
    search: ['source_no', 'sku_name'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['id', 'occur_date', 'source_no', '-amount'],
    sum: ['qty', 'amount', 'adjust_amount'],
  },
  scope: {
    supplier: 'supplier_id',
    warehouse: 'warehouse_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
