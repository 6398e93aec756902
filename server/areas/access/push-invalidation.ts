import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Changeable } from '#contract/areas/shell/push.ts';
import { publish } from '#server/push/publish.ts';

/** Tells the open browsers of these people what to read again; leaves with the transaction. */
export async function pushInvalidation(
  db: Kysely<unknown>,
  ids: readonly number[],
  changed: Changeable,
): Promise<void> {
  // One message must fit into a notification.
  for (let from = 0; from < ids.length; from += peopleAtOnce)
    await publish(db, { to: ids.slice(from, from + peopleAtOnce), message: { type: 5, changed: [changed] } });
}

const peopleAtOnce = 500;

/** Enabled people who hold one of these roles. */
export async function holdersOf(db: Kysely<unknown>, roleIds: readonly number[]): Promise<number[]> {
  return await idsOf(
    db,
    sql`select distinct a.id from admin a join admin_role h on h.admin_id = a.id where a.status = 1 and h.role_id = any(${roleIds}::bigint[])`,
  );
}

/** Enabled people who belong to one of these organisations, or to one below it. */
export async function membersUnder(db: Kysely<unknown>, organizeIds: readonly number[]): Promise<number[]> {
  return await idsOf(
    db,
    sql`
      with under as (select id from organize where string_to_array(coalesce(path, id::text), '/')::bigint[] && ${organizeIds}::bigint[])
      select a.id from admin a where a.status = 1 and (
        a.main_organize_id in (select id from under) or exists (select 1 from admin_organize o where o.admin_id = a.id and o.organize_id in (select id from under)))`,
  );
}

async function idsOf(db: Kysely<unknown>, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ id: number }>).execute(db);
  return rows.map(({ id }) => id);
}
