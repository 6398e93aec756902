import { limits } from '#contract/kit/limits.ts';
import type { Clock } from './clock.ts';
import { openCache } from './databases.ts';
import type { ReferenceRow } from './rows.ts';
import type { World } from './world.ts';

/** A kept list. `expired` after 36000 s: still shown without the network, marked with its age, fetched anew with it. */
export interface Reference<T> {
  value: T;
  /** Epoch milliseconds. */
  fetchedAt: number;
  expired: boolean;
}

/** Whose list, which, and in which version of its shape: all three must fit. */
export interface ReferenceKey {
  uid: number;
  name: string;
  schema: number;
}

/** Menu, permission sets, supplier and admin lists (design §6): whole values, replaced only by a whole newer one. */
export interface ReferenceCache {
  /** The kept value; null when there is none of this schema. */
  get<T>(key: ReferenceKey): Promise<Reference<T> | null>;
  put<T>(key: ReferenceKey, value: T): Promise<Reference<T>>;
  /**
   * The value to use now: a kept one while it is fresh; otherwise `fetch` is asked, and when that brings nothing the
   * expired one serves on. Null when there is neither. `fetch` answers undefined for "could not".
   */
  through<T>(key: ReferenceKey, fetch: () => Promise<T | undefined>): Promise<Reference<T> | null>;
  /** Forgets everything of a person (sign-out). */
  clear(uid: number): Promise<void>;
  /** Forgets everything, to make room. Not by deleting the database: a frozen page's connection would block that. */
  clearAll(): Promise<void>;
  close(): void;
}

export function createReferenceCache(world: World, clock: Clock): ReferenceCache {
  const db = openCache(world);

  const cache: ReferenceCache = {
    async get<T>({ uid, name, schema }: ReferenceKey) {
      const row = await db.references.get([uid, name]);
      return row?.schema === schema ? asReference<T>(row, clock.now()) : null;
    },
    async put<T>({ uid, name, schema }: ReferenceKey, value: T) {
      const row = { uid, name, schema, fetched_at: clock.now(), value };
      await db.references.put(row);
      return asReference<T>(row, clock.now());
    },
    async through<T>(key: ReferenceKey, fetch: () => Promise<T | undefined>) {
      const kept = await cache.get<T>(key);
      if (kept && !kept.expired) return kept;
      const value = await fetch();
      return value === undefined ? kept : cache.put(key, value);
    },
    async clear(uid) {
      await db.references.where('uid').equals(uid).delete();
    },
    clearAll: () => db.references.clear(),
    close: () => db.close(),
  };
  return cache;
}

function asReference<T>(row: ReferenceRow, now: number): Reference<T> {
  const age = now - row.fetched_at;
  // A value from the future is a clock that was set back: it may be of any age.
  return {
    value: row.value as T,
    fetchedAt: row.fetched_at,
    expired: age < 0 || age >= limits.referenceSeconds * 1000,
  };
}
