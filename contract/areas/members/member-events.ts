import { event } from '../../kit/event.ts';

/** A member is forgotten on their own request: what says who they are goes, wherever it stands. */
export const memberForgotten = event<{ user_id: number; user_no: string }>('memberForgotten');

/** A paid membership that was bought by hand, as its money is booked. What an order sold is booked with the order. */
export interface BookedMembership {
  membership_id: number;
  membership_no: string;
  user_id: number;
  shop_id: number | null;
  /** One of `paidWays`. */
  pay_type: number;
  /** Fen, tax included; and the rate of the tax within it. */
  amount: number;
  tax_rate_bp: number;
  business_date: string;
}

/** Its money is in: it is owed to the member until the membership ends. */
export const membershipBought = event<BookedMembership>('membershipBought');

/** Its time is over: what was paid for it is earned. */
export const membershipEnded = event<BookedMembership>('membershipEnded');

/** It was given back before its time: so much of its money went back, and the rest is earned. */
export const membershipRefunded = event<BookedMembership & { refund_amount: number }>('membershipRefunded');

/** A rebate as it is booked. Fen. */
export interface BookedRebate {
  rebate_id: number;
  rebate_no: string;
  user_id: number;
  shop_id: number | null;
  amount: number;
  business_date: string;
}

/** A rebate was paid out as stored value: an expense of selling that is owed to the member from now on. */
export const rebateSettled = event<BookedRebate>('rebateSettled');

/** Money of the order of a rebate that was paid out went back: so much of it was taken out of stored value again. */
export const rebateTakenBack = event<BookedRebate>('rebateTakenBack');
