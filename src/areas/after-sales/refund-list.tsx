import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { refundAt } from './addresses.ts';

/** Refunds: audited in batches, paid out one by one. */
export function Screen() {
  return <ListPage definition={orderRefund} openAt={(row) => refundAt.detail(row.id)} />;
}
