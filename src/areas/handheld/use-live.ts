import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import type { Live, QueueStatus } from '#src/local/index.ts';

/** A value of this device that changes by itself; null until first read. `live` must keep its identity. */
export function useLive<T>(live: Live<T>): T | null {
  return useSyncExternalStore(live.subscribe, live.get);
}

/** The queue of this device at a glance. */
export function useQueueStatus(uid: number): QueueStatus | null {
  const { outbox } = useLocal();
  return useLive(useMemo(() => outbox.status(uid), [outbox, uid]));
}

/** The device's time, epoch milliseconds, anew every 20 s: ages on a screen must not stand still. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What a promise of this device came to; null until then. Asks again when `ask` is another function. */
export function useAsked<T>(ask: () => Promise<T>): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let here = true;
    ask().then((got) => here && setValue(got), reportError);
    return () => {
      here = false;
    };
  }, [ask]);
  return value;
}
