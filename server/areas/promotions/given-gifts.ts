import { sql } from 'kysely';
import type { orderPlaced } from '#contract/areas/orders/order-events.ts';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { activityState } from '#contract/areas/promotions/promotion-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { EventPayload } from './event-payload.ts';

/**
 * Counts what an order was given. The sale has happened: what exceeds the limit of a line is counted beside it (`over_qty`), never refused.
 * An activity all of whose lines are used up ends.
 */
export async function countGifts(
  { registry }: Kit,
  context: WriteContext,
  { order_id, warehouse_id, items }: EventPayload<typeof orderPlaced>,
): Promise<void> {
  const gifts = items.filter(({ is_gift, gift_activity_id }) => is_gift && gift_activity_id !== null);
  if (gifts.length === 0) return;
  const { db } = context;
  const ids = [...new Set(gifts.map(({ gift_activity_id }) => gift_activity_id))];
  // The activity before its lines, as its own steps take them.
  await sql`select 1 from gift_activity where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
  await sql`
    with asked as (
      select a.item_id, l.id as line_id, l.gift_id, a.qty, l.limit_qty - l.given_qty as room,
        coalesce(sum(a.qty) over (partition by l.id order by a.item_id rows between unbounded preceding and 1 preceding), 0) as before
      from jsonb_to_recordset(${JSON.stringify(gifts)}::jsonb) as a (item_id bigint, sku_id bigint, qty bigint, gift_activity_id bigint)
        join gift g on g.sku_id = a.sku_id
        join gift_activity_line l on l.gift_activity_id = a.gift_activity_id and l.gift_id = g.id
      where not exists (select 1 from gift_given o where o.item_id = a.item_id)
    ), kept as (
      insert into gift_given (item_id, order_id, line_id, gift_id, warehouse_id, qty, over_qty)
      select item_id, ${order_id}, line_id, gift_id, ${warehouse_id}, qty, least(qty, greatest(0, before + qty - room)) from asked
      returning line_id, qty, over_qty
    ), sums as (select line_id, sum(qty - over_qty)::bigint as given, sum(over_qty)::bigint as over from kept group by 1),
    lines as (
      update gift_activity_line l set given_qty = l.given_qty + s.given, over_qty = l.over_qty + s.over
      from sums s where l.id = s.line_id returning l.gift_activity_id, s.given + s.over as qty)
    update gift_activity a set given_qty = a.given_qty + n.qty
    from (select gift_activity_id, sum(qty)::bigint as qty from lines group by 1) n where a.id = n.gift_activity_id`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    select a.id from gift_activity a where a.id = any(${ids}::bigint[]) and a.status = ${activityState.running}
      and not exists (select 1 from gift_activity_line l where l.gift_activity_id = a.id and l.given_qty < l.limit_qty) order by a.id`.execute(
    db,
  );
  for (const { id } of rows)
    await runTransition(registry, context, { definition: giftActivity, name: 'useUp', id, remark: '赠品已赠完' });
}

/** An order that is not sent takes its gifts back, what went beyond a limit first. An activity that has ended stays so. */
export async function cancelGifts({ db }: WriteContext, orderId: number): Promise<void> {
  await sql`
    select 1 from gift_activity where id in (
      select l.gift_activity_id from gift_given o join gift_activity_line l on l.id = o.line_id where o.order_id = ${orderId} and o.sent_qty + o.back_qty < o.qty)
    order by id for no key update`.execute(db);
  await sql`
    with back as (
      select item_id, line_id, qty - sent_qty - back_qty as qty, least(over_qty, qty - sent_qty - back_qty) as over
      from gift_given where order_id = ${orderId} and sent_qty + back_qty < qty
    ), given as (
      update gift_given o set back_qty = o.back_qty + b.qty, over_qty = o.over_qty - b.over from back b where o.item_id = b.item_id
    ), sums as (select line_id, sum(qty)::bigint as qty, sum(over)::bigint as over from back group by 1),
    lines as (
      update gift_activity_line l set given_qty = l.given_qty - (s.qty - s.over), over_qty = l.over_qty - s.over
      from sums s where l.id = s.line_id returning l.gift_activity_id, s.qty)
    update gift_activity a set given_qty = a.given_qty - n.qty
    from (select gift_activity_id, sum(qty)::bigint as qty from lines group by 1) n where a.id = n.gift_activity_id`.execute(
    db,
  );
}
