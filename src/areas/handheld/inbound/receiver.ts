import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import type { Named } from '../goods-words.ts';
import { createLine, type Line, type Outcome } from '../line.ts';
import { isNotSaved } from '../not-saved.ts';
import type { NewPieces, OpenBatch, Receiving } from './receiving.ts';

/** What a person did: counted pieces of a code in a grade, with the date they bear where they expire, or took an entry or the last one back. */
export type Deed =
  | { kind: 'add'; code: string; qty: number; grade: number; expire: string | null }
  | { kind: 'void'; voids?: string };

/** A deed with its stamp: however long it waits and however often it is tried, its time is that of the deed, and it counts once. */
export type Act = Deed & { made: Made };

/**
 * What became of it, once it is on the disk, or once it is certain that it is not. `unknown` is kept, and a person must look at it;
 * `undated` and `unread` are not kept and say so at once; `nothing` was there (any more) to take back.
 */
export interface Result extends Outcome<Act> {
  word: 'counted' | 'unknown' | 'undated' | 'unread' | 'taken_back' | 'nothing' | 'not_saved';
  code: string;
  goods: (Named & { sku_id: number }) | null;
  grade: number;
  qty: number;
  expire: string | null;
  /** Of the entry it became. */
  opId?: string;
}

export interface ReceiverParts {
  receiving: Pick<Receiving, 'append'>;
  open: Pick<OpenBatch, 'find' | 'sheet'>;
  uid: number;
  /** Told of every result, in order, after the commit and not before (design §6). */
  tell(result: Result): void;
  /** Told what is not kept and stops the line, oldest first, whenever that changes. */
  stop(line: readonly Result[]): void;
  /** Takes faults of ours. */
  report(problem: unknown): void;
}

/** Turns scans into entries of the journal, one after the other in the order in which they were made. It never drops one unsaid. */
export function createReceiver(parts: ReceiverParts): Line<Act, Result> {
  async function one(act: Act): Promise<Result> {
    const planned = plan(parts, act);
    if (planned.entry === null) return planned.result;
    const { result } = planned;
    try {
      const { op_id, payload } = await parts.receiving.append(planned.entry);
      if (payload.kind !== 'void') return { ...result, word: result.goods ? 'counted' : 'unknown', opId: op_id };
      return {
        ...result,
        word: 'taken_back',
        code: payload.barcode,
        goods: parts.open.find(payload.barcode),
        grade: payload.imperfect_type,
        expire: payload.expire_at,
        opId: op_id,
      };
    } catch (problem) {
      if (isNotSaved(problem)) {
        const { reason } = problem;
        return reason === 'nothing' ? { ...result, word: reason } : { ...result, word: 'not_saved', why: reason };
      }
      // A fault of ours; nothing was stored all the same, and that must be said.
      parts.report(problem);
      return { ...result, word: 'not_saved', why: 'broken' };
    }
  }
  const hold = (act: Act): Result => {
    const { result, entry } = plan(parts, act);
    return entry === null ? result : { ...result, word: 'not_saved', why: 'held' };
  };
  return createLine({ run: one, hold, tell: parts.tell, stop: parts.stop, report: parts.report });
}

function plan({ open, uid }: ReceiverParts, act: Act): { result: Result; entry: NewPieces | null } {
  const at = { uid, batch: open.sheet.id, made: act.made };
  if (act.kind === 'void') {
    const result: Result = { word: 'taken_back', code: '', goods: null, grade: 0, qty: 0, expire: null, act };
    return { result, entry: { ...at, kind: 'void', voids: act.voids } };
  }
  const { qty, grade } = act;
  const typed = act.code.trim();
  const goods = open.find(typed);
  // A gun may type letters in another case, and the server knows the exact spelling alone.
  const codes = goods ? [...goods.barcodes, goods.sku_no] : [];
  const code = codes.find((known) => known.toUpperCase() === typed.toUpperCase() && !codes.includes(typed)) ?? typed;
  const dated = open.sheet.goods.find(({ sku_id }) => sku_id === goods?.sku_id)?.dated === true;
  const expire = dated || !goods ? act.expire : null;
  const result: Result = { word: 'counted', code, goods, grade, qty, expire, act };
  if (code.length > limits.name) return { result: { ...result, word: 'not_saved', why: 'too_long' }, entry: null };
  if (dated && expire === null) return { result: { ...result, word: 'undated' }, entry: null };
  const said = { barcode: code, imperfect_type: grade, qty, production_date: null, expire_at: expire };
  return { result, entry: { ...at, kind: 'add', ...said, sku_id: goods?.sku_id ?? null } };
}
