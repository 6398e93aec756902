import { sql } from 'kysely';
import { couponState, sendOutcome, userCouponStatus, validType } from '#contract/areas/coupons/coupon-enums.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';

/** A send under way, as far as its work needs it. */
export interface RunningSend {
  readonly id: number;
  readonly coupon_id: number;
  readonly qty_per_user: number;
}

interface Kind {
  readonly status: number;
  readonly room: number;
  readonly per_user_limit: number;
  readonly valid_type: number;
  readonly valid_days: number | null;
  readonly valid_to: Date | string | null;
}

/** Members that are sent theirs in one transaction. */
const piece = 2000;

/**
 * Sends to the next members, in the running transaction; false when nobody is left. The kind is locked: what may still be sent of it, and
 * to whom, is read after that lock and raised by the same statement, so that any number of sends together never send too many (I48, K162).
 */
export async function sendPiece(
  tx: Tx,
  { id, coupon_id, qty_per_user: qty }: RunningSend,
  now: Date,
): Promise<boolean> {
  const { rows: kinds } = await sql<Kind>`
    select status, total_qty - sent_qty as room, per_user_limit, valid_type, valid_days, valid_to from coupon where id = ${coupon_id} for no key update`.execute(
    tx,
  );
  const [kind] = kinds;
  if (!kind) return false;
  const over = kind.valid_to !== null && new Date(kind.valid_to).getTime() <= now.getTime();
  const why = kind.status === couponState.ready && !over ? null : '优惠券已过期或作废';
  const dated = kind.valid_type === validType.dates;
  // Days are whole: a coupon of one day holds until the end of tomorrow.
  const until = sql`(${businessDay(now)}::date + ${kind.valid_days ?? 0}::int + 1)::timestamp at time zone 'Asia/Shanghai'`;
  const { rows } = await sql<{ count: number }>`
    with piece as (
      select l.id, l.user_id, coalesce(${why}::text, case
        when m.status <> ${userStatus.live} then '会员已冻结或注销'
        when (select count(*) from user_coupon u where u.coupon_id = ${coupon_id} and u.user_id = l.user_id and u.status <> ${userCouponStatus.voided}) + ${qty}::int
          > ${kind.per_user_limit}::int then '超过每人限领' end) as why
      from coupon_send_line l join member_user m on m.id = l.user_id
      where l.send_id = ${id} and l.outcome = ${sendOutcome.waiting} order by l.id limit ${piece}
    ), placed as (
      select p.id, p.user_id, p.why, sum(case when p.why is null then ${qty}::bigint else 0 end) over (order by p.id) as upto from piece p
    ), judged as (
      select p.id, p.user_id, coalesce(p.why, case when p.upto > ${kind.room}::bigint then '优惠券已发完' end) as why from placed p
    ), made as (
      insert into user_coupon (coupon_id, user_id, send_id, got_at, valid_from, valid_to)
      select ${coupon_id}, j.user_id, ${id}, ${now.toISOString()}::timestamptz,
        ${dated ? sql`c.valid_from` : sql`${now.toISOString()}::timestamptz`}, ${dated ? sql`c.valid_to` : until}
      from judged j join coupon c on c.id = ${coupon_id} cross join generate_series(1, ${qty}::int) where j.why is null order by j.id
      returning 1
    ), raised as (
      update coupon set sent_qty = sent_qty + (select count(*) from made) where id = ${coupon_id} returning 1
    ), told as (
      update coupon_send_line l set outcome = case when j.why is null then ${sendOutcome.done}::smallint else ${sendOutcome.refused}::smallint end,
        sent = case when j.why is null then ${qty}::bigint else 0 end, error = j.why, at = ${now.toISOString()}::timestamptz
      from judged j where l.id = j.id returning l.outcome
    ), counted as (
      update coupon_send set ok_count = ok_count + (select count(*) from told where outcome = ${sendOutcome.done}),
        error_count = error_count + (select count(*) from told where outcome = ${sendOutcome.refused}) where id = ${id} returning 1
    )
    select count(*) as count from judged`.execute(tx);
  return (rows[0]?.count ?? 0) > 0;
}
