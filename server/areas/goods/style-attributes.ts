import { sql } from 'kysely';
import type { attributeInputs } from '#contract/areas/goods/attribute.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { nearest } from './category-property.ts';

interface Held {
  name: string;
  input_type: keyof typeof attributeInputs;
  bound: boolean;
  values: number;
  /** Of the values those that are none of this attribute, or none that its category may have. */
  strange: string | null;
  text: string | null;
}

/**
 * Refuses values of attributes that a style's category does not have, that are given in another way than their attribute asks, and a
 * style some of whose attributes are filled in without one that must be. A style without any was never described: it is let be.
 */
export async function refuseUnfitAttributes({ db }: WriteContext, spuId: number, categoryId: number): Promise<void> {
  const { rows } = await sql<Held>`
    select k.name, k.input_type, b.id is not null as bound, cardinality(a.value_ids) as values, a.text,
      (select min(coalesce(v.value, t.id::text)) from unnest(a.value_ids) as t (id) left join attribute_value v on v.id = t.id
        where v.key_id is distinct from a.key_id or (cardinality(b.value_ids) > 0 and not t.id = any(b.value_ids))) as strange
    from spu_attribute a join attribute_key k on k.id = a.key_id left join (${nearest(categoryId)}) b on b.key_id = a.key_id
    where a.spu_id = ${spuId} order by a.id`.execute(db);
  if (rows.length === 0) return;
  for (const row of rows) {
    const why = wrongWith(row);
    if (why !== undefined) throw new Refusal('invalid', `“${row.name}”${why}`, 'lines');
  }
  const { rows: missing } = await sql<{ name: string }>`
    select k.name from (${nearest(categoryId)}) b join attribute_key k on k.id = b.key_id
    where b.is_required and k.status = 1 and not exists (select 1 from spu_attribute a where a.spu_id = ${spuId} and a.key_id = b.key_id)
    order by b."order", k.id limit 1`.execute(db);
  if (missing[0]) throw new Refusal('invalid', `请填写“${missing[0].name}”`, 'lines');
}

const [single, several, , number, day] = [1, 2, 3, 4, 5];

function wrongWith({ bound, input_type: type, values, strange, text }: Held): string | undefined {
  if (!bound) return '不是该分类的属性';
  const given = text?.trim() ?? '';
  if (type === single || type === several) {
    if (values === 0) return '没有选择属性值';
    if (type === single && values > 1) return '只能选择一个属性值';
    return strange === null ? undefined : `不能选择“${strange}”`;
  }
  if (values > 0 || given === '') return '应填写内容';
  if (type === number && !/^-?\d+(\.\d+)?$/.test(given)) return '应为数字';
  if (type === day && !/^\d{4}-\d{2}-\d{2}$/.test(given)) return '应为日期';
  return undefined;
}
