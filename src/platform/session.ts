import { clearStored } from './storage.ts';

/** The person signed in, as stored at sign-in (specification §3). */
export interface Session {
  uid: number;
  username: string;
  nickname: string;
  token: string;
  /** Epoch milliseconds; 0 when the server named none. A hint: the server decides (amendments F). */
  expiresAt: number;
}

/** The route guard's question: is an authorization stored, nothing else (specification §2, amendments F). */
export function hasAuthorization(): boolean {
  return (localStorage.getItem('authorization') ?? '') !== '';
}

/** The stored session; null without an authorization or with a broken userInfo. Never removes anything. */
export function readSession(): Session | null {
  const token = localStorage.getItem('authorization') ?? '';
  const user = parseUser(localStorage.getItem('userInfo'));
  if (token === '' || user === null) return null;
  return { ...user, token, expiresAt: readExpiry(localStorage.getItem('runtime') ?? '') };
}

/** Stores a fresh session under the three keys of specification §3; session storage is cleared first (§4). */
export function saveSession(signedIn: {
  token: string;
  exp: number | string;
  userInfo: Omit<Session, 'token' | 'expiresAt'>;
}): void {
  sessionStorage.clear();
  localStorage.setItem('userInfo', JSON.stringify(signedIn.userInfo));
  localStorage.setItem('authorization', signedIn.token);
  localStorage.setItem('runtime', String(signedIn.exp));
}

/** Ends the session in this browser: storage is cleared (specification §8). The journal of scans stays. */
export function clearSession(): void {
  clearStored();
}

/** True when the hint of expiry has passed. The authorization stays where it is, so that nobody is locked out mid-count. */
export function isPastExpiry(session: Session, now: number = Date.now()): boolean {
  return session.expiresAt > 0 && session.expiresAt <= now;
}

/** Tells when another tab has signed in or out. */
export function onSessionChange(changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === 'authorization' || event.key === null) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** An expiry (seconds or milliseconds since 1970, or an ISO time) in epoch milliseconds; 0 when it is none of them. */
export function readExpiry(exp: number | string): number {
  const number = exp === '' ? Number.NaN : Number(exp);
  if (Number.isFinite(number)) return number < secondsBelow ? number * 1000 : number;
  const time = Date.parse(String(exp));
  return Number.isNaN(time) ? 0 : time;
}

/** Below this a number counts seconds: as milliseconds it would be March 1973. */
const secondsBelow = 100_000_000_000;

function parseUser(text: string | null): Omit<Session, 'token' | 'expiresAt'> | null {
  try {
    const user: unknown = JSON.parse(text ?? 'null');
    if (typeof user !== 'object' || user === null) return null;
    const { uid, username, nickname } = user as Record<string, unknown>;
    return typeof uid === 'number' ? { uid, username: String(username ?? ''), nickname: String(nickname ?? '') } : null;
  } catch {
    // Not ours: as good as not signed in; the guard's own question is answered by the authorization alone.
    return null;
  }
}
