import { limits } from '#contract/kit/limits.ts';

/** What reading a stored value found: the value, nothing, or one whose time was up and which is gone now. */
export type Stored<T> = { found: 'value'; value: T } | { found: 'nothing' } | { found: 'expired'; words: string };

/** What is to be done when somebody reads a value whose time is up; the shell says its words aloud (specification §3, §8). */
export function onExpiredRead(told: (words: string) => void): () => void {
  listeners.add(told);
  return () => listeners.delete(told);
}

const listeners = new Set<(words: string) => void>();

/** Words for a value whose time is up (specification §3, §8). */
export const expiredWords = '数据已过期';

/**
 * Stores a value under a key for so many seconds (specification §3, §9; 365 days by default). False when the browser
 * would not take it. For what can be lost: local storage is no place for work (reference pwa §0 no. 2).
 */
export function setStored(key: string, value: unknown, seconds: number = limits.storageSeconds): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ value, expires_at: Date.now() + seconds * 1000 }));
    return true;
  } catch {
    // Full or forbidden: the caller learns it from the answer.
    return false;
  }
}

/** Reads a stored value; one whose time is up is removed and reported with the specification's words, also to `onExpiredRead`. */
export function getStored<T>(key: string): Stored<T> {
  const kept = parse(localStorage.getItem(key));
  if (!kept) return { found: 'nothing' };
  if (kept.expires_at > Date.now()) return { found: 'value', value: kept.value as T };
  localStorage.removeItem(key);
  for (const told of listeners) told(expiredWords);
  return { found: 'expired', words: expiredWords };
}

/** Looks at a stored value and leaves it as it is, also one whose time is up: undefined then, and where there is none. */
export function peekStored(key: string): unknown {
  try {
    const kept = parse(localStorage.getItem(key));
    return kept && kept.expires_at > Date.now() ? kept.value : undefined;
  } catch {
    // Storage shut by a browser setting: nothing is kept.
    return undefined;
  }
}

/** Forgets one value. */
export function removeStored(key: string): void {
  localStorage.removeItem(key);
}

/**
 * Clears what belongs to the person (specification §8): session storage, and local storage but for keys that begin
 * with `device:`, which belong to the machine. Databases are never touched here: unsent scans outlive every sign-out.
 */
export function clearStored(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith('device:')) localStorage.removeItem(key);
  }
}

function parse(text: string | null): { value: unknown; expires_at: number } | null {
  if (text === null) return null;
  try {
    const kept: unknown = JSON.parse(text);
    const known = typeof kept === 'object' && kept !== null && 'value' in kept && 'expires_at' in kept;
    return known && typeof kept.expires_at === 'number' ? { value: kept.value, expires_at: kept.expires_at } : null;
  } catch {
    // Written by something else: not ours, so nothing of ours.
    return null;
  }
}

/** Takes the stored values whose keys begin so, under the rest of their keys; they are gone then. */
export function takeStored<T>(prefix: string): Map<string, T> {
  const taken = new Map<string, T>();
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const kept = parse(localStorage.getItem(key));
    localStorage.removeItem(key);
    if (kept && kept.expires_at > Date.now()) taken.set(key.slice(prefix.length), kept.value as T);
  }
  return taken;
}

/** Tells when another tab has stored something under a key, or removed it. The answer ends it. */
export function onStoredElsewhere(key: string, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
