import { printing } from '../../kit/printing.ts';
import { arrivalOrder } from './arrival-order.ts';

/** What the driver brings and the dock checks: the appointment, and its goods with room for what is counted. */
export const arrivalOrderPrinting = printing(arrivalOrder, {
  at: '/buybox/yuyueDetals?id={id}&print=1',
  access: 'arrivalOrder:print',
  segment: 'print',
  formats: [
    {
      head: [
        'supplier_id',
        'warehouse_id',
        'appoint_date',
        'appoint_slot',
        'waybill_no',
        'truck_no',
        'carton_qty',
        'remark',
      ],
      lines: { columns: ['purchase_line_id', 'sku_id', 'plan_qty'], sums: ['plan_qty'], byHand: ['实收数量'] },
      signatures: ['送货人', '收货人', '仓库主管'],
    },
  ],
});
