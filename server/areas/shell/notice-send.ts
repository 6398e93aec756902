import { sql } from 'kysely';
import { noticeState, noticeTarget, notify } from '#contract/areas/shell/notice.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { publish } from '#server/push/publish.ts';
import { isTarget } from './notice-targets.ts';

/** A notice under its lock. */
export interface LockedNotice {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly content: string;
  readonly target_type: number;
  readonly send_at: string | null;
  readonly status: number;
}

/** Locks one notice for a step of its life; refuses one that is not there or that somebody has changed meanwhile. */
export async function lockNotice(
  context: WriteContext,
  { id, version }: { id: number; version?: number },
): Promise<LockedNotice> {
  const [found] = await lockRecords(context, notify, [id]);
  if (!found) throw new Refusal('notFound');
  if (version !== undefined && found.version !== version) throw new Refusal('versionConflict');
  return found;
}

/**
 * Sends a locked notice: from now on each of its people has it to acknowledge, whoever is connected sees it at once, the
 * others when they are back. Answers how many people it is for.
 */
export async function sendNotice(context: WriteContext, notice: LockedNotice): Promise<number> {
  const { rows } = await sql<{ admin_id: number }>`
    insert into notify_read (msg_id, admin_id) select ${notice.id}, a.id from admin a where ${isTarget(notice)} order by a.id
    on conflict (msg_id, admin_id) do nothing returning admin_id`.execute(context.db);
  const now = context.now.toISOString();
  await sql`update notify set target_count = ${rows.length}, send_at = least(coalesce(send_at, ${now}), ${now}) where id = ${notice.id}`.execute(
    context.db,
  );
  await moveNotice(context, notice, { to: noticeState.sent, action: 'send', label: '发送' });
  const { id, title, content } = notice;
  await publish(context.db, {
    to: notice.target_type === noticeTarget.everyone ? 'everyone' : rows.map((row) => row.admin_id),
    message: { type: 3, msg_id: id, title, content },
  });
  return rows.length;
}

/** Takes a locked notice to another state, with its line of history. */
export async function moveNotice(
  context: WriteContext,
  notice: LockedNotice,
  { to, action, label }: { to: number; action: string; label: string },
): Promise<Saved> {
  await sql`
    update notify set status = ${to}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = ${notice.id}`.execute(context.db);
  await writeAudit(context, [
    {
      docType: notify.name,
      docId: notice.id,
      docNo: notice.title,
      action,
      label,
      fromStatus: notice.status,
      toStatus: to,
    },
  ]);
  return { id: notice.id, version: notice.version + 1, no: null };
}
