import { sql } from 'kysely';
import { attributeValue } from '#contract/areas/goods/attribute.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { renamePieces } from './piece-names.ts';
import { recolorPictures } from './recolor-pictures.ts';

/**
 * Makes one value of several of one attribute that mean the same: what is bound to any of them is bound to the one that is kept, and
 * the others are removed. Refused where pieces differ by nothing but these values (the SKUs of a style would become one).
 */
export async function mergeValues(
  context: WriteContext,
  { keep_id, ids }: { keep_id: number; ids: number[] },
): Promise<{ count: number; moved: number }> {
  const gone = [...new Set(ids)];
  if (gone.includes(keep_id)) throw new Refusal('invalid', '保留的属性值不能在被合并的之中', 'ids');
  const records = await lockRecords(
    context,
    attributeValue,
    [keep_id, ...gone].toSorted((one, other) => one - other),
  );
  // Nobody refers to them any more: whoever is about to is waited for, and found below.
  await sql`select 1 from attribute_value where id = any(${gone}) order by id for update`.execute(context.db);
  const kept = records.find(({ id }) => id === keep_id);
  if (!kept || records.length !== gone.length + 1) throw new Refusal('notFound');
  const other = records.find(({ key_id }) => key_id !== kept.key_id);
  if (other) throw new Refusal('invalid', `“${String(other.value)}”是另一属性的值，不能合并`, 'ids');
  const { rows } = await sql<{ name: string }>`
    select s.name from sku k join spu s on s.id = k.spu_id where k.color_value_id = any(${[keep_id, ...gone]})
    group by s.id, s.name, k.size_id having count(*) > 1 order by s.id limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('invalid', `商品“${rows[0].name}”同时有这些值的货品，不能合并`, 'ids');
  const pieces = await sql`
    update sku set color_value_id = ${keep_id}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where color_value_id = any(${gone})`.execute(context.db);
  await renamePieces(context, sql`v.id = ${keep_id}`);
  const pictured = await recolorPictures(context, keep_id, gone);
  const bound = await sql`
    update category_property p set version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()},
      value_ids = (select array_agg(distinct case when v = any(${gone}) then ${keep_id}::bigint else v end) from unnest(p.value_ids) as v)
    where p.value_ids && ${gone}::bigint[]`.execute(context.db);
  const said = await sql`
    update spu_attribute a set value_ids = (select array_agg(distinct case when v = any(${gone}) then ${keep_id}::bigint else v end) from unnest(a.value_ids) as v)
    where a.value_ids && ${gone}::bigint[]`.execute(context.db);
  await sql`delete from attribute_value where id = any(${gone})`.execute(context.db);
  await writeAudit(
    context,
    records.map((record) => ({
      docType: attributeValue.name,
      docId: record.id,
      docNo: String(record.value),
      action: record.id === keep_id ? 'merge' : 'remove',
      label: record.id === keep_id ? '合并' : `合并到“${String(kept.value)}”`,
    })),
  );
  const moved = [pieces, bound, said].reduce(
    (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
    pictured,
  );
  return { count: gone.length, moved };
}
