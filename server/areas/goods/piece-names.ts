import { type RawBuilder, sql } from 'kysely';
import type { WriteContext } from '#server/kit/call-context.ts';

/** Whose pieces are meant: `k` is the SKU, `s` its style, `z` its size. */
type Pieces = RawBuilder<boolean>;

/**
 * What pieces repeat of others (name, brand, category) is written anew: one statement, however many SKUs. They are locked by their ids
 * first, so that a style and a colour that are renamed at once wait for one another and never for good.
 */
export async function renamePieces({ db }: WriteContext, pieces: Pieces): Promise<void> {
  const from = sql`spu s, attribute_value v, size z
    where k.spu_id = s.id and v.id = k.color_value_id and z.id = k.size_id and ${pieces}
      and (k.name, k.brand_id, k.category_id) is distinct from (concat_ws(' ', s.name, v.value, z.name), s.brand_id, s.category_id)`;
  await sql`select 1 from sku k, ${from} order by k.id for no key update of k`.execute(db);
  await sql`
    update sku k set name = concat_ws(' ', s.name, v.value, z.name), brand_id = s.brand_id, category_id = s.category_id from ${from}`.execute(
    db,
  );
}
