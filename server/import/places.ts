import { sql } from 'kysely';
import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { size, sizeType } from '#contract/areas/goods/size.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
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
  /** What the SKU's name says behind the style's: colour and size. */
  readonly suffix: string;
}

/** Finds the brand, category, unit, colour and size of imported goods, or makes them: once, however many imports. */
export async function preparePlaces(context: WriteContext, numbers: Numbers): Promise<Places> {
  const ensure = (definition: AnyDefinition, key: Values, input: Values = {}): Promise<number> =>
    ensureRecord(context, {
      definition,
      key,
      input: { ...key, ...input },
      hooks: definition === category ? categoryHooks : {},
      numbers,
    });
  const keyId = await ensure(attributeKey, { code: colorKeyCode }, { name: '颜色', kind: 2, is_required: true });
  const sizeTypeId = await ensure(sizeType, { name: '均码' }, { code: 'FREE' });
  return {
    brandId: await ensure(brand, { name: '未分品牌' }, { initial: '#', order: 999 }),
    categoryId: await ensure(category, { code: 'UNSORTED' }, { name: '未分分类', order: 999 }),
    unitId: await ensure(unit, { name: '件' }, { code: 'PCS' }),
    colorId: await ensure(attributeValue, { key_id: keyId, value: colorName }, { code: 'NA', order: 999 }),
    sizeTypeId,
    sizeId: await ensure(size, { size_type_id: sizeTypeId, code: 'F' }, { name: 'F' }),
    suffix: ` ${colorName} F`,
  };
}

const colorName = '不分颜色';

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
