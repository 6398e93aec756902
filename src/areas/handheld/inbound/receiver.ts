import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import { knownSpelling } from '../bench/known-spelling.ts';
import { isRead, pieceOf } from '../bench/read-piece.ts';
import type { Plan, Recorded } from '../bench/recorder.ts';
import type { Regrade } from '../bench/regrade-row.tsx';
import type { Named } from '../goods-words.ts';
import type { InboundOperation, InboundPayload } from './entry.ts';
import type { OpenBatch, Receiving } from './receiving.ts';

/** What a person did: counted pieces of a code in a grade, with the date they bear where they expire, took an entry or the last one back, or was done. */
export type ReceiveAction =
  | { kind: 'add'; code: string; qty: number; grade: number; expire: string | null }
  | { kind: 'void'; voids?: string }
  | Regrade<InboundPayload>
  | { kind: 'done' };

/** A deed with its stamp: however long it waits and however often it is tried, its time is that of the deed, and it counts once. */
export type StampedReceiveAction = ReceiveAction & { made: Made };

/**
 * What became of it, once it is on the disk, or once it is certain that it is not. `unknown` is kept, and a person must look at it;
 * `undated`, `unread` and `again`, a piece that was counted, are not kept and say so at once; `nothing` was there (any more) to take back.
 */
export interface Result extends Recorded<StampedReceiveAction> {
  word: 'counted' | 'unknown' | 'undated' | 'unread' | 'again' | 'done' | 'taken_back' | 'nothing' | 'not_saved';
  goods: (Named & { sku_id: number }) | null;
  grade: number;
  expire: string | null;
}

export interface ReceiverParts {
  receiving: Pick<Receiving, 'append' | 'takeBack'>;
  open: Pick<OpenBatch, 'find' | 'sheet'>;
  /** What was done here so far, as far as the screen knows. */
  rows: readonly InboundOperation[];
  uid: number;
}

/** What is said of a deed, and how it is kept. */
export function planReceived(
  { receiving, open, rows, uid }: ReceiverParts,
  act: StampedReceiveAction,
): Plan<InboundPayload, Result> {
  const at = { uid, document: open.sheet.id, made: act.made };
  if (act.kind !== 'add') {
    const result: Result = { word: 'taken_back', code: '', goods: null, grade: 0, qty: 0, expire: null, act };
    if (act.kind === 'again') return { result: { ...result, ...act.said }, keep: act.keep };
    if (act.kind === 'void') return { result, keep: () => receiving.takeBack({ ...at, voids: act.voids }) };
    const keep = () => receiving.append({ ...at, payload: done });
    return { result: { ...result, word: 'done' }, keep };
  }
  const { grade } = act;
  const goods = open.find(act.code.trim());
  const code = knownSpelling(act.code.trim(), goods);
  const piece = pieceOf(open.sheet.goods, code);
  const qty = piece ? 1 : act.qty;
  const dated = open.sheet.goods.find(({ sku_id }) => sku_id === goods?.sku_id)?.dated === true;
  const expire = dated || !goods ? act.expire : null;
  const result: Result = { word: goods ? 'counted' : 'unknown', code, goods, grade, qty, expire, act };
  if (code.length > limits.name) return { result: { ...result, word: 'not_saved', why: 'too_long' }, keep: null };
  if (piece && isRead(rows, piece.names)) return { result: { ...result, word: 'again' }, keep: null };
  if (dated && expire === null) return { result: { ...result, word: 'undated' }, keep: null };
  const said = { barcode: code, imperfect_type: grade, qty, production_date: null, expire_at: expire };
  const payload: InboundPayload = { kind: 'add', ...said, sku_id: goods?.sku_id ?? null };
  return { result, keep: () => receiving.append({ ...at, payload }) };
}

const done: InboundPayload = {
  kind: 'done',
  barcode: '',
  imperfect_type: 0,
  qty: 0,
  production_date: null,
  expire_at: null,
  sku_id: null,
};

/** What is said of it once it is kept: what was taken back is known by then. */
export function receivedAs(
  { open }: Pick<ReceiverParts, 'open'>,
  result: Result,
  { payload }: InboundOperation,
): Result {
  if (payload.kind !== 'void') return result;
  const { barcode, imperfect_type: grade, expire_at: expire } = payload;
  return { ...result, code: barcode, goods: open.find(barcode), grade, expire };
}
