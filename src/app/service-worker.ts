import type { Workbox } from 'workbox-window';
import { buildId } from '#src/platform/build.ts';
import { onNetworkChange, onVisible, seemsOnline } from '#src/platform/online.ts';
import { isStoppedHere } from '#src/platform/own-orders.ts';
import { activeBuild, removeServiceWorker, serviceWorkers } from '#src/platform/service-worker.ts';
import { askKillSwitches } from '#src/wire/kill-switches.ts';
import { whenIdle } from './idle.ts';
import type { AppRouter } from './routing/router.tsx';
import { loadPart } from './routing/stale-chunk.ts';
import type { Services } from './services.ts';
import { updateHindrance } from './update-hindrance.ts';
import { useUpdate } from './update-store.ts';
import { areasToWarm } from './warm-areas.ts';

/**
 * Registers the service worker, once, when the page is idle (reference pwa §1.4). A newer version is offered, never
 * forced: it is taken when no tab has anything to lose and no scan is unsent, and each tab then loads it with its next
 * change of screen. Nothing is registered while operations want no service worker; one that is there goes then. All
 * registration goes through this module.
 */
export function startServiceWorker(router: AppRouter, services: Services): void {
  if (import.meta.env.DEV || !serviceWorkers()) return;
  void register(router, services).catch(reportError);
}

async function register(router: AppRouter, services: Services): Promise<void> {
  if (isStoppedHere() || (await askKillSwitches())?.kill) return removeServiceWorker();
  const { Workbox } = await loadPart(() => import('workbox-window'));
  const worker = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  const offer = () => useUpdate.setState({ stage: 'ready', hindrance: '', take: () => take(worker, services) });
  // Also one that was already waiting when this page opened.
  worker.addEventListener('waiting', offer);
  worker.addEventListener('controlling', () => void follow(router).catch(reportError));
  // The network is back, says the browser: what waits is sent by whichever page is open (sw/events.ts).
  worker.addEventListener('message', ({ data }) => {
    if (data?.type === 'DRAIN') void services.local().then(({ sync }) => sync.kick('online'), reportError);
  });
  await worker.register({ immediate: true });
  lookForUpdates(worker);
  await serviceWorkers()?.ready;
  whenIdle(() => {
    areasToWarm(services).then((areas) => areas.length > 0 && worker.messageSW({ type: 'WARM', areas }), reportError);
  });
}

async function take(worker: Workbox, services: Services): Promise<void> {
  const hindrance = await updateHindrance(services);
  useUpdate.setState({ hindrance });
  if (hindrance === '') worker.messageSkipWaiting();
}

/**
 * Another worker is in control. If it is of a newer version than this page, the next change of screen is followed by a
 * full load; the first worker of a device is of this one, whichever page has registered it.
 */
async function follow(router: AppRouter): Promise<void> {
  if ((await activeBuild()) === buildId()) return;
  useUpdate.setState({ stage: 'taken' });
  const here = router.state.location.pathname;
  // Once the new address stands: a load on the way to it would put a second entry into the history.
  const stop = router.subscribe(({ navigation, location: shown }) => {
    if (navigation.state !== 'idle' || shown.pathname === here) return;
    stop();
    location.reload();
  });
}

/** The browser itself looks once a day at most. */
function lookForUpdates(worker: Workbox): void {
  let last = Date.now();
  const look = (least: number) => {
    if (!seemsOnline() || Date.now() - last < least) return;
    last = Date.now();
    // A server that is down now will be asked again later.
    worker.update().catch(() => {});
    void worker.messageSW({ type: 'CHECK' });
  };
  setInterval(() => look(0), 45 * 60_000);
  onVisible(() => look(60_000));
  onNetworkChange((online) => online && look(60_000));
}
