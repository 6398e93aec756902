import type { CountAnswer, CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import type { Operation, StreamRow } from '#src/local/index.ts';

/** What a counting person did: the payload of an operation. */
export interface CountPayload
  extends Pick<CountEntry, 'kind' | 'zone' | 'round' | 'barcode' | 'imperfect_type' | 'qty' | 'voids'> {
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
}

/** What is noted of a person's work on a sheet. */
export interface CountNote {
  /** The round that was last downloaded; 0 before the first download. */
  round: number;
  /** The zones that this person counts here in that round, and whether they have said that they are done with them. */
  zones: { zone: string; finished: boolean }[];
}

export type CountStream = StreamRow<CountNote>;

/** A line of the journal as a counting screen reads it. */
export interface ScanRow extends Omit<Operation, 'payload' | 'at' | 'stream' | 'word' | 'outcome'>, CountPayload {
  sheet_id: number;
  counted_at: string;
  /** The server's word, or `refused` when the server would not take the entry at all. */
  outcome?: CountAnswer['outcome'];
}

/** Reads an operation as a scan of its sheet. */
export function scanOf(
  { payload, at, stream: _stream, word: _word, outcome, ...row }: Operation<CountPayload>,
  sheetId: number,
): ScanRow {
  return { ...payload, ...row, sheet_id: sheetId, counted_at: at, ...(isOutcome(outcome) && { outcome }) };
}

/** Whether a text is one of the server's words on a count. */
export function isOutcome(outcome: string | undefined): outcome is CountAnswer['outcome'] {
  return outcomes.some((known) => known === outcome);
}

const outcomes: readonly CountAnswer['outcome'][] = ['accepted', 'unknown', 'late', 'refused'];

/**
 * Whether an entry is part of the count, or a void of it takes something back: not what the server refused or set aside as
 * late, not what was put away.
 */
export function isCounted({ state, outcome }: Pick<Operation, 'state' | 'outcome'>): boolean {
  return state === 'saved' || state === 'received' || (state === 'attention' && outcome === 'unknown');
}
