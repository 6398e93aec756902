import { sql } from 'kysely';
import { adjustKind } from '#contract/areas/members/member-adjust.ts';
import { bizOf, userStatus } from '#contract/areas/members/member-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** One movement of a member's points or growth. */
export interface MemberMove {
  /** One of `adjustKind`. */
  readonly kind: number;
  readonly userId: number;
  /** Code of point_biz or growth_biz. */
  readonly biz: number;
  readonly change: number;
  readonly sourceNo: string;
  readonly reason: string;
}

const tables: Readonly<Record<number, { log: string; balance: string; label: string }>> = {
  [adjustKind.points]: { log: 'member_point', balance: 'point_balance', label: '积分' },
  [adjustKind.growth]: { log: 'member_growth', balance: 'growth_value', label: '成长值' },
};

/**
 * Moves points or growth of a member under the member's lock by a row of the log; the database adds it to the balance, which nothing else
 * changes (I49). Refuses members who are frozen or erased, and what would leave less than nothing.
 */
export async function moveMember(context: WriteContext, move: MemberMove): Promise<void> {
  const { db } = context;
  const { kind, userId, biz, change } = move;
  const table = tables[kind];
  if (!table) throw new Error(`no log of members has the kind ${kind}`);
  const { rows } = await sql<{ balance: number; status: number; user_no: string }>`
    select ${sql.ref(table.balance)} as balance, status, user_no from member_user where id = ${userId} for no key update`.execute(
    db,
  );
  const [member] = rows;
  if (!member) throw new Refusal('notFound');
  if (member.status !== userStatus.live) throw new Refusal('illegalTransition', `会员 ${member.user_no} 已冻结或注销`);
  const after = member.balance + change;
  // Below zero by what a refund takes back alone: the next earnings pay it off (amendments G19).
  if (after < 0 && biz !== bizOf.takenBack)
    throw new Refusal(
      'invalid',
      `会员 ${member.user_no} 的${table.label}为 ${member.balance}，不够扣减`,
      'change_value',
    );
  await writeMove(context, move);
}

/** Writes the row as it is: for what follows from a sale that has happened, or from its money that went back, whoever the member is by now. */
export async function writeMove({ db, actor, now }: WriteContext, move: MemberMove): Promise<void> {
  const { kind, userId, biz, change, sourceNo, reason } = move;
  const table = tables[kind];
  if (!table) throw new Error(`no log of members has the kind ${kind}`);
  await sql`
    insert into ${sql.table(table.log)} (user_id, biz_type, change_value, source_no, reason, at, admin_id)
    values (${userId}, ${biz}, ${change}, ${sourceNo}, ${reason}, ${now.toISOString()}, ${actor.id})`.execute(db);
}
