import { type Carried, type CarriedIn, carryIn, carryOut } from './carry.ts';
import { type Client, createClient } from './client.ts';
import { createClock } from './clock.ts';
import type { Codec, Correction } from './codec.ts';
import { openJournal } from './databases.ts';
import { deviceId } from './device-id.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createDrain, type Drained } from './drain.ts';
import { moveEarlier } from './earlier-tables.ts';
import { type Made, stamp } from './journal.ts';
import { createSending, type Live, liveOf, liveWith } from './live.ts';
import { withRecovery, withRoom } from './not-saved.ts';
import { createStorageRecovery } from './recover-storage.ts';
import { createReferenceCache, type ReferenceCache } from './reference-cache.ts';
import { prune } from './retention.ts';
import type { Operation } from './rows.ts';
import { createSessionMirror, type SessionMirror } from './session-mirror.ts';
import { correct, discard, resume, type SettleRefusal, sendAgain } from './settle.ts';
import { type QueueStatus, readStatus } from './status.ts';
import type { StreamPlace } from './stream.ts';
import { readSummary, type StreamSummary, streamsOf } from './stream-summary.ts';
import type { Send } from './stream-turn.ts';
import { createSync, type Sync } from './sync.ts';
import type { World } from './world.ts';

export { type Carried, type CarriedIn, isCarried } from './carry.ts';
export type { Client } from './client.ts';
export {
  type Batch,
  type BatchAnswer,
  type Codec,
  type Correction,
  type Corrects,
  type Discarded,
  type Outgoing,
  type SettleAction,
  streamKey,
  type Told,
  through,
} from './codec.ts';
export type { Kept } from './documents.ts';
export type { DraftPlace, Drafts, KeptDraft } from './drafts.ts';
export type { Drained } from './drain.ts';
export type { EarlierEntry, EarlierLane } from './earlier-tables.ts';
export type { Made, NewOperation } from './journal.ts';
export type { Live } from './live.ts';
export { NothingToTakeBack, NotSaved } from './not-saved.ts';
export type {
  Reference,
  ReferenceCache,
  ReferenceKey,
} from './reference-cache.ts';
export type { Operation, StreamRow } from './rows.ts';
export type { MirroredSession, SessionMirror } from './session-mirror.ts';
export type { SettleRefusal } from './settle.ts';
export type { QueueStatus } from './status.ts';
export type { StreamSnapshot } from './stream-snapshot.ts';
export { type OperationWord, type StreamSummary, type SummaryOperation, wordOf } from './stream-summary.ts';
export type { Occasion, Sync } from './sync.ts';
export { type Locks, realWorld, type World } from './world.ts';

/** Everything that a device keeps by itself (design §6). The only way into this floor. */
export interface Local {
  outbox: {
    /** Stamps what a person does at this moment, for an operation that may have to wait before it is kept. */
    stamp(): Made;
    /** The streams of a kind that was named when this was opened. */
    of<Payload, Note, Document>(codec: Codec<Payload, Note, Document>): Client<Payload, Note, Document>;
    /** Sends a refused operation once more, as a new one. Rejects with NotSaved when that could not be kept, as all up to `resume` do. */
    sendAgain(opId: string): Promise<Operation | SettleRefusal>;
    /** Sends one that waits for a person once more, put right, as a new one. */
    correct(opId: string, correction: Correction): Promise<Operation | SettleRefusal>;
    /** Puts an operation away with a reason. */
    discard(opId: string, reason: string): Promise<Operation | SettleRefusal>;
    /** Lets a stopped stream be sent again. */
    resume(at: StreamPlace): Promise<void>;
    /** The queue at a glance; `uid` null when nobody is signed in. */
    status(uid: number | null): Live<QueueStatus>;
    statusNow(uid: number | null): Promise<QueueStatus>;
    /** The streams of a person that a screen of the queue shows. */
    streams(uid: number): Promise<string[]>;
    /** How one stands; `most` operations of it. */
    standing(at: StreamPlace & { most: number }): Live<StreamSummary>;
    /** Everything on this device that only it has, of all people, for another one; null when there is nothing. */
    carryOut(): Promise<Carried | null>;
    /** Takes in what another device could not send: each row under its own person and id, once. Rejects with NotSaved. */
    carryIn(carried: Carried): Promise<CarriedIn>;
    /** Forgets documents and received rows that nobody needs any more; call it when idle. */
    prune(): Promise<number>;
  };
  /** Whatever `read` reads through this, read again after every change of it, in any page of this device; with what is on its way. */
  watch<R, T>(how: { read(): Promise<R>; look(read: R, sending: ReadonlySet<string>): T }): Live<T>;
  references: ReferenceCache;
  drafts: Drafts;
  session: SessionMirror;
  /** Sending by occasion, with timers: for a page. */
  sync: Sync;
  /** Sends once what can be sent, without timers, and says how that ended. Rejects with NotSaved when it could not be noted. */
  drain(): Promise<Drained>;
  deviceId(): Promise<string>;
  /** Server minus device, milliseconds, as any page of this device measured it. Where it is minutes off, the device's card says so; counting goes on. */
  skew: Live<number>;
  close(): void;
}

