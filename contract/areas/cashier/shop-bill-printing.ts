import { printing } from '../../kit/printing.ts';
import { shopBill } from './shop-bill.ts';

/** The bill that the shop signs. */
export const shopBillPrinting = printing(shopBill, {
  at: '/finance/shopSettle?id={id}&print=1',
  formats: [
    {
      head: [
        'shop_id',
        'shop_type',
        'period_type',
        'period',
        'cashier_bill_count',
        'order_count',
        'sale_amount',
        'refund_amount',
        'discount_amount',
        'receive_amount',
        'fee_amount',
        'cash_diff_amount',
        'expense_amount',
        'share_rate_bp',
        'share_amount',
        'settle_amount',
        'settle_date',
        'remark',
      ],
      signatures: ['制单人', '门店', '财务'],
    },
  ],
});
