import type { CountAnswer, CountEntry, SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import type { ClockNote, Measurement } from './clock-note.ts';

/**
 * A line of the journal: what a person scanned or typed, and what became of it. The source of truth on screen.
 * Only three things are ever on disk: kept, answered, settled. "Sending" is no state of a row (design §6).
 */
export interface ScanRow extends CountEntry {
  /** Order of the journal on this device. */
  id?: number;
  uid: number;
  sheet_id: number;
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
  /** What speaks for `counted_at`; absent from builds before ticks were kept. */
  clock?: ClockNote;
  /** Rises within the lane with every change of a row, so that a screen reads only what is new to it. */
  rev: number;
  /** `saved` kept here · `received` the server has counted it · `attention` a person must look · `settled` one has. */
  state: 'saved' | 'received' | 'attention' | 'settled';
  /** The server's word, or `refused` when the server would not take the entry at all. */
  outcome?: CountAnswer['outcome'];
  code?: number;
  msg?: string;
  /** Epoch milliseconds of this device at which the server's word was stored. */
  answered_at?: number;
  settled?: {
    how: 'discarded' | 'sent_again';
    reason: string;
    at: number;
    op_id?: string;
  };
}

/** An entry that the server has not spoken about. Leaves only with its own answer, or when a person discards it. */
export interface OutboxRow {
  op_id: string;
  /** Of its row in the journal. */
  scan_id: number;
  uid: number;
  sheet_id: number;
  seq: number;
  /** Epoch milliseconds of this device. */
  saved_at: number;
  /** As on the row of the journal. */
  clock?: ClockNote;
  entry: CountEntry;
}

/** One person's sequence of entries for one sheet on this device; its order is kept to the server. */
export interface LaneRow {
  uid: number;
  sheet_id: number;
  next_seq: number;
  /** How many of its entries are in the outbox. */
  unsent: number;
  rev: number;
  /** Epoch milliseconds of the last entry. */
  appended_at: number;
  /** The round that was last downloaded; 0 before the first download. */
  round: number;
  /** The zones that this person counts here in that round, and whether they have said that they are done with them. */
  zones: { zone: string; finished: boolean }[];
  /** False while the server must hear (again) how much of the zones is unsent and which are finished. */
  reported: boolean;
  /** Why the server takes nothing from this lane; until a person says "again", nothing is sent. */
  stopped: { code: number | null; msg: string; at: number } | null;
}

export interface SheetRow {
  uid: number;
  sheet_id: number;
  saved_at: number;
  sheet: SheetDownload;
}

/** Copy of the session for realms that cannot read localStorage. One row. */
export interface SessionRow {
  key: 'now';
  uid: number;
  nickname: string;
  token: string;
  /** Epoch milliseconds; a hint, the server decides. */
  expires_at: number;
}

/** Small facts of the installation, by name. */
export type MetaRow =
  | { key: 'device'; id: string }
  | { key: 'skew'; samples: number[]; measured?: Measurement }
  | { key: 'lease'; owner: string; beat: number };

/** A list kept for use without the network, whole. */
export interface ReferenceRow {
  uid: number;
  name: string;
  /** Version of the value's shape; another version is as good as nothing. */
  schema: number;
  /** Epoch milliseconds, corrected by the clock skew. */
  fetched_at: number;
  value: unknown;
}

/** What somebody typed into a form and has not saved. `owner`: the load of a page that is or was at work on it. */
export interface DraftRow {
  uid: number;
  page: string;
  form: string;
  owner: string;
  /** Epoch milliseconds of the device. */
  saved_at: number;
  value: unknown;
}
