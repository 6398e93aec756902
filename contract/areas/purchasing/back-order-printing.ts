import { printing } from '../../kit/printing.ts';
import { backOrder } from './back-order.ts';

/** What goes with the goods to their supplier, who writes on it how many he received. Prices are on it for whoever may see them. */
export const backOrderPrinting = printing(backOrder, {
  at: '/buybox/tuifanDetails?id={id}&print=1',
  access: 'backOrder:print',
  segment: 'print',
  formats: [
    {
      head: [
        'supplier_id',
        'warehouse_id',
        'back_type',
        'co_model',
        'reason',
        'logistics_id',
        'waybill_no',
        'out_time',
        'total_amount',
        'remark',
      ],
      inWords: 'total_amount',
      lines: {
        columns: ['sku_id', 'imperfect_type', 'stock_batch_id', 'qty', 'out_qty', 'back_price', 'amount'],
        sums: ['qty', 'out_qty', 'amount'],
        byHand: ['实收数量'],
      },
      signatures: ['制单人', '仓库', '物流', '供应商'],
    },
  ],
});
