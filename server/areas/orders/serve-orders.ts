import { orderAccount, orderFlow } from '#contract/areas/orders/order-account.ts';
import { orderCustomerRecord } from '#contract/areas/orders/order-customer-record.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import { orderPayment } from '#contract/areas/orders/order-payment.ts';
import { payeeStatement } from '#contract/areas/orders/payee-statement.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveOut } from './delivery/serve-out.ts';
import { followAfterSales } from './follow-after-sales.ts';
import { followOffsets } from './follow-offsets.ts';
import { forgetReceivers } from './forget-member.ts';
import { serveRefusals } from './intake/refusals.ts';
import { serveChangePrice } from './money/change-price.ts';
import { serveOutCoupon } from './money/out-coupon.ts';
import { servePicking } from './picking/serve-picking.ts';
import { serveOrderCalls } from './serve-calls.ts';
import { serveOrder } from './steps/serve-order.ts';
import { takeFees } from './take-fees.ts';

/** Orders of customers, from the push of a till or a channel to their end (domain.md §4.21, §6.3). */
export function serveOrders(kit: Kit): void {
  for (const view of [orderPayment, orderCustomerRecord, orderAccount, orderFlow, payeeStatement])
    serveEntity(kit, view);
  serveEntity(kit, orderLabel, {
    mayEdit: (_actor, record) =>
      record.is_system === true ? new Refusal('invalid', '系统标签不能修改', 'name') : undefined,
  });
  serveOrder(kit);
  serveOut(kit);
  servePicking(kit);
  serveChangePrice(kit);
  serveOutCoupon(kit);
  serveOrderCalls(kit);
  serveRefusals(kit);
  followOffsets(kit);
  followAfterSales(kit);
  takeFees(kit);
  forgetReceivers(kit);
}
