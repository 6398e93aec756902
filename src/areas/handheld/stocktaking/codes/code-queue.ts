import type { SheetGoods, SheetPiece } from '#contract/areas/warehouse/count-entry.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Made } from '#src/local/index.ts';
import { type ActionQueue, createActionQueue } from '../../action-queue.ts';
import type { Recorded } from '../../bench/recorder.ts';
import { isNotSaved } from '../../not-saved.ts';
import type { CountView } from '../count-view.ts';
import type { ScanRow } from '../scan.ts';
import type { OpenSheet } from '../sheets.ts';
import type { NewEntry, Stocktaking } from '../stocktaking.ts';
import { namesOf, type Pieces, spelled } from './pieces.ts';

/** What was read in one breath, each with its stamp, or an entry that is taken back: `voids`, or else the last one of the zone. */
export type Act =
  | { kind: 'read'; reads: readonly { text: string; made: Made }[] }
  | { kind: 'void'; voids?: string; made: Made };

/**
 * What a code that was read is. Kept: `found` where the books have it; `other_zone`, by its place in another zone; `others`, somebody else
 * has read it; `twice`, the same person has, in another zone or round; `lost` until now; `elsewhere` on book and `unknown`, which wait for a
 * person. Not kept: `again` in the same zone, `counted` by the same person in another zone of a round that counts pieces, and `goods`, which
 * is the barcode of goods.
 */
export type ReadWord =
  | 'found'
  | 'other_zone'
  | 'others'
  | 'twice'
  | 'lost'
  | 'elsewhere'
  | 'unknown'
  | 'again'
  | 'counted'
  | 'goods';

/** A zone in a round. */
export interface Where {
  zone: string;
  round: number;
}

/** One code as it was read. `where`: what its word speaks of. */
export interface Read {
  word: ReadWord;
  code: string;
  piece: SheetPiece | null;
  where: Where | null;
}

/** What became of an act, once it is on the disk, or once it is certain that it is not. */
export interface Result extends Recorded<Act> {
  word: 'read' | 'unread' | 'taken_back' | 'nothing' | 'not_saved';
  /** What was read, in its order; of a taking-back what was taken. */
  reads: readonly Read[];
  goods: SheetGoods | null;
}

export interface CodeQueueParts {
  journal: Pick<Stocktaking, 'append' | 'appendAll' | 'countsNow'>;
  open: Pick<OpenSheet, 'find'> & { sheet: Pick<OpenSheet['sheet'], 'id' | 'round' | 'zones'> };
  pieces: Pieces;
  /** Goods are counted as pieces: each code that is read is one of its goods, beside those that are counted by their barcode. */
  asGoods?: boolean;
  uid: number;
  zone: string;
  /** What is known so far, a moment behind the disk; null while it is being read. */
  view(): CountView | null;
  /** Told of every result, in order, after the commit and not before (design §6). */
  tell(result: Result): void;
  stop(line: readonly Result[]): void;
  report(problem: unknown): void;
}

/**
 * Turns codes that are read into entries of the journal, one act after the other. A piece is one piece however often and wherever it is
 * read. In a take by codes a code stands as a figure of its own in the journal, whose key is what was read.
 */
