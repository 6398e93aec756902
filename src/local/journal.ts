import type { Clock } from './clock.ts';
import type { ClockNote } from './clock-note.ts';
import { type Codec, streamKey } from './codec.ts';
import type { Journal } from './databases.ts';
import { NotSaved, withRoom } from './not-saved.ts';
import type { StorageRecovery } from './recover-storage.ts';
import type { Operation, UnsentRow } from './rows.ts';
import { type StreamPlace, streamAt } from './stream.ts';
import { type StreamSnapshot, snapshotOf } from './stream-snapshot.ts';
import type { World } from './world.ts';

/** When a person did something, and what it is called from then on, however long it waits and however often it is tried. */
export interface Made {
  /** Of the operation that it becomes. */
  opId: string;
  /** Epoch milliseconds of this device, right or wrong. */
  at: number;
  /** Ticks of this page. */
  tick: number;
}

/**
 * What a person did to a document. Without `made` it was done now. A payload that depends on what is kept by then is made by
 * looking at that, in the transaction that keeps it.
 */
export interface NewOperation<Payload> {
  uid: number;
  document: number;
  made?: Made | undefined;
  payload: Payload | ((look: StreamSnapshot<Payload>) => Promise<Payload>);
}

export interface JournalParts<P, N, D> {
  db: Journal<P, N, D>;
  codec: Codec<P, N, D>;
  world: World;
  clock: Clock;
  /** Brings a storage back that kept nothing. */
  recover: StorageRecovery['recover'];
  /** Called after each commit. */
  appended(): void;
}

/** A stamp for what a person does at this moment. */
export function stamp(world: World): Made {
  return { opId: world.newOpId(), at: world.now(), tick: world.ticks() };
}

/**
 * Keeps an operation: journal, what is to be sent, and its position, in one transaction. Resolves after the commit is on the
 * disk, so the tone may sound when it has. Rejects with NotSaved; then nothing of it exists. Should a broken storage hold it all
 * the same, another try with the same stamp is answered with the row that is there.
 */
export async function append<P, N, D>(parts: JournalParts<P, N, D>, operation: NewOperation<P>): Promise<Operation<P>> {
  const [row] = await appendAll(parts, [operation]);
  if (!row) throw new NotSaved(new Error('nothing was stored'));
  return row;
}

/** Keeps several operations in one transaction, in order: all or none (a reader's burst, reference pwa §2.2 no. 3). */
export async function appendAll<P, N, D>(
  parts: JournalParts<P, N, D>,
  operations: readonly NewOperation<P>[],
): Promise<Operation<P>[]> {
  const now = parts.world.now();
  const store = () => storeAll(parts, operations, now);
  const rows = await withRoom(parts.recover, store);
  parts.appended();
  return rows;
}

function storeAll<P, N, D>(
  { db, codec, world, clock }: JournalParts<P, N, D>,
  operations: readonly NewOperation<P>[],
  now: number,
): Promise<Operation<P>[]> {
  return db.transaction('rw', db.operations, db.unsent, db.streams, db.meta, async () => {
    const rows: Operation<P>[] = [];
    for (const { uid, document, made, payload } of operations) {
      const { opId, ...moment } = made ?? stamp(world);
      const known = made && (await db.operations.where('op_id').equals(opId).first());
      // What was made later than now was made before the clock was put back.
      const read = await clock.read({ ...moment, at: Math.min(moment.at, now) });
      const at = { uid, stream: streamKey(codec.kind, document) };
      rows.push(known ?? (await storeOperation({ db, codec }, { ...at, ...read, opId, payload, savedAt: now })));
    }
    return rows;
  });
}

/**
 * Adds one operation to the journal, to what is to be sent and to its stream. Inside a transaction over the three, so that a
 * caller can make it part of something larger.
 */
export async function storeOperation<P, N, D>(
  { db, codec }: { db: Journal<P, N, D>; codec: Codec<P, N, D> },
  given: StreamPlace & Moment & { opId: string; payload: NewOperation<P>['payload'] },
): Promise<Operation<P>> {
  const { uid, stream: name, opId, at, clock, savedAt } = given;
  const stream = await streamAt(db, { uid, stream: name }, codec.blank);
  const payload = isMaker(given.payload) ? await given.payload(snapshotOf(db, stream)) : given.payload;
  const head = { op_id: opId, uid, stream: name, seq: stream.next_seq, at, ...(clock && { clock }), payload };
  const row: Operation<P> = { ...head, rev: stream.rev + 1, state: 'saved' };
  // On `row` itself its number would appear while it is stored.
  const id = await db.operations.add({ ...row });
  const waiting: UnsentRow<P> = { ...head, operation_id: id, saved_at: savedAt };
  await db.unsent.add(waiting);
  await db.streams.put({
    ...stream,
    note: codec.noted(stream.note, payload),
    told: false,
    next_seq: stream.next_seq + 1,
    unsent: stream.unsent + 1,
    rev: row.rev,
    appended_at: savedAt,
  });
  return { ...row, id };
}

interface Moment {
  /** ISO time. */
  at: string;
  clock?: ClockNote | undefined;
  /** Epoch milliseconds. */
  savedAt: number;
}

function isMaker<P>(payload: NewOperation<P>['payload']): payload is (look: StreamSnapshot<P>) => Promise<P> {
  return typeof payload === 'function';
}
