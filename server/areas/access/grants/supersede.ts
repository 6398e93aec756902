import { sql } from 'kysely';
import type { GrantItem } from '#contract/areas/access/grant.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** Ends the requests of this kind that wait about an organisation: what is saved now takes their place. */
export async function supersede(
  { db, actor, now }: WriteContext,
  organizeId: number,
  kind: GrantItem['kind'],
): Promise<void> {
  await sql`
    update grant_request set state = 3, decided_by = ${actor.id}, decided_at = ${now.toISOString()}, remark = '已重新设置'
    where organize_id = ${organizeId} and state = 0 and gained @> ${JSON.stringify([{ kind }])}::jsonb`.execute(db);
}
