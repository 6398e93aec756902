import { getStored, setStored } from './storage.ts';

/** Whether the message of operations with this id was put away on this device. */
export function isPutAway(message: number): boolean {
  const kept = getStored<number>(key);
  return kept.found === 'value' && kept.value >= message;
}

export function putMessageAway(message: number): void {
  setStored(key, message);
}

const key = 'device:message-read';
