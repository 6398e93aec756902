import { printing } from '../../kit/printing.ts';
import { allot } from './allot.ts';

/** The note that goes with the goods: one part stays, one travels, one is kept where they come to. */
export const allotPrinting = printing(allot, {
  at: '/storage/addaLlot?id={id}&print=1',
  access: 'allot:print',
  segment: 'print',
  formats: [
    {
      head: [
        'allot_type',
        'out_warehouse_id',
        'in_warehouse_id',
        'expect_date',
        'logistics_id',
        'waybill_no',
        'carton_qty',
        'sent_at',
        'remark',
      ],
      lines: {
        columns: ['sku_id', 'imperfect_type', 'qty', 'send_qty', 'sign_qty'],
        sums: ['qty', 'send_qty', 'sign_qty'],
        byHand: ['实收数量'],
      },
      signatures: ['制单人', '调出仓', '物流', '调入仓'],
      copies: ['存根联', '随货联', '调入联'],
    },
  ],
});
