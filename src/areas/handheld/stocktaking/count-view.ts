import { type CountFigure, foldCounts } from '#contract/areas/warehouse/count-fold.ts';
import { type OperationWord, wordOf } from '#src/local/index.ts';
import { type CountNote, type CountStream, isCounted, type ScanRow } from './scan.ts';

/** What a counting screen shows of one person's work on one sheet. */
export interface CountView {
  /** The latest change of the journal that it shows (`ScanRow.rev`); 0 when there is none. */
  rev: number;
  /** Figures by `figureKey`, of all rounds and zones. */
  figures: Map<string, CountFigure>;
  /** The entries of a code, wherever this person has counted it: what of them stands. */
  ofCode: (barcode: string) => readonly ScanRow[];
  /** The latest entries, newest first, voided ones included. */
  last: ShownEntry[];
  /** Entries that wait for a person. */
  attention: ShownEntry[];
  /** Entries without the server's word, and the device time at which the oldest of them was counted. */
  unsent: number;
  oldest: string | null;
  /** Why the server takes nothing of this sheet now. */
  stopped: CountStream['stopped'];
  /** The round that was last downloaded; 0 before the first download. */
  round: number;
  /** The zones that are counted here in that round, and whether their counter has said that they are done with them. */
  zones: CountNote['zones'];
  /** Whether the server has heard how the zones stand. */
  reported: boolean;
}

export interface ShownEntry extends ScanRow {
  word: OperationWord;
  /** A later entry has taken it back. */
  voided: boolean;
}

/** Makes the view of a journal; pure. `rows` in the order of the journal. */
export function viewCounts(
  rows: readonly ScanRow[],
  at: {
    stream: CountStream | undefined;
    sending: ReadonlySet<string>;
    lastMost: number;
  },
): CountView {
  const stopped = at.stream?.stopped ?? null;
  const counted = rows.filter(isCounted);
  const voided = new Set(counted.filter((row) => row.kind === 'void').map((row) => row.voids));
  const shown = (row: ScanRow): ShownEntry => ({
    ...row,
    word: wordOf(row, { stopped: stopped !== null, sending: at.sending }),
    voided: voided.has(row.op_id),
  });
  const unsent = rows.filter((row) => row.state === 'saved');
  return {
    rev: rows.reduce((latest, row) => Math.max(latest, row.rev), 0),
    figures: foldCounts(
      counted.map((row) => ({
        ...row,
        counter: row.uid,
        goods: row.sku_id ?? row.barcode,
      })),
    ),
    ofCode: (barcode) =>
      counted.filter((row) => row.kind !== 'void' && row.barcode === barcode && !voided.has(row.op_id)),
    last: rows
      .filter((row) => row.state !== 'settled')
      .slice(-at.lastMost)
      .toReversed()
      .map(shown),
    attention: rows.filter((row) => row.state === 'attention' || (stopped && row.state === 'saved')).map(shown),
    unsent: unsent.length,
    oldest: unsent[0]?.counted_at ?? null,
    stopped,
    round: at.stream?.note.round ?? 0,
    zones: at.stream?.note.zones ?? [],
    reported: at.stream?.told ?? true,
  };
}
