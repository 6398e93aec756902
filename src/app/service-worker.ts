import type { Workbox } from 'workbox-window';
import { onNetworkChange, onVisible, seemsOnline } from '#src/platform/online.ts';
import { serviceWorkers } from '#src/platform/service-worker.ts';
import { readSession } from '#src/platform/session.ts';
import { whenIdle } from './idle.ts';
import type { AppRouter } from './routing/router.tsx';
import { loadPart } from './routing/stale-chunk.ts';
import type { Services } from './services.ts';
import { answerTabs, askTabs } from './tab-poll.ts';
import { useUpdate } from './update-store.ts';
import { areasToWarm } from './warm-areas.ts';

/**
 * Registers the service worker, once, when the page is idle (reference pwa §1.4). A newer version is offered, never
 * forced: it is taken when no tab has anything to lose and no scan is unsent, and each tab then loads it with its next
 * change of screen. All registration goes through this module.
 */
export function startServiceWorker(router: AppRouter, services: Services): void {
  if (import.meta.env.DEV || !serviceWorkers()) return;
  void register(router, services).catch(reportError);
}

async function register(router: AppRouter, services: Services): Promise<void> {
  const { Workbox } = await loadPart(() => import('workbox-window'));
  const worker = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  const offer = () => useUpdate.setState({ stage: 'ready', hindrance: '', take: () => take(worker, services) });
  // Also one that was already waiting when this page opened.
  worker.addEventListener('waiting', offer);
  worker.addEventListener('controlling', (event) => {
    if (event.isUpdate !== true && event.isExternal !== true) return;
    useUpdate.setState({ stage: 'taken' });
    reloadWithNextScreen(router);
  });
  // The network is back, says the browser: what waits is sent by whichever page is open (sw/events.ts).
  worker.addEventListener('message', ({ data }) => {
    if (data?.type === 'DRAIN') void services.local().then(({ sync }) => sync.kick('online'), reportError);
  });
  answerTabs(() => !wouldLose());
  await worker.register({ immediate: true });
  lookForUpdates(worker);
  await serviceWorkers()?.ready;
  whenIdle(() => {
    areasToWarm(services).then((areas) => areas.length > 0 && worker.messageSW({ type: 'WARM', areas }), reportError);
  });
}

async function take(worker: Workbox, services: Services): Promise<void> {
  const hindrance = await hindranceOf(services);
  useUpdate.setState({ hindrance });
  if (hindrance === '') worker.messageSkipWaiting();
}

async function hindranceOf(services: Services): Promise<string> {
  if (wouldLose()) return '本页有未保存的内容，保存后再更新';
  const uid = readSession()?.uid ?? null;
  const { unsent, others } = await (await services.local()).journal.statusNow(uid);
  const waiting = unsent + others.reduce((sum, other) => sum + other.unsent, 0);
  if (waiting > 0) return `本机还有 ${waiting} 条扫描未发送，发送完再更新`;
  return (await askTabs()) ? '' : '另一个标签页有未保存的内容，保存后再更新';
}

/** Asks the page as the browser would before closing it: whoever guards unsaved work answers that already. */
function wouldLose(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** The new version is in control: the next change of screen is a full load of its address. */
function reloadWithNextScreen(router: AppRouter): void {
  const stop = router.subscribe(({ navigation, location: shown }) => {
    const next = navigation.location ?? shown;
    if (navigation.state === 'idle' && next.pathname === here) return;
    stop();
    location.assign(next.pathname + next.search + next.hash);
  });
  const here = router.state.location.pathname;
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
