import { limits } from '#contract/kit/limits.ts';
import type { Clock } from './clock.ts';
import { openCache } from './databases.ts';
import { reopen } from './recover-storage.ts';
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
  /**
   * Keeps a whole value in place of an older one; `askedAt` (of `now()`) is when it was asked for, the present unless
   * told. One that is newer or of a later schema stays, as does the forgetting of a value: what was on its way comes too late.
   */
  put<T>(key: ReferenceKey, value: T, askedAt?: number): Promise<Reference<T>>;
  /**
   * The value to use now: a kept one while it is fresh; otherwise `fetch` is asked, and when that brings nothing the
   * expired one serves on. Null when there is neither. `fetch` answers undefined for "could not".
   */
  through<T>(key: ReferenceKey, fetch: () => Promise<T | undefined>): Promise<Reference<T> | null>;
  /** Forgets some values of a person, and what is on its way of them. */
  forget(uid: number, names: readonly string[]): Promise<void>;
  /** Forgets everything of a person (sign-out). */
  clear(uid: number): Promise<void>;
  /** Forgets everything of everybody else: another person has signed in on this device. */
  clearOthers(uid: number): Promise<void>;
  /** Forgets everything, to make room. Not by deleting the database: a frozen page's connection would block that. */
  clearAll(): Promise<void>;
  /** Epoch milliseconds by which the age of values is told. */
  now(): number;
  close(): void;
}

export function createReferenceCache(world: World, clock: Clock): ReferenceCache {
  const db = openCache(world);

  const cache: ReferenceCache = {
    async get<T>({ uid, name, schema }: ReferenceKey) {
      const row = await db.references.get([uid, name]);
      return row?.schema === schema ? asReference<T>(row, clock.now()) : null;
    },
    async put<T>({ uid, name, schema }: ReferenceKey, value: T, askedAt?: number) {
      const now = clock.now();
      const row = { uid, name, schema, fetched_at: askedAt ?? now, value };
      await db.transaction('rw', db.references, async () => {
        const kept = await db.references.get([uid, name]);
        if (!kept || !outlives(kept, row, now)) await db.references.put(row);
      });
      return asReference<T>(row, now);
    },
    async through<T>(key: ReferenceKey, fetch: () => Promise<T | undefined>) {
      const kept = await cache.get<T>(key);
      if (kept && !kept.expired) return kept;
      const askedAt = clock.now();
      const value = await fetch();
      return value === undefined ? kept : cache.put(key, value, askedAt);
    },
    async forget(uid, names) {
      const fetched_at = clock.now();
      // A row of no schema: nobody reads it, and it is newer than what is on its way.
      await db.references.bulkPut(names.map((name) => ({ uid, name, schema: forgotten, fetched_at, value: null })));
    },
    async clear(uid) {
      await db.references.where('uid').equals(uid).delete();
    },
    async clearOthers(uid) {
      await db.references.where('uid').notEqual(uid).delete();
    },
    now: () => clock.now(),
    async clearAll() {
      await reopen(db);
      await db.references.clear();
    },
    close: () => db.close(),
  };
  return cache;
}

/** Schemas count from 1. */
const forgotten = 0;

// A row from the future is of any age: the clock was set back. It protects nothing.
function outlives(kept: ReferenceRow, row: ReferenceRow, now: number): boolean {
  if (kept.schema > row.schema) return true;
  return kept.fetched_at >= row.fetched_at && kept.fetched_at <= now && row.fetched_at < now;
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
