import { sql } from 'kysely';
import { z } from 'zod';
import { attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { styleOptionCalls } from '#contract/areas/goods/style-options.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import type { Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readOptions, readRecord } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { propertyKeys } from './category-property.ts';
import { tableOf } from './measures.ts';

const id = z.int().min(1);

/** What forms of goods are filled in from, within what the caller sees. */
export function serveStyleOptions({ registry }: Pick<Kit, 'registry'>): void {
  registry.read(
    styleOptionCalls.style,
    z.strictObject({ id: id.optional(), category_id: id.optional() }),
    async (context, { id: style, category_id }) => {
      const found = style === undefined ? null : await seen(context, spu, style);
      const within = category_id ?? (found === null ? undefined : Number(found['category_id']));
      const [categories, brands, units, size_types] = await Promise.all(
        [category, brand, unit, sizeType].map((definition) => offered(context, definition)),
      );
      return {
        categories: categories ?? [],
        brands: brands ?? [],
        units: units ?? [],
        size_types: size_types ?? [],
        attribute_keys:
          within === undefined ? [] : (await propertyKeys(context, { category_id: within, bound: 1 })).list,
        spu: found,
      };
    },
  );
  registry.read(
    styleOptionCalls.piece,
    z.strictObject({ spu_id: id, id: id.optional() }),
    async (context, { spu_id, id: piece }) => {
      const style = await seen(context, spu, spu_id);
      const found = piece === undefined ? null : await seen(context, sku, piece);
      if (found !== null && found['spu_id'] !== spu_id) throw new Refusal('notFound');
      return { spu: style, colors: await colors(context), sizes: (await tableOf(context, style)).sizes, sku: found };
    },
  );
  registry.read(styleOptionCalls.sizes, z.strictObject({ spu_id: id }), async (context, { spu_id }) => {
    const style = await seen(context, spu, spu_id);
    const { sizes, parts, rows } = await tableOf(context, style);
    const { rows: types } = await sql<{ id: number; name: string }>`
      select id, name from size_type where id = ${style['size_type_id'] ?? null}::bigint`.execute(context.db);
    return { size_type: types[0] ?? null, sizes, parts, rows };
  });
}

async function seen(
  { db, actor }: ReadContext,
  definition: AnyDefinition,
  which: number,
): Promise<Record<string, unknown> & { id: number }> {
  const found = await readRecord(db, seenBy(definition, actor), { actor, id: which });
  if (!found) throw new Refusal('notFound');
  return found;
}

const offered = async ({ db, actor }: ReadContext, definition: AnyDefinition): Promise<Option[]> =>
  (await readOptions(db, definition, { actor, asked: { page_size: limits.pageSizeMost } })).list;

/** Values of the attribute that says colours. */
async function colors({ db, actor }: ReadContext): Promise<Option[]> {
  const { rows } = await sql<{ id: number }>`
    select id from attribute_key where code = ${colorKeyCode}`.execute(db);
  const asked = { key_id: [rows[0]?.id ?? 0], page_size: limits.pageSizeMost };
  return (await readOptions(db, attributeValue, { actor, asked })).list;
}
