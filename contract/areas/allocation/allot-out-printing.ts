import { printing } from '../../kit/printing.ts';
import { allotOut } from './allot-out.ts';

const head = ['allot_id', 'out_warehouse_id', 'in_warehouse_id', 'total_qty'] as const;

/** What people walk through the warehouse with, and what lies in the first carton. */
export const allotOutPrinting = printing(allotOut, {
  at: '/storage/addOut?id={id}&print=1',
  access: 'allotOut:print',
  segment: 'print',
  formats: [
    {
      title: '拣货单',
      head,
      lines: {
        columns: ['sku_id', 'imperfect_type', 'qty', 'stock_batch_id'],
        sums: ['qty'],
        byHand: ['实拣数量', '备注'],
      },
      signatures: ['拣货人', '复核人'],
    },
    {
      title: '装箱单',
      head: [...head, 'pick_qty', 'carton_qty', 'picker_id', 'packed_at'],
      lines: {
        columns: ['sku_id', 'imperfect_type', 'pick_qty', 'carton_no'],
        sums: ['pick_qty'],
        only: ({ pick_qty: picked }) => Number(picked ?? 0) > 0,
        none: '没有拣货',
      },
      signatures: ['装箱人', '复核人'],
    },
  ],
});
