import type { Sent } from './sent.ts';

/**
 * Whether this realm's last call got an answer of the server: the browser's opinion of the network knows nothing of a
 * portal in between. Null before the first, and on a network that is new.
 */
let reached: boolean | null = null;
const listeners = new Set<() => void>();

/** What is known now. */
export function serverReached(): boolean | null {
  return reached;
}

/** Tells of every change. The answer ends it. */
export function onReach(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Takes note of how a call ended. Only an answer of ours proves anything, also one that refuses. */
export function noteSent(sent: Sent<unknown>): void {
  if (sent.ok) noteReach(true);
  else if (sent.failure.kind !== 'aborted') noteReach(!unheard.has(sent.failure.kind));
}

/** Takes note of what another question to the server came to; null when nothing is known any more. */
export function noteReach(now: boolean | null): void {
  if (reached === now) return;
  reached = now;
  for (const changed of listeners) changed();
}

const unheard: ReadonlySet<string> = new Set(['offline', 'timeout', 'unreadable']);
