import { sql } from 'kysely';
import type { order } from '#contract/areas/orders/order.ts';
import { payWay } from '#contract/areas/orders/order-enums.ts';
import { orderFinished } from '#contract/areas/orders/order-events.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { dayOf, namedOf } from '../named.ts';

/** An order is finished: what it comes to after what goes back of it, or was exchanged for other goods, is what points and growth follow from. */
export async function finish(
  { registry }: Pick<Kit, 'registry'>,
  { context, document }: Step<typeof order>,
): Promise<Values> {
  const { db, now } = context;
  const at = now.toISOString();
  const { rows } = await sql<{ back: number; stored: number }>`
    select ((select coalesce(sum(amount), 0) from order_refund where order_id = ${document.id} and status in (1, 2, 3, 4, 5))
        + (select coalesce(sum(deal_amount), 0) from order_service where order_id = ${document.id} and new_order_id is not null))::bigint as back,
      (select coalesce(sum(amount), 0)::bigint from order_payment where order_id = ${document.id} and pay_type = ${payWay.stored}) as stored`.execute(
    db,
  );
  const { back = 0, stored = 0 } = rows[0] ?? {};
  await registry.events.emit(context, orderFinished, {
    ...namedOf(document, { at, day: await dayOf(db, at) }),
    paid_amount: Math.max(Number(document.paid_amount) - back, 0),
    stored_amount: stored,
  });
  return { finished_at: at, finish_due_at: null };
}
