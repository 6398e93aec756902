import { sql } from 'kysely';
import { couponState, userCouponStatus as is } from '#contract/areas/coupons/coupon-enums.ts';
import type { OrderNamed } from '#contract/areas/orders/order-events.ts';
import { orderCancelled, orderPaid, orderPlaced, orderRefunded } from '#contract/areas/orders/order-events.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Events } from '#server/kit/events.ts';

/**
 * What orders do to the coupons of their members (domain.md §4.20, amendments D). A sale that has happened is refused for no coupon: what
 * cannot be taken is noted. Kinds of coupons are locked before those that members hold, each by their ids, as sends and cancellations do.
 */
export function listenToOrders(events: Events): void {
  events.on(orderPlaced, async (context, { coupon_codes: codes, ...order }) => {
    if (codes.length > 0) await holdCoupons(context, order, [...new Set(codes)]);
  });
  events.on(orderPaid, useCoupons);
  events.on(orderCancelled, async (context, order) => {
    if (order.whole) await returnCoupons(context, order, { refunded: false });
  });
  events.on(orderRefunded, async (context, order) => {
    if (order.full) await returnCoupons(context, order, { refunded: true });
  });
}

interface Held {
  readonly id: number;
  readonly code: string;
  readonly coupon_id: number;
  readonly user_id: number;
  readonly status: number;
  readonly kind_status: number;
  readonly valid_from: Date | string;
  readonly valid_to: Date | string;
}

async function holdCoupons(
  { db }: WriteContext,
  { order_id, order_no, user_id, at }: OrderNamed,
  codes: readonly string[],
): Promise<void> {
  const wanted = arrayOf('text', codes);
  await sql`
    select 1 from coupon where id in (select coupon_id from user_coupon where code = any(${wanted})) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<Held>`
    select u.id, u.code, u.coupon_id, u.user_id, u.status, c.status as kind_status, u.valid_from, u.valid_to
    from user_coupon u join coupon c on c.id = u.coupon_id where u.code = any(${wanted}) order by u.id for update of u`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.code, row]));
  const judged = codes.map((code) => {
    const held = found.get(code);
    return { code, held, why: whyNot(held, { user_id, at }) };
  });
  const fit = judged.flatMap(({ held, why }) => (held && why === undefined ? [held.id] : []));
  await sql`
    update user_coupon set status = ${is.locked}, order_id = ${order_id}, order_no = ${order_no} where id = any(${arrayOf('bigint', fit)})`.execute(
    db,
  );
  const unfit = judged.filter(({ why }) => why !== undefined);
  if (unfit.length === 0) return;
  await sql`
    insert into coupon_note (order_id, order_no, code, coupon_id, user_id, reason, at)
    select ${order_id}, ${order_no}, n.code, n.coupon_id, ${user_id}, n.reason, ${at}
    from ${rowsOf('n', {
      code: ['text', unfit.map(({ code }) => code)],
      coupon_id: ['bigint', unfit.map(({ held }) => held?.coupon_id ?? null)],
      reason: ['text', unfit.map(({ why }) => why)],
    })} on conflict do nothing`.execute(db);
}

/** A till that was off tells late: a coupon counts as it was when the sale happened, though it has run out since. */
function whyNot(held: Held | undefined, { user_id, at }: Pick<OrderNamed, 'user_id' | 'at'>): string | undefined {
  if (!held) return '券码不存在';
  if (held.user_id !== user_id) return '不是下单会员的券';
  if (held.status === is.locked) return '已被其他订单锁定';
  if (held.status === is.used) return '已使用';
  if (held.status === is.voided) return '已作废';
  const time = Date.parse(at);
  if (time < new Date(held.valid_from).getTime()) return '未到有效期';
  return time >= new Date(held.valid_to).getTime() ? '已过期' : undefined;
}

/** Locks what an order holds, kinds first; of a paid order there is nothing left to be locked twice. */
async function heldBy({ db }: WriteContext, orderId: number): Promise<Held[]> {
  await sql`
    select 1 from coupon where id in (select coupon_id from user_coupon where order_id = ${orderId}) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<Held>`
    select u.id, u.code, u.coupon_id, u.user_id, u.status, c.status as kind_status, u.valid_from, u.valid_to
    from user_coupon u join coupon c on c.id = u.coupon_id where u.order_id = ${orderId} order by u.id for update of u`.execute(
    db,
  );
  return rows;
}

async function useCoupons(context: WriteContext, { order_id, at }: OrderNamed): Promise<void> {
  const locked = (await heldBy(context, order_id)).filter(({ status }) => status === is.locked);
  if (locked.length === 0) return;
  await sql`
    update user_coupon set status = ${is.used}, used_at = ${at} where id = any(${arrayOf(
      'bigint',
      locked.map(({ id }) => id),
    )})`.execute(context.db);
  await count(context, { used: locked, voided: [], by: 1 });
}

/** They are the member's again, unless they have run out or been voided meanwhile. After a refund a coupon that ran out stays used. */
async function returnCoupons(
  context: WriteContext,
  { order_id }: OrderNamed,
  { refunded }: { refunded: boolean },
): Promise<void> {
  const now = context.now.getTime();
  const over = (held: Held) => new Date(held.valid_to).getTime() <= now || held.kind_status === couponState.expired;
  const found = (await heldBy(context, order_id)).filter((held) =>
    refunded
      ? held.status === is.used && !over(held) && held.kind_status === couponState.ready
      : held.status === is.locked || held.status === is.used,
  );
  if (found.length === 0) return;
  const next = (held: Held): number =>
    held.kind_status === couponState.cancelled ? is.voided : over(held) ? is.expired : is.free;
  await sql`
    update user_coupon u set status = n.status, order_id = null, order_no = null, used_at = null
    from ${rowsOf('n', { id: ['bigint', found.map(({ id }) => id)], status: ['smallint', found.map(next)] })} where u.id = n.id`.execute(
    context.db,
  );
  await count(context, {
    used: found.filter(({ status }) => status === is.used),
    voided: found.filter((held) => next(held) === is.voided),
    by: -1,
  });
}

/** Keeps the sums of the kinds, which are locked (I48). */
async function count(
  { db }: WriteContext,
  { used, voided, by }: { used: readonly Held[]; voided: readonly Held[]; by: 1 | -1 },
): Promise<void> {
  await sql`
    update coupon c set used_qty = c.used_qty + n.used * ${by}::int, sent_qty = c.sent_qty - n.voided
    from (
      select coupon_id, count(*) filter (where voided = 0) as used, count(*) filter (where voided = 1) as voided
      from ${rowsOf('r', {
        coupon_id: ['bigint', [...used, ...voided].map(({ coupon_id }) => coupon_id)],
        voided: ['smallint', [...used.map(() => 0), ...voided.map(() => 1)]],
      })} group by 1
    ) n where c.id = n.coupon_id`.execute(db);
}
