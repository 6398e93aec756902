import { type Kysely, type RawBuilder, sql } from 'kysely';
import Pinyin from 'pinyin-match';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { mayBeSpelled } from '#contract/areas/shell/search.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { likePattern } from './kinds/conditions.ts';
import { initialsSpelledBy } from './syllable-initials.ts';

/** The field of each that names its style. */
const styleOf: ReadonlyMap<string, string> = new Map([
  [spu.name, 'id'],
  [sku.name, 'spu_id'],
]);

/**
 * Goods under `r` whose style has a name of these pinyin initials, or one that the text spells in full; none where the definition is no goods or
 * the text cannot be pinyin. The styles are found first, the newest so many of them: named by their ids, they leave the indices of other
 * conditions in use.
 */
export async function spelledGoods(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  text: string,
): Promise<RawBuilder<boolean>[]> {
  const field = styleOf.get(definition.name);
  if (field === undefined || !mayBeSpelled(text)) return [];
  const letters = text.toLowerCase();
  const { rows } = await sql<{ id: number }>`
    select spu_id as id from spu_initials where initials like ${likePattern(letters)} order by spu_id desc limit ${stylesMost}`.execute(
    db,
  );
  const ids = [...new Set([...rows.map(({ id }) => id), ...(await spelledInFull(db, letters))])];
  if (ids.length === 0) return [];
  return [sql<boolean>`${sql.ref(`r.${field}`)} = any(${ids}::bigint[])`];
}

/** Styles whose name the text spells: those of its initials, held against it by a dictionary, as characters have readings that are not kept. */
async function spelledInFull(db: Kysely<unknown>, letters: string): Promise<number[]> {
  const initials = initialsSpelledBy(letters);
  if (initials.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from spu_initials i join spu s on s.id = i.spu_id where i.initials like any(${initials.map(likePattern)}::text[])
    order by s.id desc limit ${readMost}`.execute(db);
  return rows
    .filter(({ name }) => Pinyin.match(name, letters) !== false)
    .slice(0, stylesMost)
    .map(({ id }) => id);
}

const stylesMost = 200;

/** A few milliseconds of reading names. */
const readMost = 1000;
