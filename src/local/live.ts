import { liveQuery } from 'dexie';
import { type CountView, viewCounts } from './count-view.ts';
import { type Journal, laneRange } from './databases.ts';
import type { LaneRow, ScanRow } from './rows.ts';

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

/** Whatever `read` reads from the journal, read again after every change of it, in any page of this device. */
export function liveOf<T>(read: () => Promise<T>, report: (problem: unknown) => void): Live<T> {
  let value: T | null = null;
  return {
    get: () => value,
    subscribe(changed) {
      const next = (read: T) => {
        value = read;
        changed();
      };
      const subscription = liveQuery(read).subscribe({ next, error: report });
      return () => subscription.unsubscribe();
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
 * The live view of one lane. The rows stay in memory and every change brings only the changed ones (`rev`), so that the
 * five-thousandth scan costs what the first did.
 */
export function liveCounts(
  parts: { db: Journal; sending: Sending; report: (problem: unknown) => void },
  at: { uid: number; sheetId: number; lastMost?: number },
): Live<CountView> {
  const { db, sending } = parts;
  const rows = new Map<string, ScanRow>();
  let lane: LaneRow | undefined;
  let seen = 0;
  let view: CountView | null = null;
  const look = () => {
    view = viewCounts([...rows.values()], {
      lane,
      sending: sending.now(),
      lastMost: at.lastMost ?? 20,
    });
  };
  const news = liveOf(async () => {
    const fresh = await db.scans
      .where('[uid+sheet_id+rev]')
      .between(...laneRange(at.uid, at.sheetId, seen + 1))
      .sortBy('id');
    lane = await db.lanes.get([at.uid, at.sheetId]);
    for (const row of fresh) {
      rows.set(row.op_id, row);
      seen = Math.max(seen, row.rev);
    }
    look();
    return fresh.length;
  }, parts.report);
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
