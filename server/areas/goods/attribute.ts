import { sql } from 'kysely';
import { z } from 'zod';
import { attributeCalls, attributeKey, attributeValue, type NewValue } from '#contract/areas/goods/attribute.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { addRecord } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { mergeValues } from './merge-values.ts';
import { renamePieces } from './piece-names.ts';

/** Attributes and their values, colours among them (domain.md §3.2). */
export function serveAttribute(kit: Kit): void {
  const { registry, numbers } = kit;
  serveEntity(kit, attributeKey, keyHooks);
  serveEntity(kit, attributeValue, valueHooks);
  const id = z.int().min(1);
  const text = z.string().trim();
  const value = z.strictObject({
    value: text.min(1).max(limits.name),
    code: text.max(32).nullish(),
    order: z.int().min(0).optional(),
  });
  registry.write(
    attributeCalls.addValues,
    z.strictObject({ key_id: id, values: z.array(value).min(1).max(limits.pageSizeMost) }),
    (context, input) => addValues(context, input, numbers),
    attributeValue,
  );
  registry.write(
    attributeCalls.mergeValues,
    z.strictObject({ keep_id: id, ids: z.array(id).min(1).max(limits.pageSizeMost) }),
    mergeValues,
  );
}

const keyHooks: EntityHooks<typeof attributeKey> = {
  async derive(context, values, before) {
    if (before && values.kind !== before.kind) {
      const { rows } = await sql<{ used: boolean }>`
        select exists (select 1 from sku k join attribute_value v on v.id = k.color_value_id where v.key_id = ${before.id}) as used`.execute(
        context.db,
      );
      if (rows[0]?.used) throw new Refusal('invalid', '货品按此属性区分，不能修改属性类别', 'kind');
    }
    return {};
  },
};

const valueHooks: EntityHooks<typeof attributeValue> = {
  // The pieces of a colour bear its name.
  async after(context, id, values, before) {
    if (before && before.value !== values.value) await renamePieces(context, sql`v.id = ${id}`);
  },
  async guardRemove(context, { id, value }) {
    // Lists of values are no references: whoever is about to name it is waited for, and found by what follows.
    await sql`select 1 from attribute_value where id = ${id} for update`.execute(context.db);
    const { rows } = await sql<{ name: string }>`
      select c.name from category_property p join category c on c.id = p.category_id where p.value_ids @> array[${id}::bigint] order by c.id limit 1`.execute(
      context.db,
    );
    if (rows[0]) throw new Refusal('invalid', `分类“${rows[0].name}”的可选值中有“${String(value)}”，不能删除`);
    const { rows: styles } = await sql<{ count: number }>`
      select count(*) as count from spu_attribute a where a.value_ids @> array[${id}::bigint]`.execute(context.db);
    if (styles[0] && styles[0].count > 0)
      throw new Refusal('invalid', `${styles[0].count} 个商品的属性是“${String(value)}”，不能删除`);
  },
};

async function addValues(
  context: WriteContext,
  { key_id, values }: { key_id: number; values: NewValue[] },
  numbers: Numbers,
) {
  const seen = new Set<string>();
  const list = [];
  const { rows } = await sql<{ last: number }>`
    select coalesce(max("order"), 0) as last from attribute_value where key_id = ${key_id}`.execute(context.db);
  for (const [place, { order, ...rest }] of values.entries()) {
    const at = (error: unknown) =>
      error instanceof Refusal && error.field !== 'key_id'
        ? new Refusal(error.kind, `“${rest.value}”：${error.message}`, `values.${place}.${error.field ?? 'value'}`)
        : error;
    if (seen.has(rest.value)) throw new Refusal('duplicate', `“${rest.value}”重复`, `values.${place}.value`);
    seen.add(rest.value);
    const input = { key_id, ...rest, order: order ?? (rows[0]?.last ?? 0) + place + 1 };
    try {
      list.push(await addRecord(context, { definition: attributeValue, input, hooks: valueHooks, numbers }));
    } catch (error) {
      throw at(error);
    }
  }
  return { list };
}
