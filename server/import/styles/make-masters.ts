import { sql } from 'kysely';
import { attributeValue } from '#contract/areas/goods/attribute.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { addSizes } from '#server/areas/goods/add-sizes.ts';
import { categoryHooks } from '#server/areas/goods/category.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { refusalOfConstraint } from '#server/kit/refusals.ts';
import { addRecord, type Values } from '#server/kit/save-record.ts';
import { usualPlaces } from '../places.ts';
import type { Directories } from './load-directories.ts';
import type { Master } from './masters.ts';
import type { Size } from './size-runs.ts';
import type { StyleDraft } from './style-draft.ts';

/** How many of each kind were made because the sheet names them. */
export interface Made {
  readonly brands: number;
  readonly categories: number;
  readonly units: number;
  readonly colors: number;
  readonly runs: number;
  readonly sizes: number;
}

/** Makes what the styles stand under and is not there yet: each kind in one statement, categories from the root down. */
export async function makeMasters(
  context: WriteContext,
  { styles, directories, numbers }: { styles: readonly StyleDraft[]; directories: Directories; numbers: Numbers },
): Promise<Made> {
  const { usual } = directories;
  const places = usualPlaces(context, numbers);
  const fresh = styles.filter(({ there }) => !there);
  const pieces = styles.flatMap((style) => style.pieces).filter(({ there }) => !there);
  const sizes = pieces.map((piece) => piece.size as Size);
  const brands = wanted(fresh.map((style) => style.brand));
  const categories = wanted(fresh.map((style) => style.master('category') ?? usual.category));
  const units = wanted(fresh.map((style) => style.master('unit') ?? usual.unit));
  const colors = wanted(pieces.map((piece) => piece.color));
  const runs = wanted(sizes.map(({ under }) => under));
  const ensure = async (masters: Set<Master>, master: Master, make: () => Promise<number>) => {
    if (masters.delete(master)) master.id = await make();
  };
  await ensure(brands, usual.brand, places.brand);
  await ensure(categories, usual.category, places.category);
  await ensure(units, usual.unit, places.unit);
  await ensure(colors, usual.color, places.color);
  await ensure(runs, usual.size.under, places.run);
  const plain = wanted(sizes) as Set<Size>;
  await ensure(plain, usual.size, () => places.size(usual.size.under.id ?? 0));
  await addAll(context, brand, [...brands], ({ name }) => ({ name, initial: initialOf(name) }));
  const unitCodes = await codes(context, numbers, { prefix: 'DW', count: units.size });
  await addAll(context, unit, [...units], ({ name }, index) => ({ name, code: unitCodes[index] }));
  if (colors.size > 0) {
    const key_id = await places.colorKey();
    await addAll(context, attributeValue, [...colors], ({ name }) => ({ key_id, value: name }));
  }
  const runCodes = await codes(context, numbers, { prefix: 'CM', count: runs.size });
  await addAll(context, sizeType, [...runs], ({ name }, index) => ({ name, code: runCodes[index] }));
  const lasts = await lastPlaces(context, [...plain]);
  const sized = [...plain].map((one, index) => ({
    one,
    line: {
      size_type_id: one.under?.id ?? 0,
      name: one.name,
      code: one.name,
      order: (lasts.get(one.under?.id ?? 0) ?? 0) + index + 1,
    },
  }));
  const ids = await addSizes(
    context,
    sized.map(({ line }) => line),
  );
  for (const [index, { one }] of sized.entries()) one.id = ids[index];
  const added = await addCategories(context, { categories: [...categories], numbers });
  return {
    brands: brands.size,
    categories: added,
    units: units.size,
    colors: colors.size,
    runs: runs.size,
    sizes: plain.size,
  };
}

const wanted = (masters: readonly Master[]): Set<Master> => new Set(masters.filter(({ id }) => id === undefined));

/** Adds records of one kind in one statement and gives each its id. Throws the refusal of a record that came meanwhile. */
async function addAll(
  context: WriteContext,
  definition: AnyDefinition,
  masters: readonly Master[],
  valuesOf: (master: Master, index: number) => Values,
): Promise<void> {
  if (masters.length === 0) return;
  const rows = masters.map((master, index) => valuesOf(master, index));
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  const table = sql.table(tableOf(definition));
  const { id: by } = context.actor;
  const at = context.now.toISOString();
  try {
    // One statement gives ids in the order of its rows.
    const { rows: made } = await sql<{ id: number }>`
      insert into ${table} (${names}, created_by, updated_by, created_at, updated_at)
      select ${names}, ${by}::bigint, ${by}::bigint, ${at}::timestamptz, ${at}::timestamptz
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e (one, place), jsonb_populate_record(null::${table}, e.one)
      order by place returning id`.execute(context.db);
    for (const [index, master] of masters.entries()) master.id = made[index]?.id;
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
  await writeAudit(
    context,
    masters.map(({ id, name }) => ({
      docType: definition.name,
      docId: id ?? 0,
      docNo: name,
      action: 'add',
      label: '新增',
    })),
  );
}

/** Level by level through the hooks of the tree, which keep its levels and paths; a company has few categories. */
async function addCategories(
  context: WriteContext,
  { categories, numbers }: { categories: readonly Master[]; numbers: Numbers },
): Promise<number> {
  const missing = new Set<Master>();
  const collect = (node: Master): void => {
    if (node.id !== undefined || missing.has(node)) return;
    if (node.under) collect(node.under);
    missing.add(node);
  };
  categories.forEach(collect);
  const numbered = await codes(context, numbers, { prefix: 'FL', count: missing.size });
  for (const [index, node] of [...missing].entries()) {
    const input = { name: node.name, code: numbered[index], ...(node.under && { parent_id: node.under.id }) };
    node.id = (await addRecord(context, { definition: category, input, hooks: categoryHooks, numbers })).id;
  }
  return missing.size;
}

/** Codes for what must have one and comes without. */
async function codes(
  context: WriteContext,
  numbers: Numbers,
  { prefix, count }: { prefix: string; count: number },
): Promise<string[]> {
  return count === 0 ? [] : await numbers.take({ prefix: `DR${prefix}`, field: 'code', digits: 6 }, context.now, count);
}

/** The order of the last size of each run that is there. */
async function lastPlaces(context: WriteContext, sizes: readonly Master[]): Promise<Map<number, number>> {
  if (sizes.length === 0) return new Map();
  const { rows } = await sql<{ id: number; last: number }>`
    select size_type_id as id, max("order") as last from size where size_type_id = any(${sizes.map(({ under }) => under?.id ?? 0)}) group by 1`.execute(
    context.db,
  );
  return new Map(rows.map((row) => [row.id, row.last]));
}

const initialOf = (name: string): string => (/^[a-z0-9]/i.test(name) ? (name[0] ?? '').toUpperCase() : '#');
