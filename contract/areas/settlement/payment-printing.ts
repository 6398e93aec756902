import { printing } from '../../kit/printing.ts';
import { payment } from './payment.ts';

/** The order to pay, as it goes to whoever signs it. */
export const paymentPrinting = printing(payment, {
  at: '/finance/paymentPrint?id={id}',
  access: 'payment:print',
  segment: 'print',
  formats: [
    {
      head: [
        'payment_type',
        'direction',
        'supplier_id',
        'payee_name',
        'payee_account_no',
        'payee_bank',
        'payee_branch',
        'amount',
        'expect_date',
        'due_date',
        'pay_account',
        'pay_date',
        'bank_serial_no',
        'remark',
      ],
      inWords: 'amount',
      inFours: ['payee_account_no'],
      lines: { columns: ['statement_id', 'purchase_id', 'unpaid_amount', 'amount'], sums: ['amount'] },
      signatures: ['申请人', '部门审核', '财务审核', '出纳'],
    },
  ],
});
