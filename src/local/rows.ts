import type { ClockNote, Measurement } from './clock-note.ts';

/**
 * A line of the journal: what a person did, and what became of it. The source of truth on screen. Only three things are ever
 * on disk: kept, answered, settled. "Sending" is no state of a row (design §6).
 */
export interface Operation<Payload = unknown> {
  /** Order of the journal on this device. */
  id?: number;
  /** Made when it was done; unchanged on every try. */
  op_id: string;
  uid: number;
  /** Of one document (`streamKey`). */
  stream: string;
  /** Position in the stream, as it was when this was kept. */
  seq: number;
  /** ISO time of the deed itself, corrected by the measured clock skew. Never the upload time. */
  at: string;
  /** What speaks for `at`; absent from builds before ticks were kept. */
  clock?: ClockNote;
  /** What was done: of the client's making, and nothing that this floor reads. */
  payload: Payload;
  /** Rises within the stream with every change of a row, so that a screen reads only what is new to it. */
  rev: number;
  /** `saved` kept here · `received` the server has it · `attention` a person must look · `settled` one has. */
  state: 'saved' | 'received' | 'attention' | 'settled';
  /** Whether the server has it; absent until it has spoken. */
  word?: 'accepted' | 'refused';
  /** The client's own name for what the server said. */
  outcome?: string;
  code?: number;
  msg?: string;
  /** Epoch milliseconds of this device at which the server's word was stored. */
  answered_at?: number;
  /** It came in a file from a device that could not send it, which may have done so all the same. */
  carried?: true;
  settled?: {
    how: 'discarded' | 'sent_again' | 'corrected';
    reason: string;
    at: number;
    op_id?: string;
  };
}

/** An operation that the server has not spoken about. Leaves only with its own answer, or when a person discards it. */
export interface UnsentRow<Payload = unknown>
  extends Pick<Operation<Payload>, 'op_id' | 'uid' | 'stream' | 'seq' | 'at'> {
  /** Of its row in the journal. */
  operation_id: number;
  /** Epoch milliseconds of this device. */
  saved_at: number;
  /** As on the row of the journal. */
  clock?: ClockNote;
  payload: Payload;
}

/** One person's operations on one document, on this device; their order is kept to the server. */
export interface StreamRow<Note = unknown> {
  uid: number;
  stream: string;
  next_seq: number;
  /** How many of its operations are unsent. */
  unsent: number;
  rev: number;
  /** Epoch milliseconds of the last operation. */
  appended_at: number;
  /** What the client notes of it besides its operations. */
  note: Note;
  /** False while the server must hear (again) how the stream stands. */
  told: boolean;
  /** Why the server takes nothing from this stream; until a person says "again", nothing is sent. */
  stopped: { code: number | null; msg: string; at: number } | null;
}

/** What a stream's operations refer to, as it was downloaded. */
export interface DocumentRow<Document = unknown> {
  uid: number;
  stream: string;
  /** Epoch milliseconds of this device. */
  saved_at: number;
  document: Document;
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
