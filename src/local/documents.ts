import { type Codec, partsOf, streamKey } from './codec.ts';
import type { Journal } from './databases.ts';
import type { DocumentRow } from './rows.ts';
import { type StreamPlace, streamAt, unsentOf } from './stream.ts';
import { streamRange } from './stream-range.ts';
import type { World } from './world.ts';

/** Whose document, and which. */
export interface DocumentPlace {
  uid: number;
  document: number;
}

/** A document as it is kept on this device. */
export interface Kept<Document> {
  document: Document;
  /** Epoch milliseconds of the device. */
  savedAt: number;
}

/** What is kept of a document and its stream, and what is to be kept. */
export interface Held<Note, Document> {
  document: Document | null;
  note: Note;
}

/** What comes of a download; what is not named stays. */
export interface Holding<Note, Document> {
  note: Note;
  document?: Document;
  /** The stream's next position as the server knows it. */
  nextSeq?: number;
}

interface Parts<P, N, D> {
  db: Journal<P, N, D>;
  codec: Codec<P, N, D>;
}

/**
 * Keeps what was downloaded, by what is kept already: which of two rules is the client's to say. Null: nothing changes. The
 * stream is joined to the position that the server expects; with anything unsent its own numbers stay, and the server names
 * its position when they arrive.
 */
export function keepDocument<P, N, D>(
  { db, codec, world }: Parts<P, N, D> & { world: World },
  { uid, document: id }: DocumentPlace,
  choose: (held: Held<N, D>) => Holding<N, D> | null,
): Promise<void> {
  return db.transaction('rw', db.documents, db.streams, db.unsent, async () => {
    const at = { uid, stream: streamKey(codec.kind, id) };
    const stream = await streamAt(db, at, codec.blank);
    const kept = await db.documents.get([uid, at.stream]);
    const chosen = choose({ document: kept?.document ?? null, note: stream.note });
    if (!chosen) return;
    const { note, document, nextSeq = 1 } = chosen;
    const empty = (await unsentOf(db, at).count()) === 0;
    const next_seq = empty ? Math.max(stream.next_seq, nextSeq) : stream.next_seq;
    await db.streams.put({ ...stream, note, told: false, next_seq, rev: stream.rev + 1 });
    if (document !== undefined) await db.documents.put({ ...at, saved_at: world.now(), document });
  });
}

/** Changes a document as it is kept now, and not when it was downloaded. Nothing happens where it is not here. */
export function reviseDocument<P, N, D>(
  { db, codec }: Parts<P, N, D>,
  { uid, document }: DocumentPlace,
  change: (document: D) => D,
): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const row = await db.documents.get([uid, streamKey(codec.kind, document)]);
    if (row) await db.documents.put({ ...row, document: change(row.document) });
  });
}

/** The document as it is kept; null when it is not on this device. */
export async function keptDocument<P, N, D>(
  { db, codec }: Parts<P, N, D>,
  { uid, document }: DocumentPlace,
): Promise<Kept<D> | null> {
  const row = await db.documents.get([uid, streamKey(codec.kind, document)]);
  return row ? keptOf(row) : null;
}

/** All of its kind that a person has on this device. */
export async function keptDocuments<P, N, D>({ db, codec }: Parts<P, N, D>, uid: number): Promise<Kept<D>[]> {
  const rows = await db.documents.where('uid').equals(uid).toArray();
  return rows.filter((row) => partsOf(row.stream).kind === codec.kind).map(keptOf);
}

/** Forgets a document, unless something of its stream is unsent or waits for a person: then nothing happens and it answers false. */
export function removeDocument(db: Journal, at: StreamPlace): Promise<boolean> {
  return db.transaction('rw', db.documents, db.unsent, db.operations, async () => {
    const waiting = await db.operations
      .where('[uid+stream+rev]')
      .between(...streamRange(at))
      .filter((row) => row.state === 'attention')
      .count();
    if (waiting > 0 || (await unsentOf(db, at).count()) > 0) return false;
    await db.documents.delete([at.uid, at.stream]);
    return true;
  });
}

function keptOf<D>({ document, saved_at }: DocumentRow<D>): Kept<D> {
  return { document, savedAt: saved_at };
}
