import { peekStored, setStored } from './storage.ts';

/** What operations have set for this device alone, as it last heard of it. Two levers need to be known without asking anybody. */
export interface OwnOrders {
  /** Nothing is sent for now. */
  pause: boolean;
  /** No service worker serves it. */
  kill: boolean;
}

/** Keeps what was heard. A pause that is not heard of again ends by itself: a device must not fall silent for good because one report got lost. */
export function noteOwnOrders({ pause, kill }: OwnOrders): void {
  setStored(pauseKey, pause, pauseSeconds);
  setStored(killKey, kill);
}

/** Whether operations want nothing sent from this device now. */
export const isPausedHere = (): boolean => peekStored(pauseKey) === true;

/** Whether operations want no service worker on this device. */
export const isStoppedHere = (): boolean => peekStored(killKey) === true;

const pauseKey = 'device:paused';
const killKey = 'device:no-worker';
const pauseSeconds = 3600;
