import { sql } from 'kysely';
import { orderService, serviceKind } from '#contract/areas/after-sales/order-service.ts';
import {
  exchangeCredited,
  exchangeOrdered,
  goodsSold,
  orderCancelled,
  orderFinished,
} from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { holdOrder, namedOf } from '../order-standing.ts';
import { taxBack } from '../refund/tax-back.ts';

export async function guardExchange({ found }: Step<typeof orderService>): Promise<void> {
  if (found.service_type !== serviceKind.exchange)
    throw new Refusal('illegalTransition', '只有换货的售后单可以生成换货订单');
  if (found.new_order_id !== null) throw new Refusal('illegalTransition', '已生成换货订单');
}

/** The goods that came back become other goods: an order for them, paid by what the old ones were worth (amendments C). */
export async function exchange({ registry }: Pick<Kit, 'registry'>, step: Step<typeof orderService>): Promise<Values> {
  const { context, document } = step;
  const { db, now } = context;
  const order = await holdOrder(db, requireField(document, 'order_id'));
  const { rows: lines } = await sql<{ item_id: number; new_sku_id: number; qty: number; amount: number }>`
    select order_item_id as item_id, coalesce(new_sku_id, sku_id) as new_sku_id, return_qty as qty, refund_amount as amount from order_service_line
    where order_service_id = ${document.id} and return_qty > 0 order by id`.execute(db);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const named = namedOf(order, now);
  const service = { service_id: document.id, service_no: String(document.service_no) };
  await registry.events.emit(context, exchangeOrdered, {
    ...named,
    ...service,
    amount,
    items: lines.map(({ new_sku_id: sku_id, qty, amount: worth }) => ({ sku_id, qty, amount: worth })),
  });
  const made = await madeFor(context, document.id);
  if (made === undefined) throw new Refusal('illegalTransition', '换货订单没有生成，请联系订单管理员');
  await registry.events.emit(context, exchangeCredited, {
    ...named,
    ...service,
    new_order_id: made,
    amount,
    tax_amount: (await taxBack(db, lines)).reduce((sum, { tax_amount }) => sum + tax_amount, 0),
  });
  return { new_order_id: made };
}

/** Whoever makes orders says which one it made, by the number it is known under. */
async function madeFor({ db }: WriteContext, serviceId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select o.id from sale_order o join order_service v on v.id = ${serviceId} and o.source_order_no = v.service_no where not o.imported order by o.id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Once the new goods have left whole, or are not sent any more and their money goes back, the exchange is done. */
export function finishExchanges({ registry }: Pick<Kit, 'registry'>): void {
  const finish = async (context: WriteContext, orderId: number, whole = false): Promise<void> => {
    const { rows } = await sql<{ id: number }>`
      select v.id from order_service v where v.new_order_id = ${orderId} and v.status = 3 and (${whole}::boolean
        or not exists (select 1 from sale_order_item i where i.sale_order_id = ${orderId} and i.shipped_qty + i.cancelled_qty < i.qty))`.execute(
      context.db,
    );
    for (const { id } of rows)
      await runTransition(registry, context, { definition: orderService, name: 'exchanged', id });
  };
  registry.events.on(goodsSold, (context, { order_id }) => finish(context, order_id));
  registry.events.on(orderFinished, (context, { order_id }) => finish(context, order_id));
  registry.events.on(orderCancelled, (context, { order_id, whole }) => finish(context, order_id, whole));
}
