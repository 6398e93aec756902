import { type Codecs, codecOf } from './codec.ts';
import type { Journal } from './databases.ts';
import type { StreamRow } from './rows.ts';
import { unsentOf } from './stream.ts';

/** The queue of this device at a glance, for the top bar and the report to operations. */
export interface QueueStatus {
  /** Operations of this person that the server has not spoken about. */
  unsent: number;
  /** Device time, epoch milliseconds, at which the first of them was kept; null when there is none. */
  oldest: number | null;
  /** Operations of this person that wait for a person's decision. */
  attention: number;
  /** Other people's unsent operations on this device: visible, never sent in this person's name. */
  others: { uid: number; unsent: number }[];
  /** Of all these unsent ones, those of kinds that this build does not know: another build sends them. */
  ofAnotherBuild: number;
}

/**
 * Reads the status; `uid` null when nobody is signed in. It is read after every scan, so it reads the streams' own figures and
 * the head of each, however much is unsent.
 */
export async function readStatus(
  { db, codecs }: { db: Journal; codecs: Codecs },
  uid: number | null,
): Promise<QueueStatus> {
  const streams = (await db.streams.toArray()).filter((stream) => stream.unsent > 0);
  const own = streams.filter((stream) => stream.uid === uid);
  const heads = await Promise.all(own.map((stream) => unsentOf(db, stream).first()));
  const kept = heads.flatMap((row) => row?.saved_at ?? []);
  const waiting = uid === null ? 0 : await db.operations.where('[uid+state]').equals([uid, 'attention']).count();
  const others = new Map<number, number>();
  for (const stream of streams.filter((one) => one.uid !== uid)) {
    others.set(stream.uid, (others.get(stream.uid) ?? 0) + stream.unsent);
  }
  return {
    unsent: sum(own),
    oldest: kept.length > 0 ? Math.min(...kept) : null,
    attention: waiting + sum(own.filter((stream) => stream.stopped)),
    others: [...others].map(([other, unsent]) => ({ uid: other, unsent })),
    ofAnotherBuild: sum(streams.filter((stream) => !codecOf(codecs, stream.stream))),
  };
}

function sum(streams: readonly StreamRow[]): number {
  return streams.reduce((total, stream) => total + stream.unsent, 0);
}
