import { sql } from 'kysely';
import { z } from 'zod';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { type CouponFigures, couponCalls } from '#contract/areas/coupons/coupon-calls.ts';
import { userCouponStatus as is, sendTarget, sendTargets } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { couponNote, couponSendLine, userCoupon } from '#contract/areas/coupons/user-coupon.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { couponHooks } from './coupon.ts';
import { listenToOrders } from './listen.ts';
import { sendHooks } from './send.ts';
import { countTargets, resolveNames } from './targets.ts';

/** Serves coupons, their sending, and what members hold. */
export function serveCoupons(kit: Kit): void {
  const { registry } = kit;
  serveDocument(kit, coupon, couponHooks);
  serveDocument(kit, couponSend, sendHooks(kit.numbers));
  serveEntity(kit, couponSendLine);
  serveEntity(kit, userCoupon);
  serveEntity(kit, couponNote);
  listenToOrders(registry.events);
  const ids = z.array(z.int().min(1)).max(limits.pastedEntries, tooManyEntries()).optional();
  registry.read(
    couponCalls.targets,
    z.strictObject({
      target_type: z.literal(Object.keys(sendTargets).map(Number)),
      label_ids: ids,
      user_ids: ids,
      names: z.array(z.string().trim().min(1).max(limits.name)).max(limits.pastedEntries, tooManyEntries()).optional(),
    }),
    async (context, asked) => {
      const { unknown } =
        asked.target_type === sendTarget.names ? await resolveNames(context, asked.names ?? []) : { unknown: [] };
      return { user_count: await countTargets(context, asked), unknown };
    },
    couponSend,
  );
  registry.read(couponCalls.figures, z.strictObject({ id: z.int().min(1) }), readFigures);
}

/** The last thirty days on which anything happened. */
const days = 30;

async function readFigures({ db }: ReadContext, { id }: { id: number }): Promise<CouponFigures> {
  const { rows } = await sql<Omit<CouponFigures, 'days'>>`
    select c.total_qty, c.sent_qty, count(u.id) filter (where u.status = ${is.free}) as free, count(u.id) filter (where u.status = ${is.locked}) as locked,
      count(u.id) filter (where u.status = ${is.used}) as used, count(u.id) filter (where u.status = ${is.expired}) as expired,
      count(u.id) filter (where u.status = ${is.voided}) as voided
    from coupon c left join user_coupon u on u.coupon_id = c.id where c.id = ${id} group by c.id`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Refusal('notFound');
  const { rows: byDay } = await sql<CouponFigures['days'][number]>`
    select day::text as day, sum(sent)::bigint as sent, sum(used)::bigint as used from (
      select (got_at at time zone 'Asia/Shanghai')::date as day, 1 as sent, 0 as used from user_coupon where coupon_id = ${id}
      union all
      select (used_at at time zone 'Asia/Shanghai')::date, 0, 1 from user_coupon where coupon_id = ${id} and status = ${is.used}
    ) d group by 1 order by 1 desc limit ${days}`.execute(db);
  return { ...sums, days: byDay };
}
