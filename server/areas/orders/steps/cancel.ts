import { sql } from 'kysely';
import { orderRefund, orderRefundStatus } from '#contract/areas/after-sales/order-refund.ts';
import type { order } from '#contract/areas/orders/order.ts';
import { orderState, shareOf } from '#contract/areas/orders/order-enums.ts';
import { orderCancelled } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { openLines, withdrawOuts } from '../delivery/make-out.ts';
import { letGoOfOrder } from '../hold.ts';
import { releaseCoupons } from '../money/out-coupon.ts';
import { dayOf, namedOf } from '../named.ts';
import { linesOf } from '../sell.ts';
import { finishDue } from './finish-due.ts';
import { lapseChanges } from './lapse-changes.ts';

/** An order comes to nothing before anything of it has left: its goods are free, what was paid goes back. */
export async function cancelOrder(kit: Kit, step: Step<typeof order>): Promise<Values> {
  const { context, document } = step;
  await release(kit, context, document);
  await lapseChanges(kit, context, document.id);
  if (document.status === orderState.toPay) {
    await releaseCoupons(kit, context, document.id);
    await tell(kit, step, { whole: true });
    return { paid_amount: 0, pay_due_at: null };
  }
  await giveBack(kit, step, Number(document.paid_amount));
  await tell(kit, step, { whole: true });
  return { pay_due_at: null };
}

/** There is something left to give up. */
export async function guardRest({ context, document }: Step<typeof order>): Promise<void> {
  if ((await openLines(context, document.id)).length === 0)
    throw new Refusal('illegalTransition', `${String(document.order_no)} 没有未发货的货品`);
}

/** What has not left is not sent any more: what of its lines was paid for it goes back, to the fen. */
export async function cancelRest(kit: Kit, step: Step<typeof order>): Promise<Values> {
  const { context, document } = step;
  await release(kit, context, document);
  const lines = await linesOf(context, document.id);
  const worth = lines.reduce(
    (sum, line) => sum + shareOf(line.final_amount, line.qty, { from: line.shipped_qty, to: line.qty }),
    0,
  );
  const rest = lines.reduce((sum, line) => sum + line.qty - line.shipped_qty, 0);
  await sql`
    update sale_order_item set cancelled_qty = qty - shipped_qty where sale_order_id = ${document.id} and qty > shipped_qty`.execute(
    context.db,
  );
  await giveBack(kit, step, Math.min(worth, Number(document.paid_amount)));
  await tell(kit, step, { whole: false });
  return { cancelled_qty: rest, ...(await finishDue(context)) };
}

async function release(kit: Kit, context: WriteContext, document: LockedDocument<typeof order>): Promise<void> {
  await withdrawOuts(kit, context, document.id);
  await letGoOfOrder(kit, context, { id: document.id, no: document.order_no });
}

/**
 * Money goes back by a refund that nobody has to pass: finance or the channel pays it out. Of an order that goods were exchanged for it is
 * audited like that of the after-sales, with its dealer: else a refund of three hands (amendments E) would be one of two by way of an exchange.
 */
async function giveBack(
  kit: Kit,
  { context, document, input, transition }: Step<typeof order>,
  amount: number,
): Promise<void> {
  if (amount <= 0) return;
  const { rows: exchanges } = await sql<{ dealer_id: number | null }>`
    select dealer_id from order_service where new_order_id = ${document.id} order by id limit 1`.execute(context.db);
  const [exchanged] = exchanges;
  await createDocument(kit, context, {
    definition: orderRefund,
    values: {
      order_id: document.id,
      amount,
      refund_way: theWayItCame,
      reason: String(input.reason ?? transition.label),
      dealer_id: exchanged?.dealer_id ?? null,
    },
    status: exchanged ? toAudit : toRefund,
    label: `订单 ${String(document.order_no)} ${transition.label}时生成`,
  });
}

async function tell(
  kit: Kit,
  { context, document, input, transition }: Step<typeof order>,
  { whole }: { whole: boolean },
): Promise<void> {
  const at = context.now.toISOString();
  await kit.registry.events.emit(context, orderCancelled, {
    ...namedOf(document, { at, day: await dayOf(context.db, at) }),
    reason: String(input.reason ?? transition.label),
    whole,
  });
}

/** refund_way 1 of domain.md §2, and the states of a refund that is to be audited first, or only to be paid out. */
const theWayItCame = 1;
const { toAudit, toRefund } = orderRefundStatus;
