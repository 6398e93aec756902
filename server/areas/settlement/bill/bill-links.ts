import { type Kysely, sql } from 'kysely';
import type { BillLink } from '#contract/areas/settlement/bill-link-calls.ts';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillState } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { hashToken } from '#server/identity/tokens.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { refuseParticipant } from '#server/kit/participants.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { participantsOfAdjustments } from '../bill-participants.ts';
import { holdBill } from './bill-lines.ts';

/**
 * A link opens its bill as long as nobody ended it, its days are not over, and the bill waits for the supplier as it did when the link was made.
 * `l` is the link, `b` its bill.
 */
export const isLive = (now: Date) =>
  sql<boolean>`l.ended_at is null and l.answered_at is null and l.expires_at > ${now.toISOString()} and b.status = ${checkBillState.waiting}
    and l.created_at >= b.submitted_at`;

/** Gives the supplier of a bill a link of his own; whoever may not confirm the bill for him, for having adjusted it, hands out none either. */
export async function addLink(
  context: WriteContext,
  { id, version, days, token }: { id: number; version: number; days: number; token: string },
): Promise<{ id: number; expires_at: string }> {
  const { db, actor, now } = context;
  const bill = await holdBill(context, { id, version }, { states: [checkBillState.waiting], label: '生成供应商链接' });
  const [adjusters = []] = await participantsOfAdjustments(db, [bill]);
  await refuseParticipant(context, adjusters, { words: '生成同一对账单的供应商链接' });
  await endOf(context, id);
  const expires = new Date(now.getTime() + days * 86_400_000).toISOString();
  const { rows } = await sql<{ id: number }>`
    insert into check_bill_link (check_bill_id, token_hash, created_by, created_at, expires_at)
    values (${id}, ${hashToken(token) ?? null}, ${actor.id}, ${now.toISOString()}, ${expires})
    on conflict (token_hash) do nothing returning id`.execute(db);
  const [made] = rows;
  if (!made) throw new Refusal('invalid', '链接已被使用，请重新生成', 'token');
  await audited(context, bill, { action: 'linkAdd', label: '生成供应商链接', remark: `${days} 天有效` });
  return { id: made.id, expires_at: expires };
}

/** Ends the links of a bill; how many there were. */
export async function endLinks(context: WriteContext, { id }: { id: number }): Promise<{ count: number }> {
  const [bill] = await lockRecords(context, checkBill, [id]);
  if (!bill) throw new Refusal('notFound');
  const count = await endOf(context, id);
  if (count > 0)
    await audited(context, bill as { id: number; bill_no: string }, {
      action: 'linkEnd',
      label: '停用供应商链接',
      remark: null,
    });
  return { count };
}

async function endOf({ db, now }: WriteContext, bill: number): Promise<number> {
  const { rows } = await sql`
    update check_bill_link set ended_at = ${now.toISOString()} where check_bill_id = ${bill} and ended_at is null and answered_at is null returning id`.execute(
    db,
  );
  return rows.length;
}

/** The links of a bill that the caller sees, the newest first. */
export async function readLinks(
  { db, actor, now }: ReadContext,
  { id }: { id: number },
): Promise<{ list: BillLink[] }> {
  const { rows: bills } = await sql`
    select 1 from check_bill b where b.id = ${id} and ${isVisible(checkBill, actor, 'b')}`.execute(db);
  if (bills.length === 0) throw new Refusal('notFound');
  const { rows } = await sql<BillLink>`
    select l.id, a.nickname as created_by_name, l.created_at, l.expires_at, l.opened_count, l.opened_at, l.answered_at, ${isLive(now)} as live
    from check_bill_link l join check_bill b on b.id = l.check_bill_id join admin a on a.id = l.created_by
    where l.check_bill_id = ${id} order by l.id desc limit 50`.execute(db);
  return { list: rows };
}

/** The link of a token, as it is now; none where there is no such link or it opens nothing any more. */
export interface FoundLink {
  readonly id: number;
  readonly check_bill_id: number;
  readonly bill_no: string;
  readonly created_by: number;
  readonly opened_at: string | null;
  readonly expires_at: string;
  readonly answer: 'agreed' | 'differed' | null;
}

/** Finds the link of a token: live, or answered by itself and within its days. Whatever else it is, it is not there. */
export async function findLink(
  db: Kysely<unknown>,
  token: string,
  { now, lock }: { now: Date; lock?: boolean },
): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select l.id, l.check_bill_id, b.bill_no, l.created_by, l.opened_at, l.expires_at, l.answer from check_bill_link l join check_bill b on b.id = l.check_bill_id
    where l.token_hash = ${hashToken(token) ?? null} and (${isLive(now)} or l.answer is not null and l.ended_at is null and l.expires_at > ${now.toISOString()})
    ${lock ? sql`for update of l` : sql``}`.execute(db);
  return rows[0];
}

async function audited(
  context: WriteContext,
  { id, bill_no }: { id: number; bill_no: string },
  what: { action: string; label: string; remark: string | null },
): Promise<void> {
  await writeAudit(context, [{ docType: checkBill.name, docId: id, docNo: bill_no, ...what }]);
}
