import {
  type ConfirmedCashierBill,
  cashierBillConfirmed,
  cashierBillReversed,
  channelReconFinished,
  shopBillSettled,
} from '#contract/areas/cashier/cashier-events.ts';
import { type Booking, booking, type Part } from './booking.ts';

const billNamed = ({ bill_id, bill_no }: ConfirmedCashierBill) => ({
  source: { definition: { name: 'cashierBill' }, id: bill_id, no: bill_no },
});

/** What was too much or missing, by kind of payment: its subject is that of the kind. */
const differences = ({ parts, shop_id }: ConfirmedCashierBill, sign: 1 | -1): readonly Part[] =>
  parts.map(({ pay_type, diff_amount }) => ({
    part: `${diff_amount > 0 ? 'long' : 'short'}${pay_type}`,
    amount: sign * Math.abs(diff_amount),
    debit: { shop_id },
    credit: { shop_id },
  }));

/** What tills, channels and shops come to: vouchers 14, 15 and 19 (domain.md §7.2). */
export const cashierBookings: readonly Booking[] = [
  booking({
    kind: cashierBillConfirmed,
    biz: 14,
    read: async (_context, bill) => ({
      ...billNamed(bill),
      day: bill.business_date,
      summary: `收银长短款 ${bill.bill_no}`,
      parts: differences(bill, 1),
    }),
  }),
  booking({
    kind: cashierBillReversed,
    biz: 14,
    read: async (_context, bill) => ({
      ...billNamed(bill),
      day: bill.reversed_on,
      summary: `收银长短款(反确认) ${bill.bill_no}`,
      parts: differences(bill, -1),
    }),
  }),
  booking({
    kind: channelReconFinished,
    biz: 15,
    read: async (_context, { recon_id, recon_no, channel, recon_date, channel_amount, fee_amount }) => ({
      source: { definition: { name: 'channelRecon' }, id: recon_id, no: recon_no },
      day: recon_date,
      summary: `渠道到账及手续费 ${recon_no}`,
      parts: [
        { part: `net${channel}`, amount: channel_amount - fee_amount },
        { part: `fee${channel}`, amount: fee_amount },
      ],
    }),
  }),
  booking({
    kind: shopBillSettled,
    biz: 19,
    read: async (_context, { bill_id, bill_no, shop_id, settle_amount, settle_date }) => ({
      source: { definition: { name: 'shopBill' }, id: bill_id, no: bill_no },
      day: settle_date,
      summary: `门店结算 ${bill_no}`,
      parts: [
        {
          part: settle_amount < 0 ? 'owed' : 'share',
          amount: Math.abs(settle_amount),
          debit: { shop_id },
          credit: { shop_id },
        },
      ],
    }),
  }),
];
