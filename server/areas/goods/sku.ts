import { type RawBuilder, sql } from 'kysely';
import { colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { barcodeTypes } from '#contract/areas/goods/barcodes.ts';
import { goodsStopped } from '#contract/areas/goods/goods-events.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import { callsOf, type Option, type OptionsRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { optionsSchema } from '#contract/kit/schema.ts';
import { spoiltCode } from '#contract/kit/spoilt-code.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { spelledGoods } from '#server/kit/goods-by-initials.ts';
import { contains } from '#server/kit/kinds/conditions.ts';
import { whereClause } from '#server/kit/list-query.ts';
import { mostOptions } from '#server/kit/most-options.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { ownBarcodes } from './own-barcodes.ts';
import { refuseUnfitBarcodes } from './unfit-barcodes.ts';

/** SKUs: what they repeat of their style, their barcodes, and a picker that one can scan into (domain.md §3.2, I61). */
export function serveSku(kit: Kit): void {
  const { options: _options, ...others } = sku.calls;
  serveEntity(kit, { ...sku, calls: others }, skuHooks(kit));
  // The specification has the file of a list at an address of its own; it is the list with `export`.
  kit.registry.alsoAt(callsOf(sku).list, '/v1/goods/export');
  kit.registry.read(callsOf(sku).options, optionsSchema, skuOptions);
}

/** What is special about saving a SKU. */
export const skuHooks = ({ registry }: Kit): EntityHooks<typeof sku> => ({
  async derive(context, values, before) {
    for (const name of fixed)
      if (before && values[name] !== before[name]) throw new Refusal('invalid', '货品的商品、颜色和尺码不能修改', name);
    await refuseUnfitBarcodes(context, values, before?.id);
    return await repeated(context, values);
  },
  async after(context, id, values, before) {
    await keepMainBarcode(context, id, values);
    if (before?.status === inUse && values.status !== inUse)
      await registry.events.emit(context, goodsStopped, { sku_ids: [id] });
  },
});

const inUse = 1;

/** A SKU is this colour and size of this style: another one is another SKU, with its own stock and history. */
const fixed = ['spu_id', 'color_value_id', 'size_id'] as const;

/** Held as it is read: whoever renames the style, the colour or the size meanwhile waits, then finds the SKU. */
async function repeated(context: WriteContext, values: Values): Promise<Values> {
  const { rows } = await sql<{ name: string; brand_id: number; category_id: number; is_color: boolean; fits: boolean }>`
    select concat_ws(' ', s.name, v.value, z.name) as name, s.brand_id, s.category_id, a.code = ${colorKeyCode} as is_color,
      s.size_type_id is null or s.size_type_id = z.size_type_id as fits
    from spu s, attribute_value v join attribute_key a on a.id = v.key_id, size z
    where s.id = ${values.spu_id} and v.id = ${values.color_value_id} and z.id = ${values.size_id} for share of s, v, z`.execute(
    context.db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('notFound');
  if (!found.is_color) throw new Refusal('invalid', '请选择颜色属性中的值', 'color_value_id');
  if (!found.fits) throw new Refusal('invalid', '尺码不属于该商品的尺码组', 'size_id');
  return { name: found.name, brand_id: found.brand_id, category_id: found.category_id };
}

/** Exactly one barcode is the main one. A new SKU without barcodes gets one of our own range, so that it can be labelled and scanned. */
async function keepMainBarcode(context: WriteContext, id: number, values: SavedValues<typeof sku>): Promise<void> {
  const { rows } = await sql<{
    id: number;
    is_main: boolean;
  }>`select id, is_main from sku_barcode where sku_id = ${id} order by id`.execute(context.db);
  const mains = rows.filter((row) => row.is_main);
  if (mains.length > 1) throw new Refusal('invalid', '只能有一个主条码', 'lines');
  const isNew = values.main_barcode === undefined || values.main_barcode === null;
  if (rows.length === 0 && !isNew) throw new Refusal('invalid', '请至少保留一个条码', 'lines');
  if (rows.length === 0) {
    const [barcode] = await ownBarcodes(context.db, [requireField(values, 'sku_no')]);
    await sql`
      insert into sku_barcode (sku_id, barcode, type, is_main) values (${id}, ${barcode}, ${barcodeTypes.own}, true)`.execute(
      context.db,
    );
  } else if (mains.length === 0)
    await sql`update sku_barcode set is_main = true where id = ${rows[0]?.id}`.execute(context.db);
  await sql`
    update sku set main_barcode = b.barcode from sku_barcode b
    where sku.id = ${id} and b.sku_id = sku.id and b.is_main and sku.main_barcode is distinct from b.barcode`.execute(
    context.db,
  );
}

/**
 * Finds SKUs by number, barcode, name or its pinyin initials, so that one can scan into a picker: what matches a number or any barcode
 * exactly stands first, whatever its state; otherwise only SKUs in use are offered.
 */
async function skuOptions(context: ReadContext, asked: OptionsRequest): Promise<{ list: Option[] }> {
  const { keyword, texts } = asked;
  const scoped = scopeCondition(sku, context.actor, 'r');
  const parts: RawBuilder<boolean>[] = scoped ? [scoped] : [];
  if (texts) return { list: await namedBy(context, texts, parts) };
  const exact = keyword
    ? sql`(r.sku_no = ${keyword} or r.id in (${scanned(keyword)}))`
    : // Never: a bare `false` is a constant, by which nothing can be ordered.
      sql`r.id is null`;
  if (asked.ids) parts.push(sql<boolean>`r.id = any(${asked.ids})`);
  else parts.push(sql<boolean>`(r.status = 1 or ${exact})`);
  if (keyword) parts.push(sql<boolean>`r.id in (${found(keyword, await spelledGoods(context.db, sku, keyword))})`);
  const { rows } = await sql<Option>`
    select r.id, r.sku_no as title, r.name as hint from sku r${whereClause(parts)}
    order by ${exact} desc, r.sku_no limit ${mostOptions(asked)}`.execute(context.db);
  return { list: rows };
}

// A pasted column of numbers, barcodes or names: each text names at most one SKU, by its number before a barcode, and by a name
// that it alone bears.
async function namedBy(
  context: ReadContext,
  texts: readonly string[],
  parts: RawBuilder<boolean>[],
): Promise<Option[]> {
  // What a spreadsheet has made of a code is nobody's, although goods may once have been saved with it.
  const codes = texts.filter((text) => spoiltCode(text) === undefined);
  const { rows } = await sql<Option>`
    select distinct on (m.text) m.text, r.id, r.sku_no as title, r.name as hint
    from (
      select g.code as text, g.sku_id as id, 1 as place from (${goodsByCode(codes)}) g
      union all select k.text, min(s.id), 2 from unnest(${texts}::text[]) as k (text) join sku s on s.name = k.text group by 1 having count(*) = 1
    ) m join sku r on r.id = m.id${whereClause(parts)} order by m.text, m.place`.execute(context.db);
  return rows;
}

// One set by three kinds of index: trigrams for what is typed, the unique key for what is scanned, the style for what is spelled.
function found(keyword: string, spelled: readonly RawBuilder<boolean>[]): RawBuilder<unknown> {
  const looked = ['k.sku_no', 'k.name', 'k.main_barcode'].flatMap((name) =>
    contains(sql.ref(name), { value: keyword }),
  );
  const bySpelling = spelled.map((where) => sql` union select r.id from sku r where ${where}`);
  return sql`select k.id from sku k where ${sql.join(looked, sql` or `)} union ${scanned(keyword)}${sql.join(bySpelling, sql``)}`;
}

const scanned = (barcode: string): RawBuilder<unknown> =>
  sql`select sku_id from sku_barcode where barcode = any(${barcodeSpellings(barcode)})`;
