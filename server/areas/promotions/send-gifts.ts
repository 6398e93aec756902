import { sql } from 'kysely';
import type { goodsSold } from '#contract/areas/orders/order-events.ts';
import { giftReserve } from '#contract/areas/promotions/gift-stock.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { unlockStock } from '#server/ledger/lock-stock.ts';
import type { EventPayload } from './event-payload.ts';

/** Gifts have left: what the warehouse kept for them is kept no more, and goes to what had left below nothing before. */
export async function sendGifts(
  { policies }: Kit,
  context: WriteContext,
  { warehouse_id, pieces }: EventPayload<typeof goodsSold>,
): Promise<void> {
  const sent = pieces.filter(({ is_gift }) => is_gift).map(({ item_id, qty }) => ({ item_id, qty }));
  if (sent.length === 0) return;
  const { db } = context;
  const { rows: left } = await sql<{ gift_id: number; qty: number }>`
    with asked as (
      select item_id, sum(qty)::bigint as qty from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as a (item_id bigint, qty bigint) group by 1
    ), given as (
      update gift_given o set sent_qty = o.sent_qty + least(a.qty, o.qty - o.sent_qty - o.back_qty)
      from asked a where o.item_id = a.item_id returning o.gift_id, a.qty)
    select gift_id, sum(qty)::bigint as qty from given group by 1`.execute(db);
  const { rows } = await sql<{ id: number; reserve_no: string; reserved_qty: number; gift_id: number }>`
    select id, reserve_no, reserved_qty, gift_id from gift_reserve where warehouse_id = ${warehouse_id} and gift_id = any(${left.map(({ gift_id }) => gift_id)}::bigint[])
    order by id for update`.execute(db);
  // One gift, rarely two: each reservation is a document of its own, let go by itself.
  for (const reserve of rows) {
    const qty = left.find(({ gift_id }) => gift_id === reserve.gift_id)?.qty ?? 0;
    const source = { docType: giftReserve.name, docId: reserve.id, docNo: reserve.reserve_no };
    const freed = await unlockStock({ db, policies }, source, context, [{ lineId: reserve.id, qty }]);
    await sql`update gift_reserve set reserved_qty = reserved_qty - ${freed}, given_qty = given_qty + ${qty} where id = ${reserve.id}`.execute(
      db,
    );
  }
}
