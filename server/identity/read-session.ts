import { type Kysely, sql } from 'kysely';
import type { ScopeRule } from './actor.ts';

/** A session with its person, what the person may do and what the person may see, as they are this instant. */
export interface SessionRow {
  readonly session_id: number;
  readonly seen_at: string;
  readonly expires_at: string;
  readonly idle_seconds: number;
  readonly ended_at: string | null;
  readonly forced: boolean;
  readonly admin_id: number;
  readonly username: string;
  readonly nickname: string;
  readonly status: number;
  readonly must_change_password: boolean;
  readonly permissions: string[];
  /** How many data roles the person has, switched off ones included. */
  readonly data_roles: number;
  readonly rules: ScopeRule[];
}

/**
 * Everything a token stands for, in one query. An empty list of a dimension is the whole of it and left out. A
 * category or an organisation stands for all below it: people choose "women's wear", goods hang on its leaves.
 */
export async function readSession(db: Kysely<unknown>, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.seen_at, s.expires_at, s.idle_seconds, s.ended_at, s.forced,
      a.id as admin_id, a.username, a.nickname, a.status, a.must_change_password,
      array(
        select distinct p.permission_key from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
        where h.admin_id = a.id) as permissions,
      (select count(*) from admin_data_role h where h.admin_id = a.id) as data_roles,
      (
        select coalesce(jsonb_agg(rule.dimensions), '[]'::jsonb) from admin_data_role h join data_role r on r.id = h.data_role_id and r.status = 1,
        lateral (
          select coalesce(jsonb_object_agg(d.dimension, to_jsonb(case d.dimension when 'category' then ${below('category')} when 'organize' then ${below('organize')} else d.value_ids end)), '{}'::jsonb) as dimensions
          from data_permission d where d.data_role_id = r.id and d.value_ids <> '{}'
        ) rule
        where h.admin_id = a.id
      ) as rules
    from session s join admin a on a.id = s.admin_id where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}

function below(table: string) {
  return sql`array(
    with recursive tree as (
      select id from ${sql.table(table)} where id = any(d.value_ids)
      union select child.id from ${sql.table(table)} child join tree on child.parent_id = tree.id
    ) select id from tree)`;
}