export interface LocalParts {
  world: World;
  /** The wire's `send`. The drain signs with the mirrored session, whoever the page thinks is signed in. */
  send: Send;
  /** What this device keeps and sends, one codec for each kind of document. */
  codecs: readonly Codec[];
  /** That of them by which the server is told of what a person has put away. */
  discards?: Codec | undefined;
  /** Called after each commit of an operation; asks the browser for a background sync, where it has one. */
  hint?: () => void;
  /** Whether operations want nothing sent now; never by default. */
  paused?: () => Promise<boolean>;
}

/** Opens this device's databases and starts nothing: sending begins with the first `sync.kick`. */
export async function openLocal({
  world,
  send,
  codecs,
  discards,
  hint,
  paused = () => Promise.resolve(false),
}: LocalParts): Promise<Local> {
  const db = openJournal(world);
  const kinds = new Map(codecs.map((codec) => [codec.kind, codec]));
  const clock = createClock(db, world);
  const references = createReferenceCache(world, clock);
  const { recover, onReopened, end } = createStorageRecovery(db, references.clearAll);
  await withRecovery(recover, () => moveEarlier(db, kinds));
  await clock.load();
  const drafts = createDrafts(world);
  const session = createSessionMirror(db);
  const sending = createSending();
  const watched = { report: world.report, onReopened, sending };
  const device = () => deviceId(db, world.newOpId);
  const drain = createDrain({
    db,
    world,
    clock,
    codecs: kinds,
    send,
    device,
    caller: () => session.get(),
    sending: sending.set,
    paused,
  });
  const sync = createSync({ drain, world, recover });
  const appended = () => {
    hint?.();
    void sync.kick('append');
  };
  const changed = () => void sync.kick('again');
  const parts = { db, world, clock, codecs: kinds, discards, recover, appended, changed };
  const settled = async <T>(change: () => Promise<T>): Promise<T> => {
    const result = await withRoom(recover, change);
    changed();
    return result;
  };
  return {
    outbox: {
      stamp: () => stamp(world),
      of(codec) {
        if (kinds.get(codec.kind) !== codec) throw new Error(`opened without the codec of ${codec.kind}`);
        return createClient(parts, codec);
      },
      sendAgain: (opId) => settled(() => sendAgain(parts, opId)),
      correct: (opId, correction) => settled(() => correct(parts, opId, correction)),
      discard: (opId, reason) => settled(() => discard(parts, opId, reason)),
      resume: (at) => settled(() => resume(parts, at)),
      status: (uid) => liveOf(() => readStatus(parts, uid), watched),
      statusNow: (uid) => readStatus(parts, uid),
      streams: (uid) => streamsOf(db, uid),
      standing: (at) =>
        liveWith(watched, {
          read: () => readSummary(parts, at),
          look: (look, now) => look(now),
        }),
      carryOut: async () => carryOut(parts, await device()),
      carryIn: (carried) => settled(() => carryIn(parts, carried)),
      prune: () => prune(db, { now: world.now() }),
    },
    watch: (how) => liveWith(watched, how),
    references,
    drafts,
    session,
    sync,
    drain: () => withRoom(recover, () => drain.run()),
    deviceId: () => withRoom(recover, device),
    skew: liveOf(async () => {
      await clock.load();
      return clock.skew();
    }, watched),
    close() {
      end();
      sync.stop();
      references.close();
      drafts.close();
      db.close();
    },
  };
}
