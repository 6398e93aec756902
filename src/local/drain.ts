import type { Caller } from '../wire/headers.ts';
import { type Backoff, firstBackoff } from './backoff.ts';
import { moveEarlier } from './earlier-tables.ts';
import { asOnlyDrain } from './lease.ts';
import type { StreamRow } from './rows.ts';
import { type Turn, type TurnParts, takeTurn } from './stream-turn.ts';

/**
 * How a drain ended. `waits`: something is left to say to the server, not before `pause` milliseconds from now;
 * `entries`: operations are among it, otherwise only how the streams stand. `stopped`: there are operations besides that the server
 * takes none of until a person says "again". `busy`: another page of this device is at it, `lockLost`: has taken over.
 * `signed_out`: everything is kept until its owner signs in. `paused`: operations want nothing sent now.
 */
export type Drained =
  | { end: 'busy' | 'lockLost' | 'signed_out' | 'paused' }
  | { end: 'empty'; stopped: boolean }
  | { end: 'waits'; pause: number; entries: boolean; stopped: boolean };

export interface Drain {
  /** Sends what can be sent, as the only one of this device. Rejects only for a broken storage. */
  run(): Promise<Drained>;
  /** Forgets all waiting: the network is back, somebody looks, somebody signed in. */
  hurry(): void;
}

export interface DrainParts extends TurnParts {
  /** The person signed in, who alone sends, and only what is theirs. */
  caller(): Promise<Caller | null>;
  /** Whether operations want nothing sent now; asked before each round of all streams. */
  paused(): Promise<boolean>;
}

/**
 * The sender of unsent operations: per document in order, in batches, repeating with the same op ids until the server has
 * spoken about each one (design §6, reference pwa §2.2). Nothing unsent goes away for any other reason.
 */
export function createDrain(parts: DrainParts): Drain {
  const paces = new Map<string, Backoff>();
  /** How often all waiting was forgotten. */
  let hurried = 0;
  /** A token that the server has refused: nothing is sent under it again. */
  let refusedToken: string | null = null;
  /** A page of an earlier build may have left something since. */
  let moves = false;

  async function everyone(owner: string): Promise<Drained> {
    for (;;) {
      const caller = await parts.caller();
      if (!caller || caller.token === refusedToken) return { end: 'signed_out' };
      const streams = await parts.db.streams.where('uid').equals(caller.uid).toArray();
      if (streams.length > 0 && (await parts.paused())) return { end: 'paused' };
      const lap = await eachOnce({ owner, caller, streams });
      if (lap.end === 'signed_out') refusedToken = caller.token;
      if (lap.end !== 'more') return lap;
    }
  }

  async function eachOnce({
    owner,
    caller,
    streams,
  }: {
    owner: string;
    caller: Caller;
    streams: StreamRow[];
  }): Promise<Drained | { end: 'more' }> {
    const turns: Turn['next'][] = [];
    const waiting: StreamRow[] = [];
    for (const stream of streams) {
      const key = `${stream.uid}/${stream.stream}`;
      const before = hurried;
      const turn = await takeTurn(parts, {
        owner,
        caller,
        stream,
        pace: paces.get(key) ?? firstBackoff,
      });
      // A request that hung until the network was back says nothing about the network that is back.
      paces.set(key, hurried === before ? turn.pace : { ...turn.pace, tries: 0, notBefore: 0 });
      if (turn.next === 'lockLost' || turn.next === 'signed_out') return { end: turn.next };
      turns.push(turn.next);
      if (typeof turn.next === 'number') waiting.push(stream);
    }
    if (turns.includes('more')) return { end: 'more' };
    const stopped = streams.some((stream) => stream.stopped);
    const waits = turns.filter((next) => typeof next === 'number');
    if (waits.length === 0) return { end: 'empty', stopped };
    const entries = waiting.some((stream) => !stream.stopped && stream.unsent > 0);
    return { end: 'waits', pause: Math.min(...waits), entries, stopped };
  }

  return {
    hurry() {
      hurried += 1;
      moves = true;
      paces.clear();
    },
    async run() {
      const owner = parts.world.newOpId();
      if (moves) await moveEarlier(parts.db, parts.codecs);
      moves = false;
      try {
        const drained = await asOnlyDrain({ db: parts.db, world: parts.world, owner }, () => everyone(owner));
        return drained === 'busy' ? { end: 'busy' } : drained;
      } catch (problem) {
        // The lock was taken over from this page: the other one goes on. What a storage says that gave a transaction up has
        // the same name, and is an error of the database layer.
        if (problem instanceof DOMException && problem.name === 'AbortError') return { end: 'lockLost' };
        throw problem;
      }
    },
  };
}
