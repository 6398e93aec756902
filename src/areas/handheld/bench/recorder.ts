import { type ActionQueue, createActionQueue, type Outcome } from '../action-queue.ts';
import type { Named } from '../goods-words.ts';
import { isNotSaved } from '../not-saved.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';

/** What became of a deed, once it is on the disk, or once it is certain that it is not. */
export interface Recorded<Act> extends Outcome<Act> {
  code: string;
  goods: Named | null;
  qty: number;
  /** Of the entry it became. */
  opId?: string;
}

/** What a deed is to become: what is said of it, and how it is kept; null for what is not kept and says so at once. */
export interface Plan<P extends Pieces, R> {
  result: R;
  keep: (() => Promise<PiecesOperation<P>>) | null;
}

interface RecorderParts<Act, P extends Pieces, R extends Recorded<Act>> {
  plan(act: Act): Plan<P, R>;
  /** What is said of it once it is kept. */
  kept(result: R, operation: PiecesOperation<P>): R;
  /** Told of every result, in order, after the commit and not before (design §6). */
  tell(result: R): void;
  /** Told what is not kept and stops the line, oldest first, whenever that changes. */
  stop(line: readonly R[]): void;
  /** Takes faults of ours. */
  report(problem: unknown): void;
}

/** Turns deeds into entries of the journal, one after the other in the order in which they were done. It never drops one unsaid. */
export function createRecorder<Act, P extends Pieces, R extends Recorded<Act>>({
  plan,
  kept,
  ...line
}: RecorderParts<Act, P, R>): ActionQueue<Act, R> {
  async function run(act: Act): Promise<R> {
    const { result, keep } = plan(act);
    if (keep === null) return result;
    try {
      const operation = await keep();
      return { ...kept(result, operation), opId: operation.op_id };
    } catch (problem) {
      if (isNotSaved(problem)) {
        const { reason } = problem;
        return reason === 'nothing' ? { ...result, word: reason } : { ...result, word: 'not_saved', why: reason };
      }
      // A fault of ours; nothing was stored all the same, and that must be said.
      line.report(problem);
      return { ...result, word: 'not_saved', why: 'broken' };
    }
  }
  const hold = (act: Act): R => {
    const { result, keep } = plan(act);
    return keep === null ? result : { ...result, word: 'not_saved', why: 'held' };
  };
  return createActionQueue({ run, hold, ...line });
}
