import { lineOfPieces } from '#contract/areas/allocation/allot-entry.ts';
import { outState } from '#contract/areas/orders/order-enums.ts';
import type { OutGoods, OutSheet } from '#contract/areas/orders/out-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import { knownSpelling } from '../bench/known-spelling.ts';
import { isRead, pieceOf } from '../bench/read-piece.ts';
import type { Plan, Recorded } from '../bench/recorder.ts';
import { sinceDownload } from '../bench/view.ts';
import type { Named } from '../goods-words.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { OpenOutSheet, OutOperation, OutPayload, OutStep, OutWork } from './entry.ts';

/** What a person did: picked pieces of a code, took an entry or the last one back, or took a step. */
export type OutAction =
  | { kind: 'add'; code: string; qty: number; grade: number }
  | { kind: 'void'; voids?: string }
  | { kind: 'step'; step: OutStep; logistics_id?: number | null; waybill_no?: string | null };

export type StampedOutAction = OutAction & { made: Made };

/** What became of it. `unknown` is kept, and a person must look at it; `full`, `closed`, `again` and `unread` are not kept and say so at once. */
export interface Result extends Recorded<StampedOutAction> {
  word:
    | 'counted'
    | 'full'
    | 'unknown'
    | 'unread'
    | 'taken_back'
    | 'nothing'
    | 'not_saved'
    | 'step'
    | 'again'
    | 'closed';
  goods: (Named & { sku_id: number }) | null;
  grade: number;
  /** Of the goods that they are of, once they count. */
  line: number | null;
}

/** Goods of a delivery, and what was picked of them by everybody, as far as this device knows. */
export interface Picked {
  goods: OutGoods;
  qty: number;
}

/** What was picked of each: what the download says, and on top of that what was done here since. */
export function pickedOf(sheet: OutSheet, rows: readonly OutOperation[]): Map<number, Picked> {
  const picked = new Map(
    sheet.goods.map((goods): [number, Picked] => [goods.line_id, { goods, qty: goods.counted_qty }]),
  );
  for (const { payload, qty } of sinceDownload(sheet, rows)) {
    const { imperfect_type: grade, sku_id } = payload;
    const line = lineOfPieces(sheet.goods, { end: 'out', skuId: sku_id ?? undefined, grade });
    const now = line && picked.get(line.line_id);
    if (now) picked.set(now.goods.line_id, { ...now, qty: now.qty + qty });
  }
  return picked;
}

/** The step of this kind that was last done here and not refused. */
export const stepOf = (rows: readonly OutOperation[], step: OutStep): OutOperation | undefined =>
  rows.findLast((row) => row.payload.kind === step && isCounted(row));

/** Nothing more is counted: what was packed may be on its way, and is settled at a desk. */
export const isClosed = ({ status }: OutSheet, rows: readonly OutOperation[]): boolean =>
  status === outState.toShip || stepOf(rows, 'pack') !== undefined || stepOf(rows, 'send') !== undefined;

interface DeedParts {
  work: Pick<OutWork, 'append' | 'takeBack'>;
  open: Pick<OpenOutSheet, 'find' | 'sheet'>;
  /** What was done here so far, as far as the screen knows. */
  rows: readonly OutOperation[];
  uid: number;
}

/** What is said of a deed, and how it is kept. */
export function planAction(parts: DeedParts, act: StampedOutAction): Plan<OutPayload, Result> {
  const { work, open, uid, rows } = parts;
  const at = { uid, document: open.sheet.id, made: act.made };
  const said: Result = { word: 'taken_back', code: '', goods: null, grade: 0, qty: 0, line: null, act };
  const closed = isClosed(open.sheet, rows);
  if (act.kind === 'void')
    return closed
      ? { result: { ...said, word: 'closed' }, keep: null }
      : { result: said, keep: () => work.takeBack({ ...at, voids: act.voids }) };
  if (act.kind === 'add')
    return closed
      ? { result: { ...said, code: act.code.trim(), word: 'closed' }, keep: null }
      : planPieces(parts, act, said);
  const { logistics_id, waybill_no } = act;
  const payload: OutPayload = {
    kind: act.step,
    barcode: '',
    imperfect_type: 0,
    qty: 0,
    sku_id: null,
    ...(logistics_id !== undefined && { logistics_id }),
    ...(waybill_no !== undefined && { waybill_no }),
  };
  return { result: { ...said, word: 'step' }, keep: () => work.append({ ...at, payload }) };
}

function planPieces(
  { work, open, rows, uid }: DeedParts,
  act: Extract<StampedOutAction, { kind: 'add' }>,
  said: Result,
): Plan<OutPayload, Result> {
  const goods = open.find(act.code.trim(), act.grade);
  const code = knownSpelling(act.code.trim(), goods);
  const piece = pieceOf(open.sheet.goods, code);
  // One piece, of the grade that its code says unless somebody saw another.
  const qty = piece ? 1 : act.qty;
  const grade = piece && act.grade === 0 ? piece.of.imperfect_type : act.grade;
  const line = piece?.of ?? lineOfPieces(open.sheet.goods, { end: 'out', skuId: goods?.sku_id, grade });
  const now = line && pickedOf(open.sheet, rows).get(line.line_id);
  const result: Result = { ...said, code, goods, grade, qty, line: line?.line_id ?? null };
  const not = (word: Result['word'], more: Partial<Result> = {}) => ({
    result: { ...result, word, ...more },
    keep: null,
  });
  if (piece && isRead(rows, piece.names)) return not('again');
  if (code.length > limits.name) return not('not_saved', { why: 'too_long' });
  if (now && now.qty + qty > now.goods.plan_qty) return not('full');
  const payload: OutPayload = {
    kind: 'add',
    barcode: code,
    imperfect_type: grade,
    qty,
    sku_id: line ? (goods?.sku_id ?? null) : null,
  };
  return {
    result: { ...result, word: line ? 'counted' : 'unknown' },
    keep: () => work.append({ uid, document: open.sheet.id, made: act.made, payload }),
  };
}

/** What is said of it once it is kept: what was taken back is known by then. */
export function actionKept({ open }: Pick<DeedParts, 'open'>, result: Result, { payload }: OutOperation): Result {
  if (payload.kind !== 'void') return result;
  return { ...result, code: payload.barcode, goods: open.find(payload.barcode), grade: payload.imperfect_type };
}
