import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { createClock } from './clock.ts';
import type { CountView } from './count-view.ts';
import { openJournal } from './databases.ts';
import { deviceId } from './device-id.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { createDrain, type Drained } from './drain.ts';
import { exportUnsent } from './export-unsent.ts';
import { append, appendAll, type Made, type NewEntry, stamp } from './journal.ts';
import type { Send } from './lane-turn.ts';
import { countsNow, createSending, type Live, liveCounts, liveOf } from './live.ts';
import { createMending } from './mend.ts';
import { withRoom } from './not-saved.ts';
import { createReferenceCache, type ReferenceCache } from './reference-cache.ts';
import { prune } from './retention.ts';
import type { ScanRow } from './rows.ts';
import { createSessionMirror, type SessionMirror } from './session-mirror.ts';
import { discard, finishZone, resumeLane, type SettleRefusal, sendAgain } from './settle.ts';
import {
  type Downloaded,
  listSheets,
  noteClosed,
  type OpenSheet,
  openSheet,
  removeSheet,
  saveSheet,
} from './sheets.ts';
import { type QueueStatus, readStatus } from './status.ts';
import { createSync, type Sync } from './sync.ts';
import type { World } from './world.ts';

export type { CountView, EntryWord, ShownEntry } from './count-view.ts';
export type { DraftPlace, Drafts, KeptDraft } from './drafts.ts';
export type { Drained } from './drain.ts';
export type { Made, NewEntry } from './journal.ts';
export type { Live } from './live.ts';
export { NotSaved } from './not-saved.ts';
export type {
  Reference,
  ReferenceCache,
  ReferenceKey,
} from './reference-cache.ts';
export type { LaneRow, ScanRow } from './rows.ts';
export type { MirroredSession, SessionMirror } from './session-mirror.ts';
export type { SettleRefusal } from './settle.ts';
export type { OpenSheet } from './sheets.ts';
export type { QueueStatus } from './status.ts';
export type { Occasion, Sync } from './sync.ts';
export { type Locks, realWorld, type World } from './world.ts';

/** Everything that a device keeps by itself (design §6). The only way into this floor. */
export interface Local {
  journal: {
    /** Stamps what a person does at this moment, for an entry that may have to wait before it is kept. */
    stamp(): Made;
    /** Keeps an entry; resolves after the commit, so the tone may sound when it has. Rejects with NotSaved. */
    append(entry: NewEntry): Promise<ScanRow>;
    /** Keeps a burst in one transaction. */
    appendAll(entries: readonly NewEntry[]): Promise<ScanRow[]>;
    /** What a counting screen shows; `lastMost` entries in its list, 20 by default. */
    counts(at: { uid: number; sheetId: number; lastMost?: number }): Live<CountView>;
    /** The same once, as it is on the disk, without entries; reads all of the lane. */
    countsNow(at: { uid: number; sheetId: number }): Promise<CountView>;
    /** Sends a refused entry once more, as a new one. Rejects with NotSaved when that could not be kept, as all up to `resume` do. */
    sendAgain(opId: string): Promise<ScanRow | SettleRefusal>;
    /** Puts an entry away with a reason. */
    discard(opId: string, reason: string): Promise<ScanRow | SettleRefusal>;
    /** Its person is done with a zone; another count in it takes that back. */
    finishZone(at: { uid: number; sheetId: number; zone: string }): Promise<void>;
    /** Lets a stopped sheet be sent again. */
    resume(uid: number, sheetId: number): Promise<void>;
    /** The queue at a glance; `uid` null when nobody is signed in. */
    status(uid: number | null): Live<QueueStatus>;
    statusNow(uid: number | null): Promise<QueueStatus>;
    /** Text of a file with everything unsent; empty when there is nothing. */
    exportUnsent(): Promise<string>;
    /** Forgets sheets and received rows that nobody needs any more; call it when idle. */
    prune(): Promise<number>;
  };
  sheets: {
    /** Keeps a download and the zones it registered, but no sheet in place of one that the server gave later. Rejects with NotSaved. */
    save(downloaded: Downloaded): Promise<void>;
    /** Notes that a zone was closed, on the sheet as it is kept now. Rejects with NotSaved. */
    noteClosed(at: { uid: number; sheetId: number; round: number; zone: string }): Promise<void>;
    /** The sheet as it is kept now; null when it is not on this device. */
    open(uid: number, sheetId: number): Promise<OpenSheet | null>;
    /** The same, anew after every change of it in any page of this device. */
    kept(uid: number, sheetId: number): Live<{ open: OpenSheet | null }>;
    list(uid: number): Promise<Omit<SheetDownload, 'goods'>[]>;
    remove(uid: number, sheetId: number): Promise<boolean>;
  };
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
  /** Called after each commit of an entry; asks the browser for a background sync, where it has one. */
  hint?: () => void;
  /** Whether operations want nothing sent now; never unless told. */
  paused?: () => Promise<boolean>;
}

