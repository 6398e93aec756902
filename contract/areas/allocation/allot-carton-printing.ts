import { printing } from '../../kit/printing.ts';
import { allotCarton } from './allot-carton.ts';

/** The label on a carton: its number as a barcode, where it goes, and what is in it. */
export const allotCartonPrinting = printing(allotCarton, {
  at: '/storage/addOut?carton=1&id={id}&print=1',
  access: 'allotOut:print',
  formats: [
    {
      title: '箱唛',
      paper: { width: 100, height: 150, margin: 5 },
      head: ['allot_id', 'out_warehouse_id', 'in_warehouse_id', 'carton_place', 'carton_qty'],
      lines: { columns: ['sku_id', 'qty'], sums: ['qty'] },
    },
  ],
});
