import { businessDay } from '#contract/kit/kinds/time.ts';
import { getStored, setStored } from '#src/platform/storage.ts';

/** Notes that a person has looked at this device before setting out. `at`: epoch milliseconds. */
export function noteShift(uid: number, at: number): void {
  setStored(keyOf(uid), at);
}

/** When they did so today, epoch milliseconds; null for not yet. */
export function shiftToday(uid: number, now: number): number | null {
  const kept = getStored<number>(keyOf(uid));
  if (kept.found !== 'value') return null;
  return businessDay(new Date(kept.value)) === businessDay(new Date(now)) ? kept.value : null;
}

// Of this machine: another one is looked at by itself.
const keyOf = (uid: number): string => `device:shift:${uid}`;
