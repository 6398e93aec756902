import type { Caller } from '../wire/headers.ts';
import { type Turn, type TurnParts, takeTurn } from './lane-turn.ts';
import { asOnlyDrain } from './lease.ts';
import { firstPace, type Pace } from './pace.ts';
import type { LaneRow } from './rows.ts';

/**
 * How a drain ended. `waits`: something is left to say to the server, not before `pause` milliseconds from now;
 * `entries`: scans are among it, otherwise only how the zones stand. `stopped`: there are scans besides that the server
 * takes none of until a person says "again". `busy`: another page of this device is at it, `robbed`: has taken over.
 * `signed_out`: everything is kept until its owner signs in. `paused`: operations want nothing sent now.
 */
export type Drained =
  | { end: 'busy' | 'robbed' | 'signed_out' | 'paused' }
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
  /** Whether operations want nothing sent now; asked before each round of all lanes. */
  paused(): Promise<boolean>;
}

/**
 * The sender of unsent entries: per document in order, in batches, repeating with the same op ids until the server has
 * spoken about each one (design §6, reference pwa §2.2). Nothing leaves the outbox for any other reason.
 */
export function createDrain(parts: DrainParts): Drain {
  const paces = new Map<string, Pace>();
  /** How often all waiting was forgotten. */
  let hurried = 0;
  /** A token that the server has refused: nothing is sent under it again. */
  let refusedToken: string | null = null;

  async function everyone(owner: string): Promise<Drained> {
    for (;;) {
      const caller = await parts.caller();
      if (!caller || caller.token === refusedToken) return { end: 'signed_out' };
      const lanes = await parts.db.lanes.where('uid').equals(caller.uid).toArray();
      if (lanes.length > 0 && (await parts.paused())) return { end: 'paused' };
      const round = await eachOnce({ owner, caller, lanes });
      if (round.end === 'signed_out') refusedToken = caller.token;
      if (round.end !== 'more') return round;
    }
  }

  async function eachOnce({
    owner,
    caller,
    lanes,
  }: {
    owner: string;
    caller: Caller;
    lanes: LaneRow[];
  }): Promise<Drained | { end: 'more' }> {
    const turns: Turn['next'][] = [];
    const waiting: LaneRow[] = [];
    for (const lane of lanes) {
      const key = `${lane.uid}/${lane.sheet_id}`;
      const before = hurried;
      const turn = await takeTurn(parts, {
        owner,
        caller,
        lane,
        pace: paces.get(key) ?? firstPace,
      });
      // A request that hung until the network was back says nothing about the network that is back.
      paces.set(key, hurried === before ? turn.pace : { ...turn.pace, tries: 0, notBefore: 0 });
      if (turn.next === 'robbed' || turn.next === 'signed_out') return { end: turn.next };
      turns.push(turn.next);
      if (typeof turn.next === 'number') waiting.push(lane);
    }
    if (turns.includes('more')) return { end: 'more' };
    const stopped = lanes.some((lane) => lane.stopped);
    const waits = turns.filter((next) => typeof next === 'number');
    if (waits.length === 0) return { end: 'empty', stopped };
    const entries = waiting.some((lane) => !lane.stopped && lane.unsent > 0);
    return { end: 'waits', pause: Math.min(...waits), entries, stopped };
  }

  return {
    hurry() {
      hurried += 1;
      paces.clear();
    },
    async run() {
      const owner = parts.world.newOpId();
      try {
        const drained = await asOnlyDrain({ db: parts.db, world: parts.world, owner }, () => everyone(owner));
        return drained === 'busy' ? { end: 'busy' } : drained;
      } catch (problem) {
        // The lock was taken over from this page: the other one goes on. What a storage says that gave a transaction up has
        // the same name, and is an error of the database layer.
        if (problem instanceof DOMException && problem.name === 'AbortError') return { end: 'robbed' };
        throw problem;
      }
    },
  };
}
