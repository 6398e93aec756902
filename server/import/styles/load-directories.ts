import { sql } from 'kysely';
import { attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { size, sizeType } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import type { Access } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import { unsortedCode, usualNames } from '../places.ts';
import { CategoryPaths } from './category-paths.ts';
import { type Called, type Master, type MasterRow, Masters } from './masters.ts';
import { type Size, SizeRuns } from './size-runs.ts';

/** Everything that rows of a catalogue name. */
export interface Directories {
  readonly brands: Masters;
  readonly categories: CategoryPaths;
  readonly units: Masters;
  readonly colors: Masters;
  readonly runs: Masters;
  readonly sizes: SizeRuns;
  /** What stands for what a row does not say. */
  readonly usual: {
    readonly brand: Master;
    readonly category: Master;
    readonly unit: Master;
    readonly color: Master;
    readonly size: Size;
  };
}

/** May what there is not be made, and by somebody who may make calls with this access? */
export interface Making {
  readonly wanted: boolean;
  allows(access: Access): boolean;
}

/** Reads the brands, categories, units, colours and sizes there are: they are few, whatever the number of goods. */
export async function loadDirectories(db: Tx, making: Making): Promise<Directories> {
  const rowsOf = async (query: ReturnType<typeof sql<MasterRow>>) => (await query.execute(db)).rows;
  const brands = new Masters(
    await rowsOf(sql`select id, name, english_name as code, status, null as under_id from brand order by id`),
    called(brand, { en: 'brand', zh: brand.label }, making),
  );
  const categoryRows = await rowsOf(
    sql`select id, name, code, status, parent_id as under_id from category order by id`,
  );
  const categories = new CategoryPaths(categoryRows, called(category, { en: 'category', zh: '分类' }, making));
  const units = new Masters(
    await rowsOf(sql`select id, name, code, status, null as under_id from unit order by id`),
    called(unit, { en: 'unit', zh: '单位' }, making),
  );
  const colors = new Masters(
    await rowsOf(sql`
      select v.id, v.value as name, null as code, v.status, null as under_id
      from attribute_value v join attribute_key a on a.id = v.key_id where a.code = ${colorKeyCode} order by v.id`),
    called(attributeValue, { en: 'colour', zh: '颜色' }, making),
  );
  const runs = new Masters(
    await rowsOf(sql`select id, name, code, status, null as under_id from size_type order by id`),
    called(sizeType, { en: 'size run', zh: sizeType.label }, making),
  );
  const sizes = new SizeRuns(
    await rowsOf(sql`
      select z.id, z.name, z.code, t.status, z.size_type_id as under_id from size z join size_type t on t.id = z.size_type_id order by z.id`),
    { runs, called: called(size, { en: 'size', zh: size.label }, making) },
  );
  const unsorted = categoryRows.find(({ code }) => code === unsortedCode);
  return {
    brands,
    categories,
    units,
    colors,
    runs,
    sizes,
    usual: {
      brand: brands.usual(usualNames.brand),
      category: unsorted ? categories.of(unsorted.id) : categories.usual(usualNames.category),
      unit: units.usual(usualNames.unit),
      color: colors.usual(usualNames.color),
      size: sizes.usual(runs.usual(usualNames.run), usualNames.size),
    },
  };
}

/** The key of making one by hand. Colours and sizes have no page yet: they come as SKUs do. */
function accessToAdd(definition: AnyDefinition): Access {
  const [, access] = definition.calls.add ?? callsToAddSkus;
  return access;
}

const callsToAddSkus = sku.calls.add as readonly [string, Access];

function called(definition: AnyDefinition, label: BilingualMessage, making: Making): Called {
  const access = accessToAdd(definition);
  if (!making.wanted) return { label, making: { en: '', zh: '' } };
  if (making.allows(access)) return { label, making: true };
  return {
    label,
    making: { en: `, and making it takes the key ${access}`, zh: `，您没有新建它的权限（${access}）` },
  };
}
