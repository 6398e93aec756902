import type { Actor } from './actor.ts';

/** What a token turned out to be (amendments F). */
export type Recognised =
  | { kind: 'actor'; actor: Actor }
  /** Signed in with a password that must be changed first: nothing else is open to this person (411). */
  | { kind: 'must-change'; actor: Actor }
  /** No token, or one that is forged, unknown or expired: HTTP 401. */
  | { kind: 'unknown' }
  /** A session ended by force: body code 10000. */
  | { kind: 'ended' };

/** Answers who is calling. The one door through which a request gets an actor. */
export interface Identity {
  recognise(token: string | undefined): Promise<Recognised>;
}
