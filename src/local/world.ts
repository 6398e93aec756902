/**
 * What this floor needs from the realm it runs in. Handed in rather than taken from globals: the same code runs in the
 * window, a worker and the service worker, and the torture run gives it a clock, a die and locks of its own.
 */
export interface World {
  /** Epoch milliseconds of the device, right or wrong. */
  now(): number;
  /** Milliseconds from some beginning, which nobody can set. They may stand still while the device sleeps. */
  ticks(): number;
  /** In [0, 1). */
  random(): number;
  newOpId(): string;
  /** Runs something once after so many milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
  /** `navigator.locks`; null where the page is not secure and there are none. */
  locks: Locks | null;
  /** True while a person looks at this page; false in workers. Only such a page may take a stuck drain over. */
  visible(): boolean;
  /** Takes what went wrong in the background, where no caller waits for it. */
  report(problem: unknown): void;
  /** Suffix of the database names, to keep installations on one origin apart. */
  name: string;
  /** Another IndexedDB than the realm's own. */
  storage?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
}

/** The part of `LockManager` that is used here. */
export interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T>;
}

/** A world made of the realm's own clock, timers and chance; the caller adds what only it knows. */
export function realWorld(
  given: Pick<World, 'locks' | 'visible' | 'report' | 'newOpId'> & {
    name?: string;
  },
): World {
  return {
    now: () => Date.now(),
    ticks: () => performance.now(),
    random: () => Math.random(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    name: 'erp',
    ...given,
  };
}
