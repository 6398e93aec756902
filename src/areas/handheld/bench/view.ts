import { type OperationWord, type StreamRow, wordOf } from '#src/local/index.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { Pieces, PiecesOperation } from './pieces.ts';

/** What a screen shows of one person's work on one document. */
export interface PiecesView<P extends Pieces> {
  /** Every entry, in the order of the journal. */
  rows: readonly PiecesOperation<P>[];
  /** The latest entries, newest first, voided ones included. */
  last: readonly ShownEntry<P>[];
  /** Why the server takes nothing of this document now. */
  stopped: StreamRow['stopped'];
}

export interface ShownEntry<P extends Pieces> extends Omit<PiecesOperation<P>, 'word'> {
  word: OperationWord;
  /** A later entry has taken it back. */
  voided: boolean;
}

/** Makes the view of a journal; pure. `rows` in the order of the journal. */
export function viewEntries<P extends Pieces>(
  rows: readonly PiecesOperation<P>[],
  at: { stream: StreamRow<null> | undefined; sending: ReadonlySet<string>; lastMost: number },
): PiecesView<P> {
  const stopped = at.stream?.stopped ?? null;
  const voided = new Set(rows.filter(isCounted).flatMap(({ payload }) => payload.voids ?? []));
  return {
    rows,
    last: rows
      .filter(({ state }) => state !== 'settled')
      .slice(-at.lastMost)
      .toReversed()
      .map((row) => ({
        ...row,
        word: wordOf(row, { stopped: stopped !== null, sending: at.sending }),
        voided: voided.has(row.op_id),
      })),
    stopped,
  };
}

/** Whether there is something to take back. */
export const canTakeBack = (entry: ShownEntry<Pieces>): boolean =>
  entry.payload.kind === 'add' && !entry.voided && isCounted(entry);

/**
 * Pieces that this device counted and that a download has not in it: each with the entry that says what they are, less those that were
 * taken back. The download names the last entry of this device that it has in it.
 */
export function sinceDownload<P extends Pieces>(
  { own_seq }: { own_seq: number },
  rows: readonly PiecesOperation<P>[],
): { payload: P; qty: number }[] {
  const byId = new Map(rows.map((row) => [row.op_id, row]));
  return rows.flatMap((row) => {
    if (row.seq <= own_seq || !isCounted(row)) return [];
    const { voids } = row.payload;
    const pieces = voids === undefined ? row : byId.get(voids);
    // What waits for the office as unknown is in nobody's figure, and so is not taken out of one.
    if (!pieces || pieces.outcome === 'unknown' || pieces.payload.kind !== 'add') return [];
    const { payload } = pieces;
    return [{ payload, qty: voids === undefined ? payload.qty : -payload.qty }];
  });
}
