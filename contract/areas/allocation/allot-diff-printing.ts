import { printing } from '../../kit/printing.ts';
import { allotDiff } from './allot-diff.ts';

/** What both ends sign: what differs, what each says, and what was decided of it. */
export const allotDiffPrinting = printing(allotDiff, {
  at: '/storage/allotdiffDetals?id={id}&print=1',
  formats: [
    {
      head: [
        'allot_id',
        'out_warehouse_id',
        'in_warehouse_id',
        'less_qty',
        'more_qty',
        'out_statement',
        'in_statement',
        'duty',
        'duty_amount',
        'decided_at',
      ],
      lines: {
        columns: [
          'sku_id',
          'imperfect_type',
          'send_qty',
          'sign_qty',
          'diff_qty',
          'out_say_qty',
          'in_say_qty',
          'decide_type',
          'diff_amount',
        ],
        sums: ['diff_qty', 'diff_amount'],
      },
      signatures: ['调出方', '调入方', '审核人', '判责人'],
    },
  ],
});
