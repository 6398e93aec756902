import { printing } from '../../kit/printing.ts';
import { checkBill } from './check-bill.ts';
import { checkBillLine } from './check-bill-line.ts';
import { billPaperCall } from './settle-calls.ts';

/** The bill that the supplier signs. */
export const checkBillPrinting = printing(checkBill, {
  at: '/buybox/duizhangDetals?id={id}&print=1',
  access: 'checkBill:print',
  segment: 'print',
  formats: [
    {
      head: [
        'supplier_id',
        'co_model',
        'period_from',
        'period_to',
        'line_count',
        'in_qty',
        'in_amount',
        'back_qty',
        'back_amount',
        'adjust_amount',
        'total_amount',
        'tax_amount',
        'remark',
      ],
      inWords: 'total_amount',
      lines: {
        of: checkBillLine,
        from: billPaperCall,
        columns: [
          'occur_date',
          'source_no',
          'item_type',
          'sku_id',
          'sku_name',
          'qty',
          'price',
          'amount',
          'adjust_amount',
          'adjust_reason',
        ],
        sums: ['qty', 'amount', 'adjust_amount'],
      },
      signatures: ['制单人', '采购员', '供应商'],
    },
  ],
});
