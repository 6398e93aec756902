import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { CallFailed } from '#src/engine/failure.ts';
import { LocalProvider } from '#src/engine/local-context.tsx';
import { forgetAll } from '#src/engine/query-keys.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { WireProvider } from '#src/engine/wire-context.tsx';
import { toast } from '#src/kit/notice.ts';
import { releasePage } from '#src/platform/leave-page.ts';
import { serviceWorkers } from '#src/platform/service-worker.ts';
import { readSession } from '#src/platform/session.ts';
import { onExpiredRead } from '#src/platform/storage.ts';
import { setActivity } from './activity.ts';
import { type App, AppProvider } from './app-context.tsx';
import { keepBootSnapshot } from './boot-snapshot.ts';
import { AddressFace, ScreenFault } from './faces.tsx';
import { firstScreen, takeStartList } from './first-screen.ts';
import { holdIdle, whenIdle } from './idle.ts';
import { askFirstPermissions } from './menu/first-permissions.ts';
import { askMenu } from './menu/menu-query.ts';
import { followPreferences } from './preferences.ts';
import { Root } from './root.tsx';
import { followAddresses, takeOldAddress } from './routing/address-trail.ts';
import { framesOf } from './routing/frames.ts';
import { ignoreRepeats } from './routing/repeats.ts';
import { signInAddress } from './routing/return-address.ts';
import { type AppRouter, createAppRouter, preloaded, type Rows } from './routing/router.tsx';
import { loadPart, watchPreloads } from './routing/stale-chunk.ts';
import { createServices } from './services.ts';
import { createSessionEnd, forgetHandledEnd } from './session/end-session.ts';
import { refreshSession } from './session/sign-in-state.ts';
import { followStoredSession, type SharedPage, takeStoredSession, tellLostWork } from './session/stored-session.ts';
import { shellRoutes } from './shell-routes.ts';
import { startTheme } from './theme-choice.ts';

/** Starts the application in `#root`. The outline of index.html stands until the frame that was asked for is there. */
export async function start(root: HTMLElement): Promise<void> {
  takeOldAddress();
  forgetHandledEnd();
  tellLostWork();
  startTheme();
  watchPreloads();
  onExpiredRead((words) => toast(words));
  const page = pageOf(() => router);
  const app = createApp(() => router, page);
  followPreferences(app.services);
  // Before what was kept is restored: what was asked a minute ago is asked again by a page that starts.
  if (framesOf(location.pathname)[0] === 'office') askMenuOf(app.services);
  const restored = keepBootSnapshot(app.services.queries);
  takeStartList(app.services);
  const router: AppRouter = createAppRouter(allRows, {
    Root,
    AddressFace,
    ScreenFault,
    office: () => import('./office/office-frame.tsx'),
    desk: () => import('./office/desk-frame.tsx'),
    hand: () => import('./hand/hand-frame.tsx'),
    beforeOffice: () => {
      askMenuOf(app.services);
      return null;
    },
  });
  void askEarly(app.services, restored).catch(report);
  ignoreRepeats(router);
  followAddresses(router);
  followStoredSession(app.services.queries, page);
  const framed = initialized(router);
  // Of the address that the router has led to, which may be the sign-in page.
  const parts = framed.then(() => preloaded(router.state.location.pathname));
  holdIdle(firstScreen(app.services.queries, parts));
  await Promise.all([restored, framed]);
  if (isNear()) await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, patience))]);
  createRoot(root).render(
    <AppProvider value={app}>
      <WireProvider wire={app.services.wire}>
        <QueryClientProvider client={app.services.queries}>
          <LocalProvider open={app.services.local}>
            <RouterProvider router={router} />
          </LocalProvider>
        </QueryClientProvider>
      </WireProvider>
    </AppProvider>,
  );
  whenIdle(() => void startBeside(app, router).catch(reportError));
}

/**
 * How long the frame waits for its screen, so that both are drawn at once where the code is at hand: a frame that is drawn
 * first holds its screen back for 300 ms more (React shows what was suspended no sooner). Milliseconds.
 */
const patience = 150;

/** Is the code of the screen at hand? Where the page itself was long on its way, it is not, and the frame is drawn while it comes. */
const isNear = (): boolean => Boolean(serviceWorkers()?.controller) || performance.now() < 1000;

/** The rows of the areas are a file of their own, which the first script fetches for every address but those of signing in. */
const allRows: Rows = {
  shell: shellRoutes,
  all: async () => {
    const { routes } = await loadPart(() => import('./routes.ts'));
    rows = routes;
    return routes;
  },
};

/** As far as they are read: all of them once a frame is there. */
let rows: readonly RouteRow[] = shellRoutes;

function askMenuOf(services: App['services']): void {
  if (readSession()) void askMenu(services);
}

async function askEarly(services: App['services'], restored: Promise<unknown>): Promise<void> {
  const path = location.pathname;
  if (framesOf(path).length === 0) return;
  const [known] = await Promise.all([allRows.all(), restored]);
  await askFirstPermissions(services, { path, rows: known });
}

/** What could not be had now is asked for again by whoever needs it. */
function report(problem: unknown): void {
  if (!(problem instanceof CallFailed)) reportError(problem);
}

async function startBeside(app: App, router: AppRouter): Promise<void> {
  const beside = await loadPart(() => import('./after-start.ts'));
  beside.startBeside(app, router);
}

function pageOf(router: () => AppRouter): SharedPage {
  return {
    path: () => router().state.location.pathname,
    startAnew: (signedIn) => {
      releasePage();
      if (signedIn) location.reload();
      else location.replace(signInAddress(location.pathname + location.search));
    },
  };
}

function createApp(router: () => AppRouter, page: SharedPage): App {
  const services = createServices({ onActivity: setActivity, onSignedOut: (by) => sessionEnd.expired(by) });
  const sessionEnd = createSessionEnd(() => services, {
    path: page.path,
    toSignIn: () => {
      refreshSession();
      void router().navigate('/login/login');
    },
    reloadToSignIn: () => {
      releasePage();
      location.replace('/login/login');
    },
    goOn: () => {
      if (takeStoredSession(services.queries, page)) void forgetAll(services.queries);
    },
  });
  return {
    services,
    sessionEnd,
    get rows() {
      return rows;
    },
  };
}

function initialized(router: AppRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}
