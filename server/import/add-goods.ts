import { sql } from 'kysely';
import { barcodeTypes } from '#contract/areas/goods/barcodes.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { withoutTwins } from '#contract/kit/barcode-spellings.ts';
import { ownBarcodes } from '#server/areas/goods/own-barcodes.ts';
import { spuState } from '#server/areas/goods/spu.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';

/** A price in fen and as of when it is; 0 and null: there is none yet. */
interface Priced {
  readonly fen: number;
  readonly pricedAt: string | null;
}

/** A style as it will stand in the catalogue. */
export interface NewStyle extends Priced {
  readonly styleNo: string;
  readonly name: string;
  readonly brandId: number;
  readonly categoryId: number;
  readonly unitId: number;
  readonly sizeTypeId: number;
  readonly season: string | null;
  readonly sex: string | null;
}

/** A SKU as it will stand in the catalogue. */
export interface NewPiece extends Priced {
  readonly spuId: number;
  readonly colorId: number;
  readonly sizeId: number;
  /** The first is the main one; without any its number becomes one, as by hand. */
  readonly barcodes: readonly string[];
}

/** Makes styles, some thousands a statement, with their history; answers their ids in the same order. */
export async function addStyles(
  context: WriteContext,
  { styles, numbers }: { styles: readonly NewStyle[]; numbers: Numbers },
): Promise<number[]> {
  const ids: number[] = [];
  for (const some of batches(styles)) ids.push(...(await addSomeStyles(context, { styles: some, numbers })));
  return ids;
}

async function addSomeStyles(
  context: WriteContext,
  { styles, numbers }: { styles: readonly NewStyle[]; numbers: Numbers },
): Promise<number[]> {
  if (!spu.number) return [];
  const spuNos = await numbers.take(spu.number, context.now, styles.length);
  const rows = styles.map((style, index) => ({
    spu_no: spuNos[index],
    style_no: style.styleNo,
    name: style.name,
    category_id: style.categoryId,
    brand_id: style.brandId,
    unit_id: style.unitId,
    size_type_id: style.sizeTypeId,
    season_name: style.season,
    sex_name: style.sex,
    tag_price: style.fen,
    status: style.fen > 0 ? spuState.enabled : spuState.toInitialise,
  }));
  const { rows: made } = await sql<{ id: number; spu_no: string }>`
    insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, size_type_id, season_name, sex_name, tag_price, status, created_by, updated_by, created_at, updated_at)
    select spu_no, style_no, name, category_id, brand_id, unit_id, size_type_id, season_name, sex_name, tag_price, status, ${stamp(context)}
    from jsonb_populate_recordset(null::spu, ${JSON.stringify(rows)}::jsonb) order by spu_no returning id, spu_no`.execute(
    context.db,
  );
  const ids = new Map(made.map((row) => [row.spu_no, row.id]));
  const inOrder = spuNos.map((no) => ids.get(no) ?? 0);
  await writeAudit(
    context,
    styles.map((style, index) => ({
      ...history,
      docType: spu.name,
      docId: inOrder[index] ?? 0,
      docNo: spuNos[index] ?? null,
      changes: { ...pricing(style), name: { before: null, after: style.name } },
    })),
  );
  return inOrder;
}

/** Makes SKUs of styles that are there, some thousands a statement, with their barcodes and their history. */
export async function addPieces(
  context: WriteContext,
  { pieces, numbers }: { pieces: readonly NewPiece[]; numbers: Numbers },
): Promise<void> {
  for (const some of batches(pieces)) await addSomePieces(context, { pieces: some, numbers });
}

async function addSomePieces(
  context: WriteContext,
  { pieces, numbers }: { pieces: readonly NewPiece[]; numbers: Numbers },
): Promise<void> {
  if (!sku.number) return;
  const skuNos = await numbers.take(sku.number, context.now, pieces.length);
  const own = await ownBarcodes(context.db, skuNos);
  const rows = pieces.map((piece, index) => ({
    sku_no: skuNos[index],
    spu_id: piece.spuId,
    color_id: piece.colorId,
    size_id: piece.sizeId,
    fen: piece.fen,
    type: piece.barcodes.length > 0 ? barcodeTypes.supplier : barcodeTypes.own,
    barcodes: piece.barcodes.length > 0 ? withoutTwins(piece.barcodes) : [own[index]],
  }));
  const { rows: made } = await sql<{ id: number; sku_no: string }>`
    with draft as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (sku_no text, spu_id bigint, color_id bigint, size_id bigint, fen bigint, type smallint, barcodes jsonb)
    ), piece as (
      insert into sku (sku_no, spu_id, color_value_id, size_id, name, brand_id, category_id, main_barcode, tag_price, created_by, updated_by, created_at, updated_at)
      select d.sku_no, s.id, d.color_id, d.size_id, concat_ws(' ', s.name, v.value, z.name), s.brand_id, s.category_id, d.barcodes ->> 0, d.fen, ${stamp(context)}
      from draft d join spu s on s.id = d.spu_id join attribute_value v on v.id = d.color_id join size z on z.id = d.size_id order by d.sku_no
      returning id, sku_no
    ), code as (
      insert into sku_barcode (sku_id, barcode, type, is_main)
      select p.id, b.barcode, d.type, b.place = 1
      from draft d join piece p using (sku_no), jsonb_array_elements_text(d.barcodes) with ordinality as b (barcode, place)
      order by d.sku_no, b.place
    )
    select id, sku_no from piece`.execute(context.db);
  const ids = new Map(made.map((row) => [row.sku_no, row.id]));
  await writeAudit(
    context,
    pieces.map((piece, index) => ({
      ...history,
      docType: sku.name,
      docId: ids.get(skuNos[index] ?? '') ?? 0,
      docNo: skuNos[index] ?? null,
      changes: pricing(piece),
    })),
  );
}

// So that what goes to the database at once does not grow with the file.
function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += batch) yield all.slice(from, from + batch);
}

const batch = 5000;

const history = { action: 'import', label: '导入' };

const stamp = ({ actor, now }: WriteContext) =>
  sql`${actor.id}::bigint, ${actor.id}::bigint, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz`;

/** What the trail keeps of an imported price: the next import reads from it what this one set, and as of when. */
function pricing({ fen, pricedAt }: Priced): Record<string, { before: unknown; after: unknown }> {
  return { tag_price: { before: null, after: fen }, priced_at: { before: null, after: pricedAt } };
}
