import type { Journal } from './databases.ts';
import { unsentOf } from './lane.ts';
import type { LaneRow } from './rows.ts';

/** The queue of this device at a glance, for the top bar and the report to operations. */
export interface QueueStatus {
  /** Entries of this person that the server has not spoken about. */
  unsent: number;
  /** Device time, epoch milliseconds, at which the first of them was kept; null when there is none. */
  oldest: number | null;
  /** Entries of this person that wait for a person's decision. */
  attention: number;
  /** Other people's unsent entries on this device: visible, never sent in this person's name. */
  others: { uid: number; unsent: number }[];
}

/**
 * Reads the status; `uid` null when nobody is signed in. It is read after every scan, so it reads the lanes' own figures and
 * the head of each, however long the outbox is.
 */
export async function readStatus(db: Journal, uid: number | null): Promise<QueueStatus> {
  const lanes = (await db.lanes.toArray()).filter((lane) => lane.unsent > 0);
  const own = lanes.filter((lane) => lane.uid === uid);
  const heads = await Promise.all(own.map((lane) => unsentOf(db, lane).first()));
  const kept = heads.flatMap((row) => row?.saved_at ?? []);
  const waiting = uid === null ? 0 : await db.scans.where('[uid+state]').equals([uid, 'attention']).count();
  const others = new Map<number, number>();
  for (const lane of lanes.filter((one) => one.uid !== uid)) {
    others.set(lane.uid, (others.get(lane.uid) ?? 0) + lane.unsent);
  }
  return {
    unsent: sum(own),
    oldest: kept.length > 0 ? Math.min(...kept) : null,
    attention: waiting + sum(own.filter((lane) => lane.stopped)),
    others: [...others].map(([other, unsent]) => ({ uid: other, unsent })),
  };
}

function sum(lanes: readonly LaneRow[]): number {
  return lanes.reduce((total, lane) => total + lane.unsent, 0);
}
