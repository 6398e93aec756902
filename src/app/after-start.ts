import { askToPersist } from '#src/platform/device.ts';
import { watchInstall } from '#src/platform/install.ts';
import { readSession } from '#src/platform/session.ts';
import type { App } from './app-context.tsx';
import { keepReporting } from './fleet/keep-reporting.ts';
import { keepLive } from './notices/keep-live.ts';
import { startReferenceLists } from './reference-lists.ts';
import type { AppRouter } from './routing/router.tsx';
import { startServiceWorker } from './service-worker.ts';
import { mirrorSession } from './session/begin-session.ts';

/** What the application does beside its screens. The sign-in page does without its code (the budget of design §11). */
export function startBeside(app: App, router: AppRouter): void {
  // An installed application is more likely to be promised that its storage stays.
  watchInstall({ installed: () => void askToPersist().catch(reportError) });
  startServiceWorker(router, app.services);
  if (readSession()) void mirrorSession(app.services);
  keepLive(app);
  keepReporting(app);
  startReferenceLists(app.services);
}
