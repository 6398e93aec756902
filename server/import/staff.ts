import { type Kysely, sql } from 'kysely';
import type { Actor } from '#server/identity/actor.ts';

/** An enabled person by account name, with the keys of their enabled roles and an unlimited scope; undefined when there is none. */
export async function personNamed(db: Kysely<unknown>, username: string): Promise<Actor | undefined> {
  const { rows } = await sql<{ id: number; username: string; nickname: string; keys: string[] }>`
    select a.id, a.username, a.nickname, array(
      select p.permission_key from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id where h.admin_id = a.id) as keys
    from admin a where a.username = ${username} and a.status = 1`.execute(db);
  const [found] = rows;
  return (
    found && {
      id: found.id,
      username: found.username,
      nickname: found.nickname,
      sessionId: 0,
      permissions: new Set(found.keys),
      scope: 'everything',
    }
  );
}
