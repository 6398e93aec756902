import { sql } from 'kysely';
import { z } from 'zod';
import { category } from '#contract/areas/goods/category.ts';
import {
  categoryProperty,
  type PropertyItem,
  type PropertyKey,
  type PropertyValue,
  propertyCalls,
} from '#contract/areas/goods/category-property.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { lockRecords, readRecord } from '#server/kit/read-record.ts';
import { removeRecord } from '#server/kit/remove-record.ts';
import { addRecord, editRecord } from '#server/kit/save-record.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Which attributes styles of a category have: a category has those of the categories above it too (domain.md §3.2). */
export function serveCategoryProperty(kit: Kit): void {
  const { registry, numbers } = kit;
  serveEntity(kit, categoryProperty);
  const id = z.int().min(1);
  const bound = z.union([z.literal(0), z.literal(1)]).optional();
  const item = z.strictObject({ key_id: id, is_required: z.boolean(), order: z.int().min(0) });
  registry.read(propertyCalls.keys, z.strictObject({ category_id: id, bound }), propertyKeys);
  registry.read(propertyCalls.values, z.strictObject({ category_id: id, key_id: id }), propertyValues);
  registry.write(
    propertyCalls.bind,
    z.strictObject({ category_id: id, items: z.array(item).max(limits.pageSizeMost) }),
    (context, input) => bind(context, input, numbers),
  );
  registry.write(
    propertyCalls.bindOptions,
    z.strictObject({ category_property_id: id, value_ids: z.array(id).max(limits.pastedEntries) }),
    (context, input) => bindOptions(context, input, numbers),
  );
}

/** The bindings that count for a category: of those on the way up from it, the nearest of each attribute. */
export const nearest = (categoryId: number) => sql`
  select distinct on (p.key_id) p.id, p.key_id, p.category_id, p.is_required, p."order", p.value_ids, p.category_id = c.id as own
  from category c join category a on a.id::text = any(string_to_array(c.path, '/')) join category_property p on p.category_id = a.id
  where c.id = ${categoryId} order by p.key_id, a.level desc`;

/** The attributes of a category, its own and those of the categories above it. */
export async function propertyKeys(
  context: ReadContext,
  { category_id, bound }: { category_id: number; bound?: 0 | 1 | undefined },
): Promise<{ list: PropertyKey[]; total: number }> {
  await refuseUnseen(context, category_id);
  const { rows: list } = await sql<PropertyKey>`
    select k.id, k.name, k.code, k.kind, k.input_type,
      case when b.id is not null then jsonb_build_object('id', b.id, 'category_id', b.category_id, 'own', b.own, 'is_required', b.is_required, 'order', b."order") end as binding
    from attribute_key k left join (${nearest(category_id)}) b on b.key_id = k.id
    where k.status = 1 and (${bound ?? null}::int is null or (b.id is not null) = (${bound ?? null}::int = 1))
    order by b."order" nulls last, k."order", k.id limit ${limits.pastedEntries}`.execute(context.db);
  return { list, total: list.length };
}

async function propertyValues(
  context: ReadContext,
  { category_id, key_id }: { category_id: number; key_id: number },
): Promise<{ list: PropertyValue[]; total: number }> {
  await refuseUnseen(context, category_id);
  const { rows: list } = await sql<PropertyValue>`
    select v.id, v.value, v.code from attribute_value v left join (${nearest(category_id)}) b on b.key_id = v.key_id
    where v.key_id = ${key_id} and v.status = 1 and (b.id is null or b.value_ids is null or b.value_ids = '{}' or v.id = any(b.value_ids))
    order by v."order", v.id limit ${limits.pastedEntries}`.execute(context.db);
  return { list, total: list.length };
}

async function refuseUnseen({ db, actor }: ReadContext, id: number): Promise<void> {
  if (!(await readRecord(db, category, { actor, id }))) throw new Refusal('notFound');
}

async function bind(
  context: WriteContext,
  { category_id, items }: { category_id: number; items: PropertyItem[] },
  numbers: Numbers,
): Promise<{ count: number }> {
  const twice = items.findIndex(({ key_id }, place) => items.findIndex((one) => one.key_id === key_id) !== place);
  if (twice >= 0) throw new Refusal('duplicate', '同一属性只能绑定一次', `items.${twice}.key_id`);
  // Two people who bind the same category wait for one another.
  const [bound] = await lockRecords(context, category, [category_id]);
  if (!bound) throw new Refusal('notFound');
  const { rows } = await sql<PropertyItem & { id: number; version: number }>`
    select id, version, key_id, is_required, "order" from category_property where category_id = ${category_id} order by id`.execute(
    context.db,
  );
  const saving = { definition: categoryProperty, hooks: {}, numbers };
  let count = 0;
  for (const [place, { key_id, is_required, order }] of items.entries()) {
    const there = rows.find((row) => row.key_id === key_id);
    if (there?.is_required === is_required && there.order === order) continue;
    const input = there
      ? { id: there.id, version: there.version, is_required, order }
      : { category_id, key_id, is_required, order };
    try {
      await (there ? editRecord(context, { ...saving, input }) : addRecord(context, { ...saving, input }));
    } catch (error) {
      throw error instanceof Refusal && error.field === 'key_id'
        ? new Refusal(error.kind, error.message, `items.${place}.key_id`)
        : error;
    }
    count += 1;
  }
  for (const { id } of rows.filter((row) => !items.some(({ key_id }) => key_id === row.key_id))) {
    await removeRecord(context, { definition: categoryProperty, id, version: undefined, hooks: {} });
    count += 1;
  }
  return { count };
}

async function bindOptions(
  context: WriteContext,
  { category_property_id, value_ids }: { category_property_id: number; value_ids: number[] },
  numbers: Numbers,
): Promise<{ count: number }> {
  const [binding] = await lockRecords(context, categoryProperty, [category_property_id]);
  if (!binding) throw new Refusal('notFound');
  const { rows } = await sql<{ place: number }>`
    select t.place::int as place from unnest(${value_ids}::bigint[]) with ordinality as t (id, place)
    where not exists (select 1 from attribute_value v where v.id = t.id and v.key_id = ${binding.key_id}) order by 1 limit 1`.execute(
    context.db,
  );
  if (rows[0]) throw new Refusal('invalid', '不是此属性的值', `value_ids.${rows[0].place - 1}`);
  const input = { id: category_property_id, version: binding.version, value_ids: [...new Set(value_ids)] };
  await editRecord(context, { definition: categoryProperty, input, hooks: {}, numbers });
  return { count: input.value_ids.length };
}
