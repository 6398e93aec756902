import { createHash, randomBytes } from 'node:crypto';

/** A fresh session token: 256 random bits, as 43 characters that need no escaping anywhere. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token, so that a copy of the database signs nobody in; undefined for what cannot be one of ours. */
export function hashToken(token: string | undefined): Buffer | undefined {
  if (token === undefined || !/^[\w-]{43}$/.test(token)) return undefined;
  return createHash('sha256').update(token).digest();
}
