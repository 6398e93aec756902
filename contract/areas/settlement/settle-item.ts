import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { settleItemStates, settleItemTypes } from './settle-enums.ts';

const key = { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER } as const;
// Prices of purchases, and what they come to, are behind their key wherever they stand (decision 0018).
const secret = { mask: 'stock:costView' } as const;
const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * One thing that a supplier is owed, or owes us (domain.md §3.5, §5.3): written by the ledger of money alone, never changed but for how
 * far it has been settled and, while its price is estimated, what it is worth. Money in fen, tax included.
 */
export const settleItem = entity('settleItem', {
  label: '结算项目',
  group: '/v1/checkBill',
  title: 'source_no',
  fields: {
    supplier_id: reference(() => supplier, '供应商', { required: true, derived: true }),
    co_model: choice('合作模式', coModel, { required: true, derived: true }),
    item_type: choice('项目类型', settleItemTypes, { required: true, derived: true }),
    source_type: text('来源单据类型', { required: true, derived: true, internal: true }),
    source_id: integer('来源单据', { required: true, derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    source_no: text('来源单号', { required: true, derived: true }),
    source_line_id: integer('来源明细', { derived: true, most: Number.MAX_SAFE_INTEGER }),
    // Where a document has several of a line: pieces lost of one batch at several times.
    event_id: integer('来源事件', key),
    occur_date: date('发生日期', { required: true, derived: true }),
    // Where what it is of stands; of what stands nowhere none.
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    qty: quantity('数量', signed),
    price: money('单价', { derived: true, ...secret }),
    tax_rate_bp: rate('税率', { initial: 0, derived: true }),
    amount: money('金额', { ...signed, ...secret, initial: 0 }),
    tax_amount: money('税额', { ...signed, ...secret, initial: 0 }),
    status: choice('状态', settleItemStates, { initial: 1, derived: true }),
    // Both name the item in their lines: where it lies is known by number here, or each would need the other first.
    check_bill_id: integer('对账单ID', key),
    bill_no: text('对账单号', { derived: true }),
    statement_id: integer('结算单ID', key),
    statement_no: text('结算单号', { derived: true }),
  },
  calls: { list: ['settleList', 'checkBill:settleView'], options: ['settleOptions', 'checkBill:settleView'] },
  list: {
    columns: [
      'supplier_id',
      'co_model',
      'item_type',
      'source_no',
      'occur_date',
      'warehouse_id',
      'sku_id',
      'qty',
      'price',
      'amount',
      'tax_amount',
      'bill_no',
      'statement_no',
      'status',
    ],
    filters: [
      'supplier_id',
      'co_model',
      'item_type',
      'status',
      'occur_date',
      'warehouse_id',
      'source_no',
      'sku_id',
      'bill_no',
      'statement_no',
    ],
    search: ['source_no'],
    sort: ['-id', 'occur_date', '-occur_date', '-amount'],
    sum: ['qty', 'amount', 'tax_amount'],
  },
  scope: {
    supplier: 'supplier_id',
    warehouse: 'warehouse_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
