import { type AllotEnd, lineOfPieces, type NamedDamage } from '#contract/areas/allocation/allot-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import { knownSpelling } from '../bench/known-spelling.ts';
import { isRead, pieceOf } from '../bench/read-piece.ts';
import type { Plan, Recorded } from '../bench/recorder.ts';
import type { Regrade } from '../bench/regrade-row.tsx';
import type { Named } from '../goods-words.ts';
import type { AllotOperation, AllotPayload, AllotStep, AllotWork, OpenAllotSheet } from './entry.ts';
import { arrivedOf, countedOf, stepOf } from './figures.ts';

/** What a person did: counted pieces of a code, took an entry or the last one back, or took a step; a carton is taken in by its number. */
export type AllotAction =
  | { kind: 'add'; code: string; qty: number; grade: number; carton: number | null }
  | { kind: 'void'; voids?: string }
  | Regrade<AllotPayload>
  | {
      kind: 'step';
      step: AllotStep;
      code?: string;
      logistics_id?: number | null;
      waybill_no?: string | null;
      damaged?: readonly NamedDamage[];
    };

export type StampedAllotAction = AllotAction & { made: Made };

/**
 * What became of it. `unknown` is kept, and a person must look at it; `over` is kept and more than was sent; `full`, `batch_out`,
 * `batch_wanted`, `closed`, `foreign`, `again` and `unread` are not kept and say so at once; `nothing` was there (any more) to take back.
 */
export interface Result extends Recorded<StampedAllotAction> {
  word:
    | 'counted'
    | 'over'
    | 'full'
    | 'batch_out'
    | 'batch_wanted'
    | 'unknown'
    | 'unread'
    | 'taken_back'
    | 'nothing'
    | 'not_saved'
    | 'step'
    | 'foreign'
    | 'again'
    | 'closed';
  goods: (Named & { sku_id: number }) | null;
  grade: number;
  /** Of the line that they are of, once they count. */
  line: number | null;
}

export interface DeedParts {
  work: Pick<AllotWork, 'append' | 'takeBack'>;
  end: AllotEnd;
  open: Pick<OpenAllotSheet, 'find' | 'sheet'>;
  /** What was done here so far, as far as the screen knows. */
  rows: readonly AllotOperation[];
  uid: number;
}

/** What is said of a deed, and how it is kept. */
export function planAction(parts: DeedParts, act: StampedAllotAction): Plan<AllotPayload, Result> {
  const { work, open, uid } = parts;
  const at = { uid, document: open.sheet.id, made: act.made };
  const said: Result = { word: 'taken_back', code: '', goods: null, grade: 0, qty: 0, line: null, act };
  if (act.kind === 'void') return { result: said, keep: () => work.takeBack({ ...at, voids: act.voids }) };
  if (act.kind === 'again') return { result: { ...said, ...act.said }, keep: act.keep };
  if (act.kind === 'step') {
    const result: Result = { ...said, word: 'step', code: act.code ?? '' };
    const { logistics_id, waybill_no, damaged = [] } = act;
    const payload: AllotPayload = {
      ...nothing,
      kind: act.step,
      barcode: act.code ?? '',
      ...(logistics_id !== undefined && { logistics_id }),
      ...(waybill_no !== undefined && { waybill_no }),
      ...(damaged.length > 0 && { damaged }),
    };
    return cartonWord(parts, result) ?? { result, keep: () => work.append({ ...at, payload }) };
  }
  return planPieces(parts, act, { ...said, word: 'counted' });
}

const nothing = { imperfect_type: 0, qty: 0, carton: null, sku_id: null } as const;

function planPieces(
  { work, end, open, rows, uid }: DeedParts,
  act: Extract<StampedAllotAction, { kind: 'add' }>,
  said: Result,
): Plan<AllotPayload, Result> {
  const goods = open.find(act.code.trim(), act.grade);
  const code = knownSpelling(act.code.trim(), goods);
  const piece = pieceOf(open.sheet.goods, code);
  // One piece, of the grade that its code says unless somebody saw another.
  const qty = piece ? 1 : act.qty;
  const grade = piece && act.grade === 0 ? piece.of.imperfect_type : act.grade;
  const line = piece?.of ?? lineOfPieces(open.sheet.goods, { end, skuId: goods?.sku_id, grade });
  const now = line && countedOf(open.sheet, { end, rows }).get(line.line_id);
  const result: Result = { ...said, code, goods, grade, qty, line: line?.line_id ?? null };
  const not = (word: Result['word'], more: Partial<Result> = {}) => ({
    result: { ...result, word, ...more },
    keep: null,
  });
  if (stepOf(rows, end === 'out' ? 'send' : 'sign')) return not('closed');
  if (piece && isRead(rows, piece.names)) return not('again');
  if (code.length > limits.name) return not('not_saved', { why: 'too_long' });
  const over = now !== undefined && now.qty + qty > now.goods.plan_qty;
  // What is too many at its receiver is counted, for it is there; at its sender it goes back to its shelf.
  if (end === 'out') {
    if (over) return not('full');
    if (line?.batch_wanted) return not('batch_wanted');
    if (line?.batch && now && now.qty + qty > line.batch.most) return not('batch_out');
  }
  const payload: AllotPayload = {
    kind: 'add',
    barcode: code,
    imperfect_type: grade,
    qty,
    carton: act.carton,
    sku_id: line ? (goods?.sku_id ?? null) : null,
  };
  return {
    result: { ...result, word: line ? (over ? 'over' : 'counted') : 'unknown' },
    keep: () => work.append({ uid, document: open.sheet.id, made: act.made, payload }),
  };
}

/** A carton that is none of this allot, or that is there already, is not taken in. */
function cartonWord({ open, rows }: DeedParts, result: Result): Plan<AllotPayload, Result> | undefined {
  if (result.act.kind !== 'step' || result.act.step !== 'accept' || result.code === '') return undefined;
  if (arrivedOf(open.sheet, rows).has(result.code)) return { result: { ...result, word: 'again' }, keep: null };
  if (open.sheet.cartons.some(({ carton_no }) => carton_no === result.code)) return undefined;
  return { result: { ...result, word: 'foreign' }, keep: null };
}

/** What is said of it once it is kept: what was taken back is known by then. */
export function actionKept({ open }: Pick<DeedParts, 'open'>, result: Result, { payload }: AllotOperation): Result {
  if (payload.kind !== 'void') return result;
  return { ...result, code: payload.barcode, goods: open.find(payload.barcode), grade: payload.imperfect_type };
}
