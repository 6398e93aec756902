import { sql } from 'kysely';
import { goodsSold, orderCancelled, orderPlaced } from '#contract/areas/orders/order-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { EventPayload } from './event-payload.ts';
import { cancelGifts, countGifts } from './given-gifts.ts';
import { sendGifts } from './send-gifts.ts';

/** What orders tell: what promotions sold, and what activities gave. */
export function followOrders(kit: Kit): void {
  const { events } = kit.registry;
  events.on(orderPlaced, async (context, order) => {
    await countSales(context, order);
    await countGifts(kit, context, order);
  });
  events.on(goodsSold, (context, sold) => sendGifts(kit, context, sold));
  events.on(orderCancelled, async (context, order) => {
    if (order.whole) await takeSalesBack(context, order.order_id);
    await cancelGifts(context, order.order_id);
  });
}

type Placed = EventPayload<typeof orderPlaced>;

/** A row for each promotion of the order, and the sums of the promotions with it, in the order of their ids. */
async function countSales({ db }: WriteContext, { order_id, business_date, items }: Placed): Promise<void> {
  const sold = items.filter(({ promotion_id, is_gift }) => promotion_id !== null && !is_gift);
  if (sold.length === 0) return;
  const ids = [...new Set(sold.map(({ promotion_id }) => promotion_id))];
  await sql`select 1 from promotion where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
  await sql`
    with sold as (
      select s.promotion_id, sum(s.qty)::bigint as qty, sum(s.final_amount)::bigint as sale, sum(s.promotion_amount)::bigint as off
      from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as s (promotion_id bigint, qty bigint, final_amount bigint, promotion_amount bigint)
        join promotion p on p.id = s.promotion_id group by 1
    ), kept as (
      insert into promotion_sale (promotion_id, order_id, qty, sale_amount, discount_amount, business_date)
      select promotion_id, ${order_id}, qty, sale, off, ${business_date} from sold on conflict do nothing returning *)
    update promotion p set order_count = p.order_count + 1, sale_amount = p.sale_amount + k.sale_amount, discount_amount = p.discount_amount + k.discount_amount
    from kept k where p.id = k.promotion_id`.execute(db);
}

async function takeSalesBack({ db, now }: WriteContext, orderId: number): Promise<void> {
  await sql`
    select 1 from promotion where id in (select promotion_id from promotion_sale where order_id = ${orderId} and cancelled_at is null)
    order by id for no key update`.execute(db);
  await sql`
    with gone as (
      update promotion_sale set cancelled_at = ${now.toISOString()} where order_id = ${orderId} and cancelled_at is null returning *)
    update promotion p set order_count = p.order_count - 1, sale_amount = p.sale_amount - g.sale_amount, discount_amount = p.discount_amount - g.discount_amount
    from gone g where p.id = g.promotion_id`.execute(db);
}
