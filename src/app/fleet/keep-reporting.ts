import type { App } from '../app-context.tsx';
import { whenIdle } from '../idle.ts';
import { loadPart, PartMissing } from '../routing/stale-chunk.ts';
import { useSession } from '../session/sign-in-state.ts';

/** Reports this device to operations and obeys them, from sign-in on. Its code is read only then. */
export function keepReporting(app: App): void {
  let asked = false;
  const look = (): void => {
    if (asked || useSession.getState().session === null) return;
    asked = true;
    // The rows come first: a report reads what is kept on the device, and the code for that is large.
    whenIdle(() => {
      loadPart(() => import('./heartbeat.ts')).then(
        ({ startHeartbeat }) => startHeartbeat(app.services),
        (problem: unknown) => {
          asked = false;
          // Not stored on this device and no network: there is nobody to report to either.
          if (!(problem instanceof PartMissing)) reportError(problem);
        },
      );
    });
  };
  useSession.subscribe(look);
  look();
}
