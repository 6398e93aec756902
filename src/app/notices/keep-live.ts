import { onNetworkChange } from '#src/platform/online.ts';
import type { App } from '../app-context.tsx';
import { loadPart, PartMissing } from '../routing/stale-chunk.ts';
import { useSession } from '../session/sign-in-state.ts';

/**
 * Keeps the live connection for whoever is signed in (specification §4): from sign-in, or from a reload with a stored
 * authorization, to the end of the session. Its code is read only then, and costs the sign-in page nothing.
 */
export function keepLive(app: App): void {
  let asked = false;
  const look = (): void => {
    if (asked || useSession.getState().session === null) return;
    asked = true;
    loadPart(() => import('./live.ts')).then(
      ({ startLive }) => startLive(app),
      (problem: unknown) => {
        asked = false;
        // Not stored on this device and no network: there is nothing to connect to either.
        if (!(problem instanceof PartMissing)) reportError(problem);
      },
    );
  };
  useSession.subscribe(look);
  onNetworkChange((online) => online && look());
  look();
}
