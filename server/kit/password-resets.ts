import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from './call-context.ts';

/** For so long somebody who set another's password may know it still: until the other comes to work and finds it changed. */
const resetDays = 30;

/**
 * Refuses an approval by the caller of what one of `others` did, when one of the two has lately reset the other's password:
 * whoever set it can sign in by it, so the two hands may be one person's (amendments E). A second factor that stood before
 * the reset lifts this: there the password alone opens nothing. Empty entries of `others` are nobody.
 */
export async function refuseAfterReset(
  { db, actor, now }: WriteContext,
  others: readonly (number | null)[],
): Promise<void> {
  const { rows } = await sql`
    select 1 from audit_log l
    where l.doc_type = 'admin' and l.action = 'resetPassword' and l.at > ${now.toISOString()}::timestamptz - make_interval(days => ${resetDays})
      and ((l.doc_id = ${actor.id} and l.admin_id = any(${others}::bigint[])) or (l.doc_id = any(${others}::bigint[]) and l.admin_id = ${actor.id}))
      and not exists (select 1 from second_factor f where f.admin_id = l.doc_id and f.secret is not null and f.since < l.at)
    limit 1`.execute(db);
  if (rows.length > 0)
    throw new Refusal('illegalTransition', `您与经办人之间 ${resetDays} 天内重置过密码，请由其他人审批`);
}
