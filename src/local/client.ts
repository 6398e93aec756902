import type { Clock } from './clock.ts';
import { type Codec, streamKey } from './codec.ts';
import type { Journal } from './databases.ts';
import {
  type DocumentPlace,
  type Held,
  type Holding,
  type Kept,
  keepDocument,
  keptDocument,
  keptDocuments,
  removeDocument,
  reviseDocument,
} from './documents.ts';
import { append, appendAll, type NewOperation } from './journal.ts';
import { withRoom } from './not-saved.ts';
import type { StorageRecovery } from './recover-storage.ts';
import type { Operation, StreamRow } from './rows.ts';
import { reviseRows, streamAt } from './stream.ts';
import { streamRange } from './stream-range.ts';
import type { World } from './world.ts';

/** The streams of one kind, as the client of that kind works with them. What changes anything rejects with NotSaved when it could not be kept. */
export interface Client<Payload, Note, Document> {
  /** Keeps an operation; resolves after the commit, so the tone may sound when it has. */
  append(operation: NewOperation<Payload>): Promise<Operation<Payload>>;
  /** Keeps a burst in one transaction. */
  appendAll(operations: readonly NewOperation<Payload>[]): Promise<Operation<Payload>[]>;
  /** Changes the note of a stream; the server hears of it. */
  note(at: DocumentPlace, change: (note: Note) => Note): Promise<void>;
  /** Keeps what was downloaded. `asked`: what its answer says of the clock, with the device's times around the call. */
  keep(
    at: DocumentPlace,
    choose: (held: Held<Note, Document>) => Holding<Note, Document> | null,
    asked?: Asked,
  ): Promise<void>;
  /** Changes a document that is kept, and not when it was downloaded. */
  revise(at: DocumentPlace, change: (document: Document) => Document): Promise<void>;
  kept(at: DocumentPlace): Promise<Kept<Document> | null>;
  allKept(uid: number): Promise<Kept<Document>[]>;
  /** Forgets a document; false where something of it is unsent or waits for a person. */
  remove(at: DocumentPlace): Promise<boolean>;
  /** A stream as it is on the disk, with its operations from a revision on, in the order of the journal. */
  read(
    at: DocumentPlace,
    fromRev?: number,
  ): Promise<{ stream: StreamRow<Note> | undefined; operations: Operation<Payload>[] }>;
}

/** A server's ISO time, and the device's (epoch milliseconds) before and after the call that brought it. */
export interface Asked {
  serverTime: string;
  before: number;
  after: number;
}

export interface ClientParts {
  db: Journal;
  world: World;
  clock: Clock;
  recover: StorageRecovery['recover'];
  /** Called after each commit of an operation. */
  appended(): void;
  /** Called after each other change that the server may have to hear of. */
  changed(): void;
}

/** Makes the client of a kind. */
export function createClient<P, N, D>(parts: ClientParts, codec: Codec<P, N, D>): Client<P, N, D> {
  const { world, clock, recover, appended, changed } = parts;
  // Rows of its kind are written through its codec alone, so they are what it says they are.
  const db = parts.db as Journal<P, N, D>;
  const own = { db, codec, world, clock, recover, appended };
  const keyOf = ({ document }: DocumentPlace) => streamKey(codec.kind, document);
  const settled = async (change: () => Promise<void>): Promise<void> => {
    await withRoom(recover, change);
    changed();
  };
  return {
    append: (operation) => append(own, operation),
    appendAll: (operations) => appendAll(own, operations),
    note: (at, change) =>
      settled(() =>
        db.transaction('rw', db.operations, db.streams, async () => {
          const stream = await streamAt(db, { uid: at.uid, stream: keyOf(at) }, codec.blank);
          await reviseRows(db, { ...stream, note: change(stream.note), told: false }, []);
        }),
      ),
    keep: (at, choose, asked) =>
      settled(async () => {
        if (asked) await clock.observe(asked.serverTime, asked.before, asked.after);
        await keepDocument(own, at, choose);
      }),
    revise: (at, change) => withRoom(recover, () => reviseDocument(own, at, change)),
    kept: (at) => keptDocument(own, at),
    allKept: (uid) => keptDocuments(own, uid),
    remove: (at) => removeDocument(parts.db, { uid: at.uid, stream: keyOf(at) }),
    async read(at, fromRev = 0) {
      const { uid } = at;
      const stream = keyOf(at);
      const operations = await db.operations
        .where('[uid+stream+rev]')
        .between(...streamRange({ uid, stream }, fromRev))
        .sortBy('id');
      return { operations, stream: await db.streams.get([uid, stream]) };
    },
  };
}
