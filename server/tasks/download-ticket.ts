import { type Kysely, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { readRights } from '#server/identity/read-rights.ts';
import { sessionState } from '#server/identity/session-state.ts';
import { hashToken, newToken } from '#server/identity/tokens.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { fileNameOf } from './file-name.ts';
import { refuseLess } from './refuse-less.ts';
import { taskLimits } from './task-limits.ts';
import { readOwn } from './task-row.ts';

/** Makes a ticket for one download of the caller's own finished task. Only its hash is kept. */
export async function makeDownloadTicket(
  context: ReadContext,
  { task_id }: { task_id: number },
): Promise<{ ticket: string; file_path: string; file_name: string }> {
  const { db, actor, now } = context;
  const task = await readOwn(db, context, task_id);
  if (task.status !== taskStatus.done) throw new Refusal('illegalTransition', '工单还没有完成，不能下载', 'task_id');
  if (task.file_path === null) throw new Refusal('notFound', '没有可下载的文件，或文件已过期清理', 'task_id');
  refuseLess(actor, task);
  const ticket = newToken();
  const until = new Date(now.getTime() + taskLimits.ticketSeconds * 1000).toISOString();
  await sql`delete from download_ticket where until <= ${now.toISOString()}`.execute(db);
  const { rows } = await sql`
    insert into download_ticket (ticket_hash, until, task_id, session_id)
    select ${hashToken(ticket)}, ${until}, ${task.id}, ${actor.sessionId}
    where (select count(*) from download_ticket where session_id = ${actor.sessionId}) < ${taskLimits.ticketsWaiting}
    returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal('tooMany');
  return {
    ticket,
    file_path: task.file_path,
    file_name: fileNameOf({ ...task, extension: task.file_extension ?? '' }),
  };
}

/** Whom a ticket lets in, and to which task. Undefined when it is none, used, too old, or its session is over; it is used up in any case. */
export async function takeTicket(
  db: Kysely<unknown>,
  { ticket, now }: { ticket: string; now: Date },
): Promise<{ actor: Actor; taskId: number } | undefined> {
  const hash = hashToken(ticket);
  if (!hash) return undefined;
  const { rows } = await sql<{
    task_id: number;
    until: string;
    session_id: number;
    id: number;
    username: string;
    nickname: string;
  }>`
    with used as (delete from download_ticket where ticket_hash = ${hash} returning *)
    select u.task_id, u.until, u.session_id, a.id, a.username, a.nickname
    from used u join session s on s.id = u.session_id join admin a on a.id = s.admin_id and ${sessionState(now)} = 'actor'`.execute(
    db,
  );
  const [row] = rows;
  if (!row || Date.parse(row.until) <= now.getTime()) return undefined;
  const rights = await readRights(db, row.id);
  if (!rights) return undefined;
  const { id, username, nickname, session_id: sessionId } = row;
  return {
    actor: { id, username, nickname, sessionId, permissions: rights.permissions, scope: rights.scope },
    taskId: row.task_id,
  };
}
