import { type RawBuilder, sql } from 'kysely';
import type { Targeting } from '#contract/areas/coupons/coupon-calls.ts';
import { sendTarget } from '#contract/areas/coupons/coupon-enums.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** The members that a send is for, as `m`: those who are neither frozen nor erased. */
export function targeted({ target_type, label_ids, user_ids, names }: Targeting): RawBuilder<unknown> {
  const live = sql`m.status = ${userStatus.live}`;
  switch (target_type) {
    case sendTarget.labels:
      return sql`(${live} and m.label_ids && ${arrayOf('bigint', label_ids ?? [])})`;
    case sendTarget.members:
      return sql`(${live} and m.id = any(${arrayOf('bigint', user_ids ?? [])}))`;
    case sendTarget.names: {
      const wanted = arrayOf('text', names ?? []);
      return sql`(${live} and (m.user_no = any(${wanted}) or m.mobile = any(${wanted})))`;
    }
    default:
      return live;
  }
}

/** How many members that are. */
export async function countTargets({ db }: Pick<ReadContext, 'db'>, asked: Targeting): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from member_user m where ${targeted(asked)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Numbers of the members that were named by number or mobile, in the order they were named, and the names that nobody has. A list is kept by
 * numbers alone: mobiles are shown to nobody who has not asked for one.
 */
export async function resolveNames(
  { db }: Pick<ReadContext, 'db'>,
  names: readonly string[],
): Promise<{ numbers: string[]; unknown: string[] }> {
  const { rows } = await sql<{ name: string; user_no: string | null }>`
    select n.name, m.user_no from unnest(${names}::text[]) with ordinality as n (name, place)
      left join member_user m on m.status <> ${userStatus.erased} and (m.user_no = n.name or m.mobile = n.name) order by n.place`.execute(
    db,
  );
  return {
    numbers: [...new Set(rows.flatMap(({ user_no }) => user_no ?? []))],
    unknown: rows.flatMap(({ name, user_no }) => (user_no === null ? [name] : [])),
  };
}
