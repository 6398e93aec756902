import { sql } from 'kysely';
import { adjustKind } from '#contract/areas/members/member-adjust.ts';
import { bizOf } from '#contract/areas/members/member-enums.ts';
import { shareOf, till } from '#contract/areas/orders/order-enums.ts';
import {
  type OrderNamed,
  orderCancelled,
  orderFinished,
  orderPlaced,
  saleReturned,
} from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { writeMove } from './member-ledger.ts';

/**
 * Points that an order was priced with are used by it, a point for each fen (domain.md §13.8): of a channel as it is placed, of a till once its
 * goods have left. They come back with the pieces that come back or are never sent, exactly by pieces.
 */
export function pricedWithPoints({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(orderPlaced, async (context, placed) => {
    if (placed.source !== till) await use(context, placed);
  });
  events.on(orderFinished, async (context, finished) => {
    if (finished.source === till) await use(context, finished);
  });
  events.on(
    orderCancelled,
    async (context, cancelled) => await giveBack(context, cancelled, cancelled.whole ? 'all' : []),
  );
  events.on(saleReturned, async (context, returned) => await giveBack(context, returned, returned.pieces));
}

async function use(
  context: WriteContext,
  { user_id: userId, order_id: id, order_no: sourceNo, source }: OrderNamed,
): Promise<void> {
  if (userId === null) return;
  const { rows } = await sql<{ wanted: number }>`
    select point_amount as wanted from sale_order where id = ${id} and point_amount > 0`.execute(context.db);
  const wanted = rows[0]?.wanted ?? 0;
  if (wanted === 0) return;
  const { rows: members } = await sql<{ balance: number; user_no: string }>`
    select point_balance as balance, user_no from member_user where id = ${userId} for no key update`.execute(
    context.db,
  );
  const { balance = 0, user_no = '' } = members[0] ?? {};
  if (balance < wanted && source !== till)
    throw new Refusal('invalid', `会员 ${user_no} 的积分为 ${balance}，不够抵扣 ${wanted}`, 'point_amount');
  // A till has sold already: it takes what there is, and its row says what was missing (amendments G19).
  const taken = Math.min(wanted, Math.max(balance, 0));
  if (taken === 0) return;
  const reason = taken < wanted ? `订单抵扣 ${wanted}，积分不足` : '订单抵扣';
  await writeMove(context, { kind: adjustKind.points, userId, biz: bizOf.used, change: -taken, sourceNo, reason });
}

async function giveBack(
  context: WriteContext,
  { user_id: userId, order_id: id, order_no: sourceNo, ...named }: OrderNamed & { service_id?: number },
  pieces: 'all' | readonly { readonly item_id: number; readonly qty: number }[],
): Promise<void> {
  if (userId === null) return;
  const { rows: sums } = await sql<{ used: number; back: number }>`
    select -coalesce(sum(change_value) filter (where biz_type = ${bizOf.used}), 0)::bigint as used,
      coalesce(sum(change_value) filter (where biz_type = ${bizOf.givenBack}), 0)::bigint as back
    from member_point where user_id = ${userId} and source_no = ${sourceNo}`.execute(context.db);
  const { used = 0, back = 0 } = sums[0] ?? {};
  if (used === 0) return;
  const due =
    pieces === 'all' ? used : Math.min(used, await dueFor(context, { id, pieces, besides: named.service_id }));
  if (due === back) return;
  await writeMove(context, {
    kind: adjustKind.points,
    userId,
    biz: bizOf.givenBack,
    change: due - back,
    sourceNo,
    reason: due > back ? '抵扣退回' : '退货寄回',
  });
}

/** What of an order's points goes back for all of its pieces that came back, these among them, or are never sent. */
async function dueFor(
  { db }: WriteContext,
  {
    id,
    pieces,
    besides,
  }: {
    id: number;
    pieces: readonly { readonly item_id: number; readonly qty: number }[];
    besides: number | undefined;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number; qty: number; points: number; gone: number }>`
    select i.id, i.qty, i.point_amount as points, (i.cancelled_qty + coalesce((
      select sum(l.return_qty) from order_service_line l join order_service v on v.id = l.order_service_id
      where l.order_item_id = i.id and v.id is distinct from ${besides ?? null}::bigint and v.status in (3, 4, 5)), 0))::bigint as gone
    from sale_order_item i where i.sale_order_id = ${id}`.execute(db);
  return rows.reduce((sum, item) => {
    // Pieces that are sent to their customer again are told below zero: their after-sales counts nothing any more.
    const now = pieces.reduce((total, piece) => total + (piece.item_id === item.id ? Math.max(piece.qty, 0) : 0), 0);
    return sum + shareOf(item.points, item.qty, { from: 0, to: Math.min(item.gone + now, item.qty) });
  }, 0);
}
