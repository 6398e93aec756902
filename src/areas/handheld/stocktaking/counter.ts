import type { SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import { figureKey } from '#contract/areas/warehouse/count-fold.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import { type ActionQueue, createActionQueue, type Outcome } from '../action-queue.ts';
import { isNotSaved } from '../not-saved.ts';
import type { CountView } from './count-view.ts';
import type { OpenSheet } from './sheets.ts';
import type { NewEntry, Stocktaking } from './stocktaking.ts';

/**
 * What a person did: scanned, typed a number of pieces, typed a total, or took an entry back: the one with the op id `voids`,
 * or else the last one of the zone. Which that is shows when its turn comes: a screen may be behind.
 */
export type CountAction =
  | { kind: 'add' | 'total'; code: string; qty: number; grade: number }
  | { kind: 'void'; voids?: string };

/** A deed with its stamp: however long it waits and however often it is tried, its time is that of the deed, and it counts once. */
export type StampedCountAction = CountAction & { made: Made };

/**
 * What became of it, once it is on the disk, or once it is certain that it is not. `first` and `more` are pieces of known
 * goods; `unknown` is kept, and a person must look at it; `unread` is what is left of a code whose beginning was lost, and is
 * not kept; `nothing` was there (any more) to take back.
 */
export interface Result extends Outcome<StampedCountAction> {
  word: 'first' | 'more' | 'total' | 'unknown' | 'unread' | 'taken_back' | 'nothing' | 'not_saved';
  code: string;
  goods: SheetGoods | null;
  grade: number;
  qty: number;
  /** Of the entry it became; absent when it became none. */
  opId?: string;
  /** Key of the figure that it changed. */
  key: string;
  /** In a recount: whether these goods were asked for. */
  asked: boolean;
}

export interface CounterParts {
  journal: Pick<Stocktaking, 'append' | 'countsNow'>;
  open: Pick<OpenSheet, 'find'> & { sheet: Pick<OpenSheet['sheet'], 'id' | 'round' | 'recount'> };
  uid: number;
  zone: string;
  /** The figures known so far, a moment behind the disk; null while they are being read. */
  view(): CountView | null;
  /** Told of every result, in order, after the commit and not before (design §6). */
  tell(result: Result): void;
  /** Told what is not kept and stops the line, oldest first, whenever that changes; empty when counting goes on. */
  stop(line: readonly Result[]): void;
  /** Takes faults of ours. */
  report(problem: unknown): void;
}

/**
 * Turns scans into entries of the journal, one after the other in the order in which they were made, however fast they
 * come. It never drops one: what cannot be kept is told as `not_saved`, with the act in it, and stops the line.
 */
export function createCounter(parts: CounterParts): ActionQueue<StampedCountAction, Result> {
  /** What was kept last of each figure, and whether it leaves pieces: `null` after a taking-back, which brings back any earlier state. */
  const kept = new Map<string, { rev: number; pieces: boolean | null }>();

  /** Whether a figure has pieces already: by the view, or where that is behind by what was kept here. */
  async function hasPieces(key: string): Promise<boolean> {
    const view = parts.view();
    const own = kept.get(key);
    if (view && view.rev >= (own?.rev ?? 0)) return piecesIn(view, key);
    if (own && own.pieces !== null) return own.pieces;
    return piecesIn(await parts.journal.countsNow({ uid: parts.uid, sheetId: parts.open.sheet.id }), key);
  }

  async function one(act: StampedCountAction): Promise<Result> {
    const planned = plan(parts, act);
    const { result } = planned;
    if ('why' in planned) return { ...result, word: 'not_saved', why: planned.why };
    try {
      const before = act.kind === 'add' && (await hasPieces(result.key));
      const row = await parts.journal.append(planned.entry);
      if (row.kind === 'void') {
        const key = keyOf(parts, { goods: row.sku_id ?? row.barcode, grade: row.imperfect_type, zone: row.zone });
        kept.set(key, { rev: row.rev, pieces: null });
        return {
          ...result,
          word: 'taken_back',
          code: row.barcode,
          goods: parts.open.find(row.barcode, row.imperfect_type),
          grade: row.imperfect_type,
          key,
        };
      }
      kept.set(result.key, { rev: row.rev, pieces: before || row.qty > 0 });
      const word = result.goods === null ? 'unknown' : act.kind === 'total' ? 'total' : before ? 'more' : 'first';
      return { ...result, word, opId: row.op_id };
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

  function hold(act: StampedCountAction): Result {
    const planned = plan(parts, act);
    return { ...planned.result, word: 'not_saved', why: 'why' in planned ? planned.why : 'held' };
  }

  return createActionQueue({ run: one, hold, tell: parts.tell, stop: parts.stop, report: parts.report });
}

function piecesIn(view: CountView, key: string): boolean {
  return (view.figures.get(key)?.qty ?? 0) > 0;
}

/** The key under which a person's figure for goods stands. */
export function keyOf(
  { uid, zone, open }: Pick<CounterParts, 'uid' | 'zone' | 'open'>,
  at: { goods: number | string; grade: number; zone?: string },
): string {
  return figureKey({
    round: open.sheet.round,
    zone: at.zone ?? zone,
    counter: uid,
    goods: at.goods,
    imperfect_type: at.grade,
  });
}

type Planned = { result: Result; entry: NewEntry } | { result: Result; why: 'too_long' };

function plan(parts: CounterParts, act: StampedCountAction): Planned {
  const { uid, zone, open } = parts;
  const stream = { uid, sheetId: open.sheet.id, made: act.made };
  if (act.kind === 'void') {
    const result: Result = { word: 'taken_back', code: '', goods: null, grade: 0, qty: 0, key: '', asked: true, act };
    const what = act.voids === undefined ? { lastOf: { zone, round: open.sheet.round } } : { voids: act.voids };
    return { result, entry: { ...stream, kind: 'void', ...what } };
  }
  const { kind, qty, grade } = act;
  const typed = act.code.trim();
  const goods = open.find(typed, grade);
  const code = goods ? spelled(goods, typed) : typed;
  const key = keyOf(parts, { goods: goods?.sku_id ?? code, grade });
  const result: Result = {
    word: 'first',
    code,
    goods,
    grade,
    qty,
    key,
    asked: isAsked(open.sheet.recount, goods, grade),
    act,
  };
  // The server takes no longer code; kept, it would only come back refused.
  if (code.length > limits.name) return { result, why: 'too_long' };
  const entry: NewEntry = {
    ...stream,
    kind,
    zone,
    round: open.sheet.round,
    barcode: code,
    skuId: goods?.sku_id ?? null,
    imperfectType: grade,
    qty,
  };
  return { result, entry };
}

/** The code as its goods have it: a gun may type letters in another case, and the server knows the exact spelling alone. */
function spelled(goods: SheetGoods, code: string): string {
  const codes = [...goods.barcodes, goods.sku_no];
  return codes.includes(code) ? code : (codes.find((known) => known.toUpperCase() === code.toUpperCase()) ?? code);
}

function isAsked(recount: OpenSheet['sheet']['recount'], goods: SheetGoods | null, grade: number): boolean {
  return recount.length === 0 || recount.some((one) => one.sku_id === goods?.sku_id && one.imperfect_type === grade);
}
