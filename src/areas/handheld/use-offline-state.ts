import { useEffect, useState } from 'react';
import { serviceWorkers } from '#src/platform/service-worker.ts';
import { askKillSwitches } from '#src/wire/kill-switches.ts';

/** Whether the product opens without the network; `stopped`: operations want no service worker. */
export type OfflineState = 'ready' | 'preparing' | 'stopped';

/** Looks, and again when a service worker has come. */
export function useOfflineState(): OfflineState {
  const [state, setState] = useState<OfflineState>('preparing');
  useEffect(() => {
    let here = true;
    const look = async () => {
      const found = await offlineState();
      if (here) setState(found);
    };
    look().catch(reportError);
    void serviceWorkers()?.ready.then(look).catch(reportError);
    return () => {
      here = false;
    };
  }, []);
  return state;
}

async function offlineState(): Promise<OfflineState> {
  // A page that a removed worker still serves is answered by it until the next load.
  if ((await askKillSwitches())?.kill) return 'stopped';
  return (await serviceWorkers()?.getRegistration())?.active ? 'ready' : 'preparing';
}