/** Opens this device's databases and starts nothing: sending begins with the first `sync.kick`. */
export async function openLocal({
  world,
  send,
  hint,
  paused = () => Promise.resolve(false),
}: LocalParts): Promise<Local> {
  const db = openJournal(world);
  const clock = createClock(db, world);
  await clock.load();
  const references = createReferenceCache(world, clock);
  const drafts = createDrafts(world);
  const mending = createMending(db, references.clearAll);
  const watched = { report: world.report, onReopened: mending.onReopened };
  const session = createSessionMirror(db);
  const sending = createSending();
  const device = () => deviceId(db, world.newOpId);
  const drain = createDrain({
    db,
    world,
    clock,
    send,
    device,
    caller: () => session.get(),
    sending: sending.set,
    paused,
  });
  const sync = createSync({ drain, world, mend: mending.mend });
  const appended = () => {
    hint?.();
    void sync.kick('append');
  };
  const parts = { db, world, clock, mend: mending.mend, appended };
  const settled = async <T>(change: () => Promise<T>): Promise<T> => {
    const result = await withRoom(mending.mend, change);
    void sync.kick('again');
    return result;
  };
  return {
    journal: {
      stamp: () => stamp(world),
      append: (entry) => append(parts, entry),
      appendAll: (entries) => appendAll(parts, entries),
      counts: (at) => liveCounts({ db, sending, ...watched }, at),
      countsNow: (at) => countsNow(db, at),
      sendAgain: (opId) => settled(() => sendAgain(parts, opId)),
      discard: (opId, reason) => settled(() => discard(parts, opId, reason)),
      finishZone: (at) => settled(() => finishZone(parts, at)),
      resume: (uid, sheetId) => settled(() => resumeLane(parts, uid, sheetId)),
      status: (uid) => liveOf(() => readStatus(db, uid), watched),
      statusNow: (uid) => readStatus(db, uid),
      exportUnsent: async () => exportUnsent(db, await device()),
      prune: () => prune(db, { now: world.now() }),
    },
    sheets: {
      save: (downloaded) => settled(() => saveSheet(parts, downloaded)),
      noteClosed: (at) => withRoom(mending.mend, () => noteClosed(db, at)),
      open: (uid, sheetId) => openSheet(db, uid, sheetId),
      kept: (uid, sheetId) => liveOf(async () => ({ open: await openSheet(db, uid, sheetId) }), watched),
      list: (uid) => listSheets(db, uid),
      remove: (uid, sheetId) => removeSheet(db, uid, sheetId),
    },
    references,
    drafts,
    session,
    sync,
    drain: () => withRoom(mending.mend, () => drain.run()),
    deviceId: () => withRoom(mending.mend, device),
    skew: liveOf(async () => {
      await clock.load();
      return clock.skew();
    }, watched),
    close() {
      mending.end();
      sync.stop();
      references.close();
      drafts.close();
      db.close();
    },
  };
}
