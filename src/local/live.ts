import { liveQuery } from 'dexie';
import { type CountView, viewCounts } from './count-view.ts';
import { type Journal, laneRange } from './databases.ts';
import type { Mending } from './mend.ts';
import type { LaneRow } from './rows.ts';
import { createRunningView } from './running-view.ts';

/** A value that changes by itself, in the shape that React's useSyncExternalStore takes; null until first read. */
export interface Live<T> {
  subscribe(changed: () => void): () => void;
  get(): T | null;
}

/** The op ids on their way at this moment, in this realm. */
export interface Sending {
  now(): ReadonlySet<string>;
  set(opIds: readonly string[]): void;
  subscribe(changed: () => void): () => void;
}

export function createSending(): Sending {
  let ids: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  return {
    now: () => ids,
    set(opIds) {
      if (opIds.length === 0 && ids.size === 0) return;
      ids = new Set(opIds);
      for (const changed of listeners) changed();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** Where a live value's troubles go, and how it hears that the storage is back. */
export interface Watched {
  report(problem: unknown): void;
  onReopened: Mending['onReopened'];
}

/** Whatever `read` reads from the journal, read again after every change of it, in any page of this device. */
export function liveOf<T>(read: () => Promise<T>, parts: Watched): Live<T> {
  let value: T | null = null;
  return {
    get: () => value,
    subscribe(changed) {
      const next = (read: T) => {
        value = read;
        changed();
      };
      const watch = () => liveQuery(read).subscribe({ next, error: parts.report });
      let subscription = watch();
      // The query of a connection that was lost has ended with it.
      const stop = parts.onReopened(() => {
        subscription.unsubscribe();
        subscription = watch();
      });
      return () => {
        stop();
        subscription.unsubscribe();
      };
    },
  };
}

/** The view of one lane as it is on the disk at this moment: reads all of it, so for the rare case only. */
export async function countsNow(db: Journal, at: { uid: number; sheetId: number }): Promise<CountView> {
  const rows = await db.scans
    .where('[uid+sheet_id+rev]')
    .between(...laneRange(at.uid, at.sheetId))
    .sortBy('id');
  return viewCounts(rows, { lane: await db.lanes.get([at.uid, at.sheetId]), sending: new Set(), lastMost: 0 });
}

/**
 * The live view of one lane. It stays in memory and every change brings only the changed rows (`rev`), so that the
 * five-thousandth scan costs what the first did.
 */
export function liveCounts(
  parts: { db: Journal; sending: Sending } & Watched,
  at: { uid: number; sheetId: number; lastMost?: number },
): Live<CountView> {
  const { db, sending } = parts;
  const running = createRunningView();
  let lane: LaneRow | undefined;
  let view: CountView | null = null;
  const look = () => {
    view = running.look({ lane, sending: sending.now(), lastMost: at.lastMost ?? 20 });
  };
  const news = liveOf(async () => {
    const fresh = await db.scans
      .where('[uid+sheet_id+rev]')
      .between(...laneRange(at.uid, at.sheetId, running.rev() + 1))
      .sortBy('id');
    lane = await db.lanes.get([at.uid, at.sheetId]);
    running.take(fresh);
    look();
    return fresh.length;
  }, parts);
  return {
    get: () => view,
    subscribe(changed) {
      const ends = [
        news.subscribe(changed),
        sending.subscribe(() => {
          look();
          changed();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
