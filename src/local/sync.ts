import type { Drain, Drained } from './drain.ts';
import type { StorageRecovery } from './recover-storage.ts';
import type { World } from './world.ts';

/** Why sending is tried now. All but `append` and `timer` forget the waiting times. */
export type Occasion = 'append' | 'timer' | 'online' | 'visible' | 'signed_in' | 'again';

export interface Sync {
  /** Tries to send; resolves when nothing more can be done for now. Never rejects: trouble goes to `world.report`. */
  kick(occasion: Occasion): Promise<void>;
  /** Ends all waiting; nothing is sent any more by itself. */
  stop(): void;
}

export interface SyncParts {
  drain: Drain;
  world: World;
  /** Brings a storage back that failed. */
  recover: StorageRecovery['recover'];
}

/** Decides when to drain. One drain at a time in this page; what comes in meanwhile is seen to before it ends. */
export function createSync({ drain, world, recover }: SyncParts): Sync {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let cancel = () => {};

  async function drainAll(): Promise<void> {
    let result: Drained;
    do {
      again = false;
      result = await drain.run().catch(async (problem: unknown): Promise<Drained> => {
        world.report(problem);
        // A full device could not even note what has been received.
        await recover(problem).catch(world.report);
        return { end: 'busy' };
      });
    } while (again && !stopped);
    running = null;
    const pause = pauseAfter(result);
    if (pause !== null && !stopped) cancel = world.after(pause, () => void sync.kick('timer'));
  }

  const sync: Sync = {
    kick(occasion) {
      if (stopped) return Promise.resolve();
      if (occasion !== 'append' && occasion !== 'timer') drain.hurry();
      cancel();
      if (running) again = true;
      else running = drainAll();
      return running;
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
  return sync;
}

function pauseAfter(result: Drained): number | null {
  if (result.end === 'waits') return Math.min(result.pause, timer);
  if (result.end === 'paused') return timer;
  return result.end === 'busy' || result.end === 'lockLost' ? elsewhere : null;
}

/** Milliseconds between tries while anything is unsent, and between questions whether sending is still paused. */
const timer = 20_000;
/** Another page is sending: look again soon, it may be gone. */
const elsewhere = 5_000;
