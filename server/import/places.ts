import { sql } from 'kysely';
import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { addSizes } from '#server/areas/goods/add-sizes.ts';
import { categoryHooks } from '#server/areas/goods/category.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { addRecord, type SaveHooks, type Values } from '#server/kit/save-record.ts';

/** Where imported goods stand, because a file of order lines knows none of it. */
export interface Places {
  readonly brandId: number;
  readonly categoryId: number;
  readonly unitId: number;
  readonly colorId: number;
  readonly sizeTypeId: number;
  readonly sizeId: number;
}

/** What goods stand under that say nothing of it: names, by kind. */
export const usualNames = {
  brand: '未分品牌',
  category: '未分分类',
  unit: '件',
  color: '不分颜色',
  run: '均码',
  size: 'F',
} as const;

/** Finds the brand, category, unit, colour and size of imported goods, or makes them: once, however many imports. */
export async function preparePlaces(context: WriteContext, numbers: Numbers): Promise<Places> {
  const make = usualPlaces(context, numbers);
  const sizeTypeId = await make.run();
  return {
    brandId: await make.brand(),
    categoryId: await make.category(),
    unitId: await make.unit(),
    colorId: await make.color(),
    sizeTypeId,
    sizeId: await make.size(sizeTypeId),
  };
}

/** Finds or makes each of the usual places by itself; answers its id. */
export function usualPlaces(context: WriteContext, numbers: Numbers) {
  const ensure = (definition: AnyDefinition, key: Values, input: Values = {}): Promise<number> =>
    ensureRecord(context, {
      definition,
      key,
      input: { ...key, ...input },
      hooks: definition === category ? categoryHooks : {},
      numbers,
    });
  /** The attribute whose values are colours. */
  const colorKey = () => ensure(attributeKey, { code: colorKeyCode }, { name: '颜色', kind: 2, is_required: true });
  return {
    colorKey,
    brand: () => ensure(brand, { name: usualNames.brand }, { initial: '#', order: 999 }),
    category: () => ensure(category, { code: unsortedCode }, { name: usualNames.category, order: 999 }),
    unit: () => ensure(unit, { name: usualNames.unit }, { code: 'PCS' }),
    color: async () =>
      await ensure(attributeValue, { key_id: await colorKey(), value: usualNames.color }, { code: 'NA', order: 999 }),
    run: () => ensure(sizeType, { name: usualNames.run }, { code: 'FREE' }),
    size: async (runId: number) => {
      const { rows } = await sql<{ id: number }>`
        select id from size where size_type_id = ${runId} and code = ${usualNames.size}`.execute(context.db);
      const line = { size_type_id: runId, name: usualNames.size, code: usualNames.size, order: 1 };
      return rows[0]?.id ?? (await addSizes(context, [line]))[0] ?? 0;
    },
  };
}

/** Code of the category of goods that have none; its name may have been changed. */
export const unsortedCode = 'UNSORTED';

interface Ensuring {
  definition: AnyDefinition;
  key: Values;
  input: Values;
  hooks: SaveHooks;
  numbers: Numbers;
}

async function ensureRecord(
  context: WriteContext,
  { definition, key, input, hooks, numbers }: Ensuring,
): Promise<number> {
  const same = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(tableOf(definition))} where ${sql.join(same, sql` and `)}`.execute(context.db);
  return rows[0]?.id ?? (await addRecord(context, { definition, input, hooks, numbers })).id;
}
