import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { sendAt } from './addresses.ts';

/** Sends of coupons. */
export function Screen() {
  return <ListPage definition={couponSend} newAt={sendAt.fresh} openAt={(row) => sendAt.detail(row.id)} />;
}
