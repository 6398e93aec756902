import { sql } from 'kysely';
import { paidState } from '#contract/areas/members/member-enums.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

const dayMs = 86_400_000;

/** When a membership of so many days runs that is bought now: behind those that the member has, which is locked by whoever asks. */
export async function termOf(
  { db, now }: WriteContext,
  { userId, days }: { userId: number; days: number },
): Promise<{ start_at: string; end_at: string }> {
  const { rows } = await sql<{ end_at: string | null }>`
    select max(end_at) as end_at from paid_membership where user_id = ${userId} and status = ${paidState.live}`.execute(
    db,
  );
  const last = rows[0]?.end_at ? new Date(rows[0].end_at).getTime() : 0;
  const start = Math.max(now.getTime(), last);
  return { start_at: new Date(start).toISOString(), end_at: new Date(start + days * dayMs).toISOString() };
}

interface Leaving {
  readonly id: number;
  readonly user_id: number;
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly membership_no: string;
}

/** What stands behind a membership that ends before its time begins earlier by what is left of it: nobody waits through a gap. */
export async function moveUp(context: WriteContext, left: Leaving): Promise<void> {
  const { db, now, actor } = context;
  await sql`select 1 from member_user where id = ${left.user_id} for no key update`.execute(db);
  const begins = Math.max(now.getTime(), new Date(String(left.start_at)).getTime());
  const gap = new Date(String(left.end_at)).getTime() - begins;
  if (gap <= 0) return;
  const by = sql`make_interval(secs => ${gap / 1000}::double precision)`;
  const { rows } = await sql<{ id: number; membership_no: string; start_at: string }>`
    update paid_membership set start_at = start_at - ${by}, end_at = end_at - ${by}, version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where user_id = ${left.user_id} and status = ${paidState.live} and id <> ${left.id} and start_at >= ${left.end_at}::timestamptz
    returning id, membership_no, start_at`.execute(db);
  await writeAudit(
    context,
    rows.map((row) => ({
      docType: paidMembership.name,
      docId: row.id,
      docNo: row.membership_no,
      action: 'moveUp',
      label: '提前开始',
      remark: `${left.membership_no} 退订`,
    })),
  );
}
