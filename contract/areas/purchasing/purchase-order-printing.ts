import { printing } from '../../kit/printing.ts';
import { purchaseOrder } from './purchase-order.ts';

const head = [
  'supplier_id',
  'contract_id',
  'purchase_type',
  'co_model',
  'purchaser_id',
  'warehouse_id',
  'expect_date',
  'total_amount',
  'remark',
] as const;
const signatures = ['采购员', '采购经理', '供应商确认'];

/** The order as it goes to the supplier: line by line, or as styles in their colours and sizes. What the goods cost is on it for whoever may see that. */
export const purchaseOrderPrinting = printing(purchaseOrder, {
  at: '/buybox/addCaig?id={id}&print=1',
  formats: [
    {
      head,
      inWords: 'total_amount',
      lines: {
        columns: ['sku_id', 'qty', 'purchase_price', 'tax_rate_bp', 'amount'],
        sums: ['qty', 'amount'],
      },
      signatures,
    },
    {
      title: '采购单(尺码表)',
      head,
      inWords: 'total_amount',
      lines: { columns: ['sku_id', 'qty', 'amount'], sums: ['qty', 'amount'], cross: 'qty' },
      signatures,
    },
  ],
});
