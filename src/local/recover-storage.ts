import type { Dexie } from 'dexie';
import { isFull, isLost } from './not-saved.ts';

/** Brings a storage back, as far as this floor can: frees room, opens a lost connection again. */
export interface StorageRecovery {
  /** Does what the problem asks for; rejects when it is still there, or when there is nothing to be done about it. */
  recover(problem: unknown): Promise<void>;
  /** Told whenever the connection was opened again; the answer ends that. */
  onReopened(told: () => void): () => void;
  /** From now on nothing is opened again. */
  end(): void;
}

/**
 * A browser whose disk is full aborts what is under way and closes the database under it; until there is room, it does not
 * open it again, and the database layer keeps that answer for good unless it is told to ask anew.
 */
export function createStorageRecovery(db: Dexie, makeRoom: () => Promise<void>): StorageRecovery {
  const listeners = new Set<() => void>();
  let ended = false;
  return {
    async recover(problem) {
      if (ended || !canMend(problem)) throw problem;
      if (!isLost(problem)) {
        await makeRoom();
      } else if (await reopen(db)) {
        for (const told of listeners) told();
      }
    },
    onReopened(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    end() {
      ended = true;
    },
  };
}

/** Opens a database whose connection was lost; answers false when it is open, because somebody else did so meanwhile. */
export async function reopen(db: Dexie): Promise<boolean> {
  if (db.isOpen()) return false;
  db.close({ disableAutoOpen: false });
  await db.open();
  return true;
}

function canMend(problem: unknown): boolean {
  return isFull(problem) || isLost(problem);
}
