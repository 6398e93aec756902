import { event } from '../../kit/event.ts';

/** What a cashier handed in against what the till says, as finance has judged it. Money in fen. */
export interface ConfirmedCashierBill {
  bill_id: number;
  bill_no: string;
  shop_id: number;
  cashier_id: number;
  business_date: string;
  shift: string;
  system_amount: number;
  checked_amount: number;
  /** Above zero there was more than the till says. */
  diff_amount: number;
  parts: { pay_type: number; diff_amount: number }[];
}

/** A cashier's bill is settled (3→4): what was too much or missing is booked (voucher 14). */
export const cashierBillConfirmed = event<ConfirmedCashierBill>('cashierBillConfirmed');

/** A settled cashier's bill was taken back on this business day: what followed from `cashierBillConfirmed` of it is undone. */
export const cashierBillReversed = event<ConfirmedCashierBill & { reversed_on: string; reason: string }>(
  'cashierBillReversed',
);

/**
 * A day of a channel is settled (→3): the channel has paid `channel_amount` less `fee_amount` (voucher 15). What it took of each payment
 * stands in `channel_recon_line` (`payment_id`, `fee_amount`; of channel 5 `trade_no` is the code of the coupon). Money in fen.
 */
export const channelReconFinished = event<{
  recon_id: number;
  recon_no: string;
  channel: number;
  recon_date: string;
  channel_amount: number;
  fee_amount: number;
}>('channelReconFinished');

/** Coupons of a local-life platform that its bill has paid (out_coupon 1→3). */
export const outCouponsReconciled = event<{ recon_id: number; recon_no: string; coupon_codes: string[] }>(
  'outCouponsReconciled',
);

/** A shop's bill is settled (3→4): voucher 19. Below zero the shop owes us (amendments G16). Money in fen. */
export const shopBillSettled = event<{
  bill_id: number;
  bill_no: string;
  shop_id: number;
  settle_amount: number;
  settle_date: string;
}>('shopBillSettled');
