import { peekStored, setStored } from './storage.ts';

/** What operations have set for this device alone, as it last heard of it. Two levers need to be known without asking anybody. */
export interface OwnOrders {
  /** Nothing is sent for now. */
  pause: boolean;
  /** No service worker serves it. */
  kill: boolean;
  /** The earlier build that it is to run; null for the one that all others run. */
  build?: string | null | undefined;
}

/** Keeps what was heard. A pause that is not heard of again ends by itself: a device must not fall silent for good because one report got lost. */
export function noteOwnOrders({ pause, kill, build }: OwnOrders): void {
  setStored(pauseKey, pause, pauseSeconds);
  setStored(killKey, kill);
  choosePageBuild(build ?? null);
}

/** Whether operations want nothing sent from this device now. */
export const isPausedHere = (): boolean => peekStored(pauseKey) === true;

/** Whether operations want no service worker on this device. */
export const isStoppedHere = (): boolean => peekStored(killKey) === true;

const pauseKey = 'device:paused';
const killKey = 'device:no-worker';
const pauseSeconds = 3600;

/** Tells the server which build this device is to be served: also the browser itself, which asks for the page and the service worker without us. */
function choosePageBuild(build: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const lasting = build === null ? 'max-age=0' : `max-age=${yearSeconds}`;
  // Not the cookie store, which not all browsers that we serve have.
  document.cookie = `build=${build ?? ''}; path=/; samesite=strict; ${lasting}${secure}`;
}

const yearSeconds = 31_536_000;
