import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { readRights } from '#server/identity/read-rights.ts';

/** Who asked for a task, with the rights of this instant. A task of a closed account fails. */
export async function actorOf(db: Kysely<unknown>, id: number): Promise<Actor> {
  const rights = await readRights(db, id);
  const { rows } = await sql<{ username: string; nickname: string }>`
    select username, nickname from admin where id = ${id}`.execute(db);
  const [names] = rows;
  if (!rights || !names || rights.status !== 1) throw new Refusal('forbidden', '创建人的账号已停用');
  return { id, ...names, sessionId: 0, permissions: rights.permissions, scope: rights.scope };
}
