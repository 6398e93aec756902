import { useSyncExternalStore } from 'react';
import { onNetworkChange, seemsOnline } from '#src/platform/online.ts';

/** The browser's opinion of the network. */
export function useOnline(): boolean {
  return useSyncExternalStore(onNetworkChange, seemsOnline);
}
