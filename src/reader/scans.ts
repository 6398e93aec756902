import type { Scan as Read } from './keyboard-wedge.ts';
import { listenToWedge } from './listen-to-wedge.ts';

/** What was read, and by what: a scanner gun, a reader of tags, or the camera. */
export interface Scan extends Read {
  readonly by: 'gun' | 'tags' | 'camera';
}

interface Listener {
  heard(scan: Scan): void;
  /** Whether what the gun puts there is left to it. */
  passes(target: EventTarget | null): boolean;
}

const listeners: Listener[] = [];
let endGun: (() => void) | null = null;

/**
 * The one place where a screen hears of what is read, whatever reads it: it is the same event, and what it comes to, its tone and what counts
 * as read twice are the listener's. Of several listeners the latest hears alone, and the one before it again when that has gone: what lies over a
 * screen must not count on it. The gun is listened to while anybody listens, but where it types into a place that `passes` names. The answer
 * ends it.
 */
export function onScan(
  heard: Listener['heard'],
  { passes = () => false }: Partial<Pick<Listener, 'passes'>> = {},
): () => void {
  const listener: Listener = { heard, passes };
  listeners.push(listener);
  endGun ??= listenToWedge(
    (scan) => tell({ ...scan, by: 'gun' }),
    window,
    (target) => listeners.at(-1)?.passes(target) ?? false,
  );
  return () => {
    const at = listeners.indexOf(listener);
    if (at >= 0) listeners.splice(at, 1);
    if (listeners.length > 0) return;
    endGun?.();
    endGun = null;
  };
}

/** Tells of a tag that a reader has read. False when nobody listens: then it is nobody's. */
export function tagScanned(epc: string): boolean {
  return tell({ code: epc, since: performance.now(), head: null, by: 'tags' });
}

/** Tells of a code that was held before the camera. False when nobody listens. */
export function codeSeen(code: string): boolean {
  return tell({ code, since: performance.now(), head: null, by: 'camera' });
}

function tell(scan: Scan): boolean {
  const last = listeners.at(-1);
  last?.heard(scan);
  return last !== undefined;
}
