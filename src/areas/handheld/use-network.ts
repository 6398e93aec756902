import { useEffect, useSyncExternalStore } from 'react';
import { isVisible, onNetworkChange, onVisible, seemsOnline } from '#src/platform/online.ts';
import { askKillSwitches } from '#src/wire/kill-switches.ts';
import { noteReach, onReach, serverReached } from '#src/wire/reach.ts';

/** `unreached`: there is a network, and the server is not behind it (a portal, a cable that is pulled further on). */
export type Network = 'online' | 'unreached' | 'offline';

/** How a person is told. */
export const networkWords: Readonly<Record<Network, string>> = {
  online: '在线',
  unreached: '连不上服务器',
  offline: '离线',
};

/** What is known of the way to the server. While a call has failed on it, or none was made yet, it is looked at by itself. */
export function useNetwork(): Network {
  const network = useSyncExternalStore(onChange, now);
  useEffect(() => {
    const look = () => {
      if (!isVisible() || !seemsOnline() || serverReached() === true) return;
      void askKillSwitches().then((told) => {
        // A call that was answered meanwhile knows better than a question that was not.
        if (told !== null || serverReached() !== true) noteReach(told !== null);
      }, reportError);
    };
    look();
    const timer = setInterval(look, again);
    const stops = [onVisible(look), onNetworkChange(look)];
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, []);
  return network;
}

function now(): Network {
  if (!seemsOnline()) return 'offline';
  return serverReached() === false ? 'unreached' : 'online';
}

function onChange(changed: () => void): () => void {
  const stops = [
    onReach(changed),
    onNetworkChange(() => {
      // Another network: what was found on the last one says nothing of it.
      noteReach(null);
      changed();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Milliseconds. */
const again = 15_000;