export function createCodeQueue(parts: CodeQueueParts): ActionQueue<Act, Result> {
  /** The latest change of the journal that was made here: a view that is behind it does not know what is read. */
  let rev = 0;

  /** What is read, as it is on the disk. */
  async function known(): Promise<CountView> {
    const view = parts.view();
    if (view && view.rev >= rev) return view;
    return await parts.journal.countsNow({ uid: parts.uid, sheetId: parts.open.sheet.id });
  }

  async function run(act: Act): Promise<Result> {
    const before = blank(parts, act);
    try {
      return act.kind === 'void' ? await takeBack(before, act) : await keep(before, act);
    } catch (problem) {
      if (isNotSaved(problem)) {
        const { reason } = problem;
        return reason === 'nothing' ? { ...before, word: reason } : { ...before, word: 'not_saved', why: reason };
      }
      // A fault of ours; nothing was stored all the same, and that must be said.
      parts.report(problem);
      return { ...before, word: 'not_saved', why: 'broken' };
    }
  }

  async function takeBack(before: Result, { voids, made }: Extract<Act, { kind: 'void' }>): Promise<Result> {
    const { uid, zone, open } = parts;
    const what = voids === undefined ? { lastOf: { zone, round: open.sheet.round } } : { voids };
    const row = await parts.journal.append({ uid, sheetId: open.sheet.id, made, kind: 'void', ...what });
    rev = Math.max(rev, row.rev);
    const piece = parts.pieces.find(row.barcode);
    const goods = piece && parts.pieces.goodsOf(piece);
    return { ...before, code: row.barcode, goods, reads: [{ word: 'again', code: row.barcode, piece, where: null }] };
  }

  async function keep(before: Result, { reads: asked }: Extract<Act, { kind: 'read' }>): Promise<Result> {
    if (asked.some(({ text }) => spelled(text).length > limits.name))
      return { ...before, word: 'not_saved', why: 'too_long' };
    const view = await known();
    const now = new Set<string>();
    const entries: NewEntry[] = [];
    const reads = asked.map(({ text, made }) => {
      const read = readOf(parts, { text, view, now });
      if (!notKept.has(read.word)) entries.push(entryOf(parts, read, made));
      for (const name of namesIn(read)) now.add(name);
      return read;
    });
    const rows: ScanRow[] = entries.length > 0 ? await parts.journal.appendAll(entries) : [];
    rev = rows.reduce((latest, row) => Math.max(latest, row.rev), rev);
    return { ...before, reads };
  }

  const hold = (act: Act): Result => ({ ...blank(parts, act), word: 'not_saved', why: 'held' });
  return createActionQueue({ run, hold, tell: parts.tell, stop: parts.stop, report: parts.report });
}

/** Words of what is heard and not kept: nothing would come of it. */
const notKept: ReadonlySet<ReadWord> = new Set(['again', 'counted', 'goods']);

function blank({ pieces }: CodeQueueParts, act: Act): Result {
  if (act.kind === 'void') return { word: 'taken_back', reads: [], code: '', goods: null, qty: 0, act };
  const [first] = act.reads;
  const code = spelled(first?.text ?? '');
  const piece = pieces.find(code);
  const more = act.reads.length > 1 ? ` 等 ${act.reads.length} 个` : '';
  return {
    word: 'read',
    reads: [],
    code: code + more,
    goods: piece && pieces.goodsOf(piece),
    qty: act.reads.length,
    act,
  };
}

const namesIn = ({ piece, code }: Pick<Read, 'piece' | 'code'>): string[] => (piece ? namesOf(piece) : [code]);

function readOf(
  parts: CodeQueueParts,
  { text, view, now }: { text: string; view: CountView; now: ReadonlySet<string> },
): Read {
  const { zone, open, pieces } = parts;
  const { round } = open.sheet;
  const code = spelled(text);
  const piece = pieces.find(code);
  const read = (word: ReadWord, where: Where | null = null): Read => ({ word, code, piece, where });
  const names = namesIn({ piece, code });
  const at = names.some((name) => now.has(name)) ? { zone, round } : whereRead(parts, { names, view });
  if (at?.zone === zone && at.round === round) return read('again', at);
  if (!piece) return open.find(code) ? read('goods') : read('unknown');
  if (at) return read(parts.asGoods ? 'counted' : 'twice', at);
  if (piece.place === 'elsewhere') return read('elsewhere');
  if (piece.place === 'lost') return read('lost');
  if (piece.read_in !== null) return read('others', { zone: piece.read_in, round });
  if (piece.zone && piece.zone !== zone) return read('other_zone', { zone: piece.zone, round });
  return read('found');
}

/** Where a piece was read by this person: in this zone and round first, else in the latest other one; of goods that are counted as pieces, in this round. */
function whereRead(
  { zone, open, asGoods }: CodeQueueParts,
  { names, view }: { names: readonly string[]; view: CountView },
): Where | null {
  const { round } = open.sheet;
  const reads = names.flatMap(view.ofCode).filter((row) => !asGoods || row.round === round);
  const here = reads.find((row) => row.zone === zone && row.round === round);
  return here ?? reads.toSorted((one, other) => other.round - one.round)[0] ?? null;
}

function entryOf({ uid, zone, asGoods, open: { sheet } }: CodeQueueParts, { code, piece }: Read, made: Made): NewEntry {
  const goods = asGoods && piece?.place !== 'elsewhere' ? piece : null;
  return {
    uid,
    sheetId: sheet.id,
    made,
    kind: 'add',
    zone,
    round: sheet.round,
    barcode: code,
    // In a take by codes without its goods: what counts as one thing there is what was read.
    skuId: goods?.sku_id ?? null,
    imperfectType: goods?.imperfect_type ?? 0,
    qty: 1,
  };
}
