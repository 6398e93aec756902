import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** One's own view; that of somebody else is as absent as one that is gone. */
export async function ownView(
  { db, actor }: Pick<WriteContext, 'db' | 'actor'>,
  id: number,
): Promise<{ list: string; name: string }> {
  const { rows } = await sql<{ list: string; name: string }>`
    select list, name from list_view where id = ${id} and admin_id = ${actor.id}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound', '该视图已不在', 'id');
  return rows[0];
}

/**
 * Takes a person's row of a table for the rest of the transaction and counts it on: their views of a list change one after
 * the other. `set`: what changes of the row itself.
 */
export async function takeTable(
  { db, actor, now }: WriteContext,
  table: string,
  set?: RawBuilder<unknown>,
): Promise<{ version: number }> {
  const { rows: known } = await sql<{ count: number; there: boolean }>`
    select count(*)::int as count, coalesce(bool_or(name = ${table}), false) as there
    from table_choice where admin_id = ${actor.id}`.execute(db);
  if (known[0] && !known[0].there && known[0].count >= limits.chosenTables)
    throw new Refusal('invalid', `最多保存${limits.chosenTables}个表格的设置`, 'table');
  await sql`
    insert into table_choice (admin_id, name, version, updated_at) values (${actor.id}, ${table}, 0, ${now.toISOString()})
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ version: number }>`
    update table_choice set version = version + 1, updated_at = ${now.toISOString()}${set ? sql`, ${set}` : sql``}
    where admin_id = ${actor.id} and name = ${table} returning version`.execute(db);
  return { version: rows[0]?.version ?? 0 };
}
