import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bizOf } from '#contract/areas/members/member-enums.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';

/** Members in one transaction. */
const atOnce = 500;

/**
 * Points whose year has ended leave by a row of their own (domain.md §13.8: on 31 December of the year after they came). Whatever was used
 * or taken back used up the oldest first. Asked again it finds nothing; answers of how many members points ended.
 */
export async function expirePoints(db: Kysely<unknown>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from (${endedOf(now, sql`true`)}) e order by 1`.execute(db);
  let ended = 0;
  for (let from = 0; from < rows.length; from += atOnce) {
    const ids = rows.slice(from, from + atOnce).map(({ id }) => id);
    ended += await inTransaction(db, async (tx) => {
      await sql`select 1 from member_user where id = any(${ids}::bigint[]) order by id for no key update`.execute(tx);
      // Judged again under the lock: meanwhile points may have been used.
      const { rows: done } = await sql`
        insert into member_point (user_id, biz_type, change_value, reason, at, admin_id)
        select e.user_id, ${bizOf.expired}, -least(e.points, u.point_balance), '积分到期', ${now.toISOString()}, ${systemActor.id}
        from (${endedOf(now, sql`p.user_id = any(${ids}::bigint[])`)}) e join member_user u on u.id = e.user_id
        where u.point_balance > 0 order by e.user_id returning 1`.execute(tx);
      return done.length;
    });
  }
  return ended;
}

/** What of the points of members has ended and is still there. */
const endedOf = (now: Date, which: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select p.user_id, (coalesce(sum(p.change_value) filter (where p.change_value > 0 and points_end_at(p.at) < ${now.toISOString()}::timestamptz), 0)
    + coalesce(sum(p.change_value) filter (where p.change_value < 0), 0))::bigint as points
  from member_point p where ${which} group by p.user_id
  having coalesce(sum(p.change_value) filter (where p.change_value > 0 and points_end_at(p.at) < ${now.toISOString()}::timestamptz), 0)
    + coalesce(sum(p.change_value) filter (where p.change_value < 0), 0) > 0`;
