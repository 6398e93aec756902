import { sql } from 'kysely';
import { z } from 'zod';
import { allot } from '#contract/areas/allocation/allot.ts';
import {
  type AllotRow,
  allotCalls,
  type FreeGoods,
  type ReadAllotRows,
  type ScannedGoods,
} from '#contract/areas/allocation/allot-calls.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { isVisible, scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readQuantityRows } from '#server/kit/read-quantity-rows.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { scannablePieces } from '../pieces/scannable-pieces.ts';

/** The calls of allots that are neither the document nor its steps (api.csv /v1/allot/*). */
export function serveAllotCalls({ registry }: Kit): void {
  registry.read(allotCalls.import, z.strictObject({ rows, out_warehouse_id: id.nullish() }), readAllotRows, allot);
  registry.read(
    allotCalls.available,
    z.strictObject({
      out_warehouse_id: id,
      sku_ids: z.array(id).max(limits.pastedEntries, tooManyEntries()),
    }),
    async (context, { out_warehouse_id: warehouse, sku_ids }) => ({
      list: await freeGoods(context, warehouse, sku_ids),
    }),
    allot,
  );
  registry.read(allotCalls.codes, z.strictObject({ id }), readCodes, allot);
}

const id = z.int().min(1);
const rows = z
  .array(z.strictObject({ code: z.string().trim().max(limits.name), qty: z.string().trim().max(32) }))
  .min(1)
  .max(limits.documentLines, tooManyEntries(limits.documentLines));

/** Goods and quantities of a sheet, with what the sender has free of them. */
async function readAllotRows(
  context: ReadContext,
  { rows: asked, out_warehouse_id: warehouse }: { rows: AllotRow[]; out_warehouse_id?: number | null | undefined },
): Promise<ReadAllotRows> {
  const { read, errors } = await readQuantityRows(context, asked);
  const free = warehouse
    ? await freeGoods(
        context,
        warehouse,
        read.map(({ sku_id }) => sku_id),
      )
    : [];
  const good = new Map(
    free.filter(({ imperfect_type: grade }) => grade === 0).map((one) => [one.sku_id, one.available]),
  );
  return {
    lines: read.map(({ row, sku_id, sku_no, name, qty }) => ({
      row,
      sku_id,
      sku_no,
      name,
      qty,
      available: good.get(sku_id) ?? 0,
    })),
    errors,
  };
}

/**
 * What a warehouse has free of some goods. Whoever may ask for goods is told how many there are, be the warehouse outside their data scope:
 * a shop asks the main warehouse (amendments G13).
 */
async function freeGoods(
  { db, actor }: ReadContext,
  warehouse: number,
  skuIds: readonly number[],
): Promise<FreeGoods[]> {
  const { rows: list } = await sql<FreeGoods>`
    select b.sku_id, b.imperfect_type, b.on_hand - b.locked as available from stock_balance b join sku k on k.id = b.sku_id
    where b.location_id = ${locationsOf(warehouse).warehouse} and b.sku_id = any(${skuIds}) and b.on_hand > b.locked and ${isVisible(sku, actor, 'k')}
    order by b.sku_id, b.imperfect_type`.execute(db);
  return list;
}

/** The numbers and barcodes of the goods of an allot: a scan is told by the device itself. */
async function readCodes(
  { db, actor }: ReadContext,
  { id: allotId }: { id: number },
): Promise<{ list: ScannedGoods[] }> {
  const seen = scopeCondition(allot, actor, 'r') ?? sql<boolean>`true`;
  const { rows: found } = await sql`select 1 from allot as r where r.id = ${allotId} and ${seen}`.execute(db);
  if (found.length === 0) throw new Refusal('notFound');
  const { rows: list } = await sql<Omit<ScannedGoods, 'pieces'>>`
    select k.id as sku_id, array_remove(array_agg(distinct c.code), null) as codes
    from allot_line l join sku k on k.id = l.sku_id
    cross join lateral (select k.sku_no as code union select b.barcode from sku_barcode b where b.sku_id = k.id) c
    where l.allot_id = ${allotId} group by k.id order by k.id`.execute(db);
  const pieces = await scannablePieces(db, { id: allotId, actor });
  return {
    list: list.map(({ sku_id, codes }) => ({
      sku_id,
      codes: codes.flatMap(barcodeSpellings),
      pieces: pieces.flatMap(({ sku_id: of, ...piece }) => (of === sku_id ? piece : [])),
    })),
  };
}
