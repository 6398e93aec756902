import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

interface Placed {
  readonly picture_id: string;
  readonly color_value_id: number | null;
  readonly name: string;
}

/**
 * Pictures of colours that become one are pictures of that one: in their order, and each once where a style had it in both. Answers how
 * many styles have such pictures.
 */
export async function recolorPictures(context: WriteContext, keepId: number, gone: readonly number[]): Promise<number> {
  // The style holds its pictures, as for whoever places them.
  const { rows: styles } = await sql<{ id: number }>`
    select s.id from spu s where s.id in (select p.spu_id from spu_picture p where p.color_value_id = any(${gone}::bigint[]))
    order by s.id for no key update`.execute(context.db);
  for (const { id } of styles) await recolorStyle(context, id, { keepId, gone });
  return styles.length;
}

async function recolorStyle(
  { db, actor, now }: WriteContext,
  id: number,
  { keepId, gone }: { keepId: number; gone: readonly number[] },
): Promise<void> {
  const { rows } = await sql<Placed>`
    select picture_id, color_value_id, name from spu_picture where spu_id = ${id} order by sort`.execute(db);
  const colored = rows.map((one) =>
    gone.includes(one.color_value_id ?? 0) ? { ...one, color_value_id: keepId } : one,
  );
  const placed = colored.filter(
    (one, place) =>
      colored.findIndex(
        (other) => other.picture_id === one.picture_id && other.color_value_id === one.color_value_id,
      ) === place,
  );
  await sql`delete from spu_picture where spu_id = ${id}`.execute(db);
  await sql`
    insert into spu_picture (spu_id, sort, picture_id, color_value_id, name)
    select ${id}::bigint, e.sort, e.picture_id, e.color_value_id, e.name from ${rowsOf('e', {
      sort: ['bigint', placed.map((_one, place) => place + 1)],
      picture_id: ['text', placed.map((one) => one.picture_id)],
      color_value_id: ['bigint', placed.map((one) => one.color_value_id)],
      name: ['text', placed.map((one) => one.name)],
    })}`.execute(db);
  await sql`
    update spu_gallery set version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()} where spu_id = ${id}`.execute(
    db,
  );
}
