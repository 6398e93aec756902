import { sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { addPieces, addStyles, type NewPiece, type NewStyle } from '../add-goods.ts';
import { holdStyles } from '../hold-goods.ts';
import { addBarcodes } from '../known-goods.ts';
import type { Remark } from '../remark.ts';
import { type Renewal, renewGoods } from '../renew-goods.ts';
import { remarkLacks } from './judge-pieces.ts';
import type { KnownCatalogue } from './known-catalogue.ts';
import type { Directories } from './load-directories.ts';
import type { Master } from './masters.ts';
import type { PieceDraft, StyleDraft } from './style-draft.ts';

interface Writing {
  readonly styles: readonly StyleDraft[];
  readonly directories: Directories;
  readonly known: KnownCatalogue;
  readonly numbers: Numbers;
  readonly remarks: Remark[];
}

/** What was written of a catalogue. */
export interface Written {
  readonly styles: number;
  readonly skus: number;
  /** Barcodes of new SKUs and further ones of old SKUs. */
  readonly barcodes: number;
  readonly renewed: number;
  readonly unchanged: number;
}

/** Writes styles whose masters are made: new ones, new SKUs of old ones, further barcodes, and what changed. */
export async function writeStyles(context: WriteContext, writing: Writing): Promise<Written> {
  const { styles, known, numbers, remarks } = writing;
  const fresh = styles.filter(({ there }) => !there).map((draft) => ({ draft, made: newStyle(draft, writing) }));
  for (const { draft, made } of fresh) remarkLacks(draft, made.fen, remarks);
  await holdPlaces(
    context,
    fresh.map(({ made }) => made),
  );
  const ids = await addStyles(context, { styles: fresh.map(({ made }) => made), numbers });
  const grown = styles.flatMap((draft) =>
    draft.there && draft.pieces.some(({ there }) => !there) ? [draft.there] : [],
  );
  const prices = await holdStyles(context.db, grown);
  const pieces = [
    ...fresh.flatMap(({ draft, made }, index) => newPieces(draft, { spuId: ids[index] ?? 0, fen: made.fen })),
    ...styles.flatMap((draft) =>
      draft.there ? newPieces(draft, { spuId: draft.there.spuId, fen: prices.get(draft.there.spuId) ?? 0 }) : [],
    ),
  ];
  await addPieces(context, { pieces, numbers });
  const there = styles.flatMap((draft) =>
    draft.pieces.flatMap((piece) => (piece.there ? [{ draft, piece, sku: piece.there }] : [])),
  );
  const further = await addBarcodes(
    context,
    there.map(({ piece, sku }) => ({
      skuId: sku.skuId,
      skuNo: sku.skuNo,
      barcodes: [...piece.barcodes].filter((barcode) => !known.byBarcode.has(barcode)),
    })),
  );
  const renewals = there.map(
    ({ draft, piece, sku }): Renewal => ({
      known: sku,
      code: piece.code,
      name: draft.word('name'),
      names: true,
      fen: piece.fen,
      pricedAt: piece.pricedAt,
    }),
  );
  const renewed = await renewGoods(context, { renewals, grown, remarks });
  return {
    styles: fresh.length,
    skus: pieces.length,
    barcodes: further + pieces.reduce((sum, { barcodes }) => sum + barcodes.length, 0),
    renewed,
    unchanged: there.length - renewed,
  };
}

function newStyle(draft: StyleDraft, { directories: { usual } }: Writing): NewStyle {
  const fen = commonest(draft.pieces.map((piece) => piece.fen).filter((one) => one > 0));
  const times = draft.pieces.flatMap(({ pricedAt }) => pricedAt ?? []).sort();
  return {
    styleNo: draft.styleNo,
    name: draft.word('name') ?? draft.styleNo,
    brandId: idOf(draft.brand),
    categoryId: idOf(draft.master('category') ?? usual.category),
    unitId: idOf(draft.master('unit') ?? usual.unit),
    sizeTypeId: idOf((draft.pieces[0]?.size ?? usual.size).under ?? usual.size.under),
    season: draft.word('season') ?? null,
    sex: draft.word('sex') ?? null,
    fen,
    pricedAt: times.at(-1) ?? null,
  };
}

/** A SKU that no row prices costs what its style does. */
function newPieces(draft: StyleDraft, style: { spuId: number; fen: number }): NewPiece[] {
  return draft.pieces
    .filter(({ there }) => !there)
    .map((piece: PieceDraft) => ({
      spuId: style.spuId,
      colorId: idOf(piece.color),
      sizeId: idOf(piece.size),
      fen: piece.fen || style.fen,
      pricedAt: piece.pricedAt,
      barcodes: [...piece.barcodes],
    }));
}

/** Of equally common ones the lowest, as PostgreSQL's mode() has it; 0 of none. */
function commonest(prices: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const price of prices) counts.set(price, (counts.get(price) ?? 0) + 1);
  const [first] = [...counts].sort(([one, many], [other, more]) => more - many || one - other);
  return first?.[0] ?? 0;
}

function idOf(master: Master): number {
  if (master.id === undefined) throw new Error(`${master.name} was not made`);
  return master.id;
}

/** What new styles stand under must be in use; whoever switches it off meanwhile waits, then finds the styles. */
async function holdPlaces(context: WriteContext, styles: readonly NewStyle[]): Promise<void> {
  const hold = async (definition: AnyDefinition, ids: readonly number[]) => {
    const { rows } = await sql<{ name: string; status: number }>`
      select name, status from ${sql.table(tableOf(definition))} where id = any(${[...new Set(ids)]}) order by id for share`.execute(
      context.db,
    );
    const off = rows.find(({ status }) => status !== 1);
    if (off) throw new Refusal('invalid', `${definition.label}“${off.name}”已停用`);
  };
  await hold(
    category,
    styles.map((style) => style.categoryId),
  );
  await hold(
    brand,
    styles.map((style) => style.brandId),
  );
  await hold(
    unit,
    styles.map((style) => style.unitId),
  );
}
