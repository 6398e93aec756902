import { printing } from '../../kit/printing.ts';
import { statement } from './statement.ts';

const figures = [
  'goods_amount',
  'check_adjust_amount',
  'fine_amount',
  'expense_amount',
  'adjust_amount',
  'carried_amount',
  'total_amount',
  'tax_amount',
  'prepay_offset_amount',
  'payable_amount',
] as const;

const lines = {
  columns: ['check_bill_id', 'item_type', 'settle_item_id', 'amount', 'tax_amount'],
  sums: ['amount', 'tax_amount'],
} as const;

/** The statement that supplier and company sign. */
export const statementPrinting = printing(statement, {
  at: '/finance/statementPrint?id={id}',
  access: 'statement:print',
  segment: 'print',
  formats: [
    {
      head: ['supplier_id', 'purchaser_id', 'period_from', 'period_to', ...figures, 'invoice_no', 'due_date', 'remark'],
      inWords: 'payable_amount',
      lines,
      signatures: ['制单人', '部门审核', '采购员', '供应商'],
    },
  ],
});

/** That a statement has been paid in full. */
export const payOffPrinting = printing(statement, {
  at: '/finance/payOffPrint?id={id}',
  access: 'statement:print',
  segment: 'payOffPrint',
  // 已付清
  states: [6],
  formats: [
    {
      title: '结清单',
      head: [
        'supplier_id',
        'period_from',
        'period_to',
        'total_amount',
        'prepay_offset_amount',
        'payable_amount',
        'paid_amount',
        'unpaid_amount',
        'supplier_confirmed_at',
        'confirm_by',
      ],
      inWords: 'payable_amount',
      lines,
      signatures: ['财务', '供应商'],
    },
  ],
});
