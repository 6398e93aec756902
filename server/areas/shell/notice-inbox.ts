import { type Kysely, sql } from 'kysely';
import type { NoticeMessage } from '#contract/areas/shell/push.ts';
import type { Inbox } from '#server/push/inbox.ts';

/** What the live connection asks of notices: what a person has not acknowledged, and to hear that it was. */
export function noticeInbox(db: Kysely<unknown>): Inbox {
  return {
    async unread(adminIds, now) {
      const { rows } = await sql<{ admin_id: number; msg_id: number; title: string; content: string }>`
        with pushed as (
          update notify_read r set pushed_at = ${now.toISOString()} from notify n
          where n.id = r.msg_id and n.status = 2 and r.admin_id = any(${adminIds}::bigint[]) and r.read_at is null and r.pushed_at is null
        )
        select r.admin_id, r.msg_id, n.title, n.content from notify_read r join notify n on n.id = r.msg_id
        where n.status = 2 and r.admin_id = any(${adminIds}::bigint[]) and r.read_at is null order by r.id`.execute(db);
      return rows.map(({ admin_id, ...notice }) => ({
        adminId: admin_id,
        message: { type: 3, ...notice } satisfies NoticeMessage,
      }));
    },
    async pushed(msgId, adminIds, now) {
      await sql`
        update notify_read set pushed_at = ${now.toISOString()}
        where msg_id = ${msgId} and admin_id = any(${adminIds}::bigint[]) and pushed_at is null`.execute(db);
    },
    async acknowledge(adminId, msgId, now) {
      await sql`
        with done as (
          update notify_read set read_at = ${now.toISOString()}, pushed_at = coalesce(pushed_at, ${now.toISOString()})
          where msg_id = ${msgId} and admin_id = ${adminId} and read_at is null returning msg_id
        )
        update notify set read_count = read_count + 1 where id in (select msg_id from done)`.execute(db);
    },
  };
}
