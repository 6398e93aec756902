import { printing } from '../../kit/printing.ts';
import { stocktaking } from './stocktaking.ts';
import { paperCall } from './stocktaking-calls.ts';

const signatures = ['盘点人', '复核人', '审核人'];

/** The sheet for people with paper, which leaves the figure to the pen and never shows the book; and that of those who judge. */
export const stocktakingPrinting = printing(stocktaking, {
  access: 'stocktaking:print',
  segment: 'print',
  at: '/storage/stocktakingDetalprint?id={id}',
  formats: [
    {
      title: '盘点表',
      head: ['warehouse_id', 'take_type', 'plan_date'],
      lines: {
        from: paperCall,
        columns: ['sku_id', 'imperfect_type'],
        byHand: [stocktaking.fields.count_qty.label],
        spare: 5,
      },
      signatures,
    },
    {
      title: '差异表',
      head: ['warehouse_id', 'take_type', 'plan_date', 'round', 'posted_at'],
      lines: {
        columns: ['sku_id', 'imperfect_type', 'book_qty', 'final_qty', 'diff_qty', 'reason'],
        sums: ['book_qty', 'final_qty', 'diff_qty'],
        only: ({ diff_qty }) => diff_qty !== 0 && diff_qty !== null,
        none: '没有差异',
      },
      signatures,
    },
  ],
});
