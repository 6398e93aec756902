import { sql } from 'kysely';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { activityState } from '#contract/areas/promotions/promotion-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { shopsOf } from './coverage.ts';

/** Gift activities: what is special about them (domain.md §4.20). */
export function serveGiftActivity(kit: Kit): void {
  serveDocument(kit, giftActivity, {
    derive: async ({ db }, values) => ({ concerned_shop_ids: await shopsOf(db, values.shop_ids) }),
    after: ({ db }, id) => refuseDisabled(db, id),
    transitions: {
      submit: {
        guard: guardReserve,
        effect: async ({ context, document }) => ({ concerned_shop_ids: await shopsOf(context.db, document.shop_ids) }),
      },
      audit: { guard: async (step) => (step.rejects ? undefined : guardReserve(step)) },
      stop: {
        effect: async ({ context, input }) => ({ end_time: context.now.toISOString(), stop_reason: input.reason }),
      },
    },
  });
}

/** Only gifts that are in use are given. */
async function refuseDisabled(db: WriteContext['db'], id: number): Promise<void> {
  const { rows } = await sql<{ place: number; name: string; status: number }>`
    select l.place, g.name, g.status from (
      select gift_id, row_number() over (order by id) as place from gift_activity_line where gift_activity_id = ${id}) l
    join gift g on g.id = l.gift_id where g.status <> 1 order by l.place limit 1`.execute(db);
  const [off] = rows;
  if (off)
    throw new Refusal('invalid', `第 ${off.place} 行的赠品“${off.name}”已停用`, `lines.${off.place - 1}.gift_id`);
}

async function guardReserve({ context, document }: Step<typeof giftActivity>): Promise<void> {
  refuseOver(context, document);
  await refuseDisabled(context.db, document.id);
  const [short] = await shortGifts(context.db, { activity: document.id });
  if (!short) return;
  const others = short.others > 0 ? `，其他活动还需要 ${short.others} 件` : '';
  throw new Refusal(
    'invalid',
    `赠品“${short.name}”在活动门店的仓库预留 ${short.reserved} 件，本活动上限 ${short.wanted} 件${others}`,
    `lines.${short.place - 1}.limit_qty`,
  );
}

function refuseOver({ now }: Pick<WriteContext, 'now'>, { end_time: to }: LockedDocument<typeof giftActivity>): void {
  if (Date.parse(to) <= now.getTime()) throw new Refusal('invalid', '结束时间已过，请修改后再提交', 'end_time');
}

const { waiting, ready, running } = activityState;
const standing = [waiting, ready, running];

interface Short {
  place: number;
  name: string;
  wanted: number;
  others: number;
  reserved: number;
}

/**
 * The lines of an activity for which the warehouses of its shops keep too little: what is kept and not promised to orders, against what it may
 * still give and what other activities of these warehouses may. The gifts are locked: of two activities at once the later one sees the other.
 */
async function shortGifts(db: WriteContext['db'], { activity }: { activity: number }): Promise<Short[]> {
  await sql`
    select 1 from gift where id in (select gift_id from gift_activity_line where gift_activity_id = ${activity}) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<Short>`
    with own as (
      select l.gift_id, l.limit_qty - l.given_qty as wanted, row_number() over (order by l.id) as place from gift_activity_line l
      where l.gift_activity_id = ${activity}
    ), places as (
      select a.id as activity_id, s.warehouse_id from gift_activity a
        join shop s on s.id = any(a.shop_ids) or cardinality(a.shop_ids) = 0
      where a.id = ${activity} or a.status = any(${standing}::smallint[])
    ), here as (select distinct warehouse_id from places where activity_id = ${activity}),
    others as (
      select l.gift_id, sum(l.limit_qty - l.given_qty) as qty from gift_activity a join gift_activity_line l on l.gift_activity_id = a.id
      where a.id <> ${activity} and a.status = any(${standing}::smallint[])
        and exists (select 1 from places p join here using (warehouse_id) where p.activity_id = a.id)
      group by 1)
    select w.place, g.name, w.wanted, coalesce(o.qty, 0)::bigint as others, k.reserved
    from own w join gift g on g.id = w.gift_id left join others o on o.gift_id = w.gift_id
      cross join lateral (
        select coalesce(sum(s.remain_qty), 0)::bigint as reserved from gift_stock s where s.gift_id = w.gift_id and s.warehouse_id in (select warehouse_id from here)) k
    where w.wanted + coalesce(o.qty, 0) > k.reserved order by w.place`.execute(db);
  return rows;
}
