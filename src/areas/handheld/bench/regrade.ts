import { type Local, NothingToTakeBack } from '#src/local/index.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';
import { voidFor } from './take-back.ts';
import type { PiecesWork, Sheet } from './work.ts';

/** Whose entry it is, and of which document. */
interface Regrading {
  uid: number;
  document: number;
  opId: string;
  grade: number;
}

/** How pieces that were scanned are kept in another grade: what was scanned is taken back and kept anew, both or neither. */
export function regradeLater<P extends Pieces, D extends Sheet>(
  work: Pick<PiecesWork<P, D>, 'appendAll'>,
  { outbox }: Pick<Local, 'outbox'>,
  { opId, grade, ...at }: Regrading,
): () => Promise<PiecesOperation<P>> {
  // Stamped now, and once: however often it is tried, it counts once.
  const [back, made] = [outbox.stamp(), outbox.stamp()];
  return async () => {
    const [, kept] = await work.appendAll([
      { ...at, made: back, payload: (look) => voidFor(look, opId) },
      {
        ...at,
        made,
        payload: async (look) => {
          const entry = await look.get(opId);
          if (!entry) throw new NothingToTakeBack(`${opId} is not there`);
          return { ...entry.payload, imperfect_type: grade };
        },
      },
    ]);
    if (!kept) throw new Error('a burst was kept without its last operation');
    return kept;
  };
}
