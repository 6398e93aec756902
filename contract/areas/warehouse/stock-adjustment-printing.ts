import { printing } from '../../kit/printing.ts';
import { stockAdjustment } from './stock-adjustment.ts';

/** The voucher of an adjustment. What the goods cost is on it for whoever may see that. */
export const stockAdjustmentPrinting = printing(stockAdjustment, {
  at: '/storage/stockAdjustmentDet?id={id}&print=1',
  formats: [
    {
      head: [
        'warehouse_id',
        'adjust_type',
        'happened_at',
        'posted_at',
        'reason',
        'remark',
        'created_by',
        'submitted_by',
      ],
      lines: {
        columns: ['sku_id', 'imperfect_type', 'to_imperfect_type', 'zone', 'qty', 'unit_cost', 'remark'],
        sums: ['qty'],
      },
      signatures: ['制单人', '库管员', '审核人'],
    },
  ],
});
