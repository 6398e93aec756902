import { printing } from '../../kit/printing.ts';
import { inWareBatch } from './in-ware-batch.ts';

/** What is counted on at the dock before the goods are on a shelf, and what says afterwards that they are. */
export const inWareBatchPrinting = printing(inWareBatch, {
  at: '/buybox/rukuDetals?id={id}&print=1',
  access: 'InWareBatch:print',
  segment: 'print',
  formats: [
    {
      title: '入库单',
      head: [
        'in_stock_no',
        'in_type',
        'supplier_id',
        'warehouse_id',
        'arrival_id',
        'purchase_id',
        'into_time',
        'remark',
      ],
      lines: {
        columns: ['sku_id', 'imperfect_type', 'plan_qty', 'count_qty', 'in_qty', 'expire_at'],
        sums: ['plan_qty', 'count_qty', 'in_qty'],
      },
      signatures: ['清点人', '收货人', '仓库主管'],
    },
    {
      title: '清点单',
      head: ['supplier_id', 'warehouse_id', 'arrival_id', 'purchase_id', 'remark'],
      lines: {
        columns: ['sku_id', 'plan_qty'],
        sums: ['plan_qty'],
        byHand: ['正品', '残次', '到期日期'],
        spare: 5,
        // What a line was split into was counted already.
        only: ({ split_of_id }) => split_of_id === null,
      },
      signatures: ['清点人', '复核人'],
    },
  ],
});
