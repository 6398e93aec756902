import { sql } from 'kysely';
import { z } from 'zod';
import { type OwnNotice, ownNotices } from '#contract/areas/shell/notice.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Serves what a person was sent before: a notice is shown once, and read again whenever somebody wants to. */
export function serveOwnNotices({ registry }: Kit): void {
  registry.read(
    ownNotices,
    z.strictObject({ before: z.int().min(1).optional() }),
    async ({ db, actor }, { before }) => {
      const { rows } = await sql<OwnNotice>`
        select r.msg_id, n.title, n.content, coalesce(r.pushed_at, n.send_at, n.updated_at) as sent_at, r.read_at
        from notify_read r join notify n on n.id = r.msg_id
        where r.admin_id = ${actor.id} and n.status = 2 ${before === undefined ? sql`` : sql`and r.msg_id < ${before}`}
        order by r.msg_id desc limit ${page + 1}`.execute(db);
      return { list: rows.slice(0, page), more: rows.length > page };
    },
  );
}

/** How many are answered at once. */
const page = 20;
