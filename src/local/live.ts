import { liveQuery } from 'dexie';
import type { StorageRecovery } from './recover-storage.ts';

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
  onReopened: StorageRecovery['onReopened'];
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

/** A live value that says what is on its way, too: `look` makes it of what was read whenever either changes. */
export function liveWith<R, T>(
  parts: Watched & { sending: Sending },
  { read, look }: { read(): Promise<R>; look(read: R, sending: ReadonlySet<string>): T },
): Live<T> {
  const { sending } = parts;
  let last: { read: R } | null = null;
  let value: T | null = null;
  const lookAgain = () => {
    if (last) value = look(last.read, sending.now());
  };
  const news = liveOf(async () => {
    last = { read: await read() };
    lookAgain();
    return last;
  }, parts);
  return {
    get: () => value,
    subscribe(changed) {
      const ends = [
        news.subscribe(changed),
        sending.subscribe(() => {
          lookAgain();
          changed();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
