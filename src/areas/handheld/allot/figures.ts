import {
  type AllotEnd,
  type AllotGoods,
  type AllotSheet,
  lineOfPieces,
} from '#contract/areas/allocation/allot-entry.ts';
import { sinceDownload } from '../bench/view.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { AllotOperation, AllotStep } from './entry.ts';

/** A line of an allot: what is expected of it, and what was counted by everybody, as far as this device knows. */
export interface Counted {
  goods: AllotGoods;
  qty: number;
  /** Of these, pieces of another grade than the line's. */
  damaged: number;
}

/** What was counted of each line: what the download says, and on top of that what was done here since. */
export function countedOf(
  sheet: AllotSheet,
  { end, rows }: { end: AllotEnd; rows: readonly AllotOperation[] },
): Map<number, Counted> {
  const counted = new Map(
    sheet.goods.map((goods): [number, Counted] => [
      goods.line_id,
      { goods, qty: goods.counted_qty, damaged: goods.damaged_qty },
    ]),
  );
  for (const { payload, qty } of sinceDownload(sheet, rows)) {
    const { imperfect_type: grade, sku_id } = payload;
    const line = lineOfPieces(sheet.goods, { end, skuId: sku_id ?? undefined, grade });
    const now = line && counted.get(line.line_id);
    if (!now) continue;
    const damaged = now.damaged + (grade === 0 || grade === now.goods.imperfect_type ? 0 : qty);
    counted.set(line.line_id, { ...now, qty: now.qty + qty, damaged });
  }
  return counted;
}

/** Pieces in each carton of this device, those that were taken back left out; by what it calls them. */
export function cartonsOf(rows: readonly AllotOperation[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { payload, qty } of sinceDownload({ own_seq: 0 }, rows)) {
    const carton = payload.carton ?? 1;
    pieces.set(carton, (pieces.get(carton) ?? 0) + qty);
  }
  return pieces;
}

/** The step of this kind that was last done here and not refused. */
export const stepOf = (rows: readonly AllotOperation[], step: AllotStep): AllotOperation | undefined =>
  rows.findLast((row) => row.payload.kind === step && isCounted(row));

/** Numbers of the cartons that are there: as the download says, or as they were scanned here. */
export function arrivedOf(sheet: AllotSheet, rows: readonly AllotOperation[]): ReadonlySet<string> {
  const taken = rows.filter((row) => row.payload.kind === 'accept' && isCounted(row));
  const all = taken.some(({ payload }) => payload.barcode === '');
  return new Set([
    ...sheet.cartons.filter(({ arrived }) => arrived || all).map(({ carton_no }) => carton_no),
    ...taken.map(({ payload }) => payload.barcode).filter((number) => number !== ''),
  ]);
}
