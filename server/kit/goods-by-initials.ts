import { type Kysely, type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { mayBeSpelled } from '#contract/areas/shell/search.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { likePattern } from './kinds/conditions.ts';

/** The field of each that names its style. */
const styleOf: ReadonlyMap<string, string> = new Map([
  [spu.name, 'id'],
  [sku.name, 'spu_id'],
]);

/**
 * Goods under `r` whose style has a name of these pinyin initials; none where the definition is no goods or the text cannot be initials. The styles
 * are found first, the newest so many of them: named by their ids, they leave the indices of other conditions in use.
 */
export async function spelledGoods(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  text: string,
): Promise<RawBuilder<boolean>[]> {
  const field = styleOf.get(definition.name);
  if (field === undefined || !mayBeSpelled(text)) return [];
  const { rows } = await sql<{ id: number }>`
    select spu_id as id from spu_initials where initials like ${likePattern(text.toLowerCase())} order by spu_id desc limit ${stylesMost}`.execute(
    db,
  );
  if (rows.length === 0) return [];
  return [sql<boolean>`${sql.ref(`r.${field}`)} = any(${rows.map(({ id }) => id)}::bigint[])`];
}

const stylesMost = 200;
