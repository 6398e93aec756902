import type { Journal } from './databases.ts';

/** The queue of this device at a glance, for the top bar and the report to operations. */
export interface QueueStatus {
  /** Entries of this person that the server has not spoken about. */
  unsent: number;
  /** Device time, epoch milliseconds, at which the oldest of them was kept; null when there is none. */
  oldest: number | null;
  /** Entries of this person that wait for a person's decision. */
  attention: number;
  /** Other people's unsent entries on this device: visible, never sent in this person's name. */
  others: { uid: number; unsent: number }[];
}

/** Reads the status; `uid` null when nobody is signed in. */
export async function readStatus(db: Journal, uid: number | null): Promise<QueueStatus> {
  const status: QueueStatus = {
    unsent: 0,
    oldest: null,
    attention: 0,
    others: [],
  };
  const stopped = new Map(
    (await db.lanes.toArray()).filter((lane) => lane.stopped).map((lane) => [`${lane.uid}/${lane.sheet_id}`, true]),
  );
  const others = new Map<number, number>();
  await db.outbox.each((row) => {
    if (row.uid !== uid) {
      others.set(row.uid, (others.get(row.uid) ?? 0) + 1);
      return;
    }
    status.unsent += 1;
    status.oldest = Math.min(status.oldest ?? row.saved_at, row.saved_at);
    if (stopped.has(`${row.uid}/${row.sheet_id}`)) status.attention += 1;
  });
  status.attention += await db.scans
    .where('[state+id]')
    .between(['attention', 0], ['attention', Number.MAX_SAFE_INTEGER])
    .filter((row) => row.uid === uid)
    .count();
  status.others = [...others].map(([other, unsent]) => ({
    uid: other,
    unsent,
  }));
  return status;
}
