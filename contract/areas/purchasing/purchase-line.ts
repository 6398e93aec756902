import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { purchaseOrder } from './purchase-order.ts';

/** Whether more of a line may be booked: its order is open, and something of it is left. */
export const bookable = { yes: 1, no: 0 } as const;

const secret = { mask: 'stock:costView' } as const;

/**
 * A line of a purchase order by itself, as those see it who book and receive it: what is ordered, booked, in, closed and left, with the
 * tolerance of its order. A view of the tables; the lines of cancelled and unpassed orders are in it and cannot be booked.
 */
export const purchaseLine = entity('purchaseLine', {
  label: '待预约采购明细',
  group: '/v1/arrivalOrder',
  title: 'purchase_no',
  hint: 'goods',
  view: true,
  fields: {
    purchase_no: text('采购单号'),
    goods: text('货品说明'),
    purchase_id: reference(() => purchaseOrder, '采购单'),
    supplier_id: reference(() => supplier, '供应商'),
    warehouse_id: reference(() => warehouse, '收货仓库'),
    sku_id: reference(() => sku, '货品'),
    expect_date: date('预计到货日'),
    qty: quantity('采购数量'),
    booked_qty: quantity('已预约'),
    in_qty: quantity('已入库'),
    closed_qty: quantity('已关闭数量'),
    open_qty: quantity('可预约数量'),
    purchase_price: money('进价(含税)', secret),
    open_amount: money('可预约金额', secret),
    status: choice('预约状态', { [bookable.yes]: '可预约', [bookable.no]: '不可预约' }),
  },
  calls: { list: ['waitList', 'arrivalOrder:view'], options: ['lineOptions', 'login'] },
  list: {
    columns: [
      'purchase_no',
      'sku_id',
      'supplier_id',
      'warehouse_id',
      'expect_date',
      'qty',
      'booked_qty',
      'in_qty',
      'closed_qty',
      'open_qty',
      'purchase_price',
      'open_amount',
    ],
    filters: ['purchase_no', 'supplier_id', 'warehouse_id', 'sku_id', 'expect_date', 'status'],
    search: ['purchase_no'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['id', 'expect_date', '-expect_date'],
    sum: ['qty', 'booked_qty', 'in_qty', 'open_qty'],
  },
  scope: {
    supplier: 'supplier_id',
    warehouse: 'warehouse_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
