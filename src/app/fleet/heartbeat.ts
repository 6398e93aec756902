import { type DeviceOrders, fleetCalls, type UpgradeOrder } from '#contract/areas/fleet/fleet-calls.ts';
import { buildId } from '#src/platform/build.ts';
import { isPutAway } from '#src/platform/message-read.ts';
import { isVisible, onNetworkChange, onVisible, seemsOnline } from '#src/platform/online.ts';
import { isPausedHere, noteOwnOrders } from '#src/platform/own-orders.ts';
import { removeServiceWorker, serviceWorkers } from '#src/platform/service-worker.ts';
import { readSession } from '#src/platform/session.ts';
import { askServedBuild } from '#src/wire/kill-switches.ts';
import { renew } from '../renew.ts';
import type { Services } from '../services.ts';
import { updateHindrance } from '../update-hindrance.ts';
import { useUpdate } from '../update-store.ts';
import { obey } from './obey.ts';
import { reportOf } from './report.ts';

/** Milliseconds: while the page is seen, at the least between two, and between two looks whether an order can be obeyed. */
const every = 10 * 60_000;
const least = 3 * 60_000;
const again = 5_000;

/**
 * Reports this device every few minutes while somebody works at it, when it comes back, and when a newer version is on it; what the server
 * answers is obeyed. A page that nobody touches says nothing: every call puts off the end of an idle session. Says nothing where it fails
 * either: the next one comes.
 */
export function startHeartbeat(services: Services): void {
  // Without a build there is nothing to tell apart: development.
  if (buildId() === '') return;
  let last = Number.NEGATIVE_INFINITY;
  let touched = true;
  let order: UpgradeOrder | null = null;
  let following: ReturnType<typeof setTimeout> | undefined;

  const follow = async (): Promise<void> => {
    clearTimeout(following);
    const standing = await standingOf(services, order);
    tell(services, order, standing);
    // What stands in the way of a hard order goes away by itself: scans are sent, forms saved.
    if (order?.level === 'hard' && standing.newer)
      following = setTimeout(() => void follow().catch(reportError), again);
  };
  const beat = async (spared: number): Promise<void> => {
    if (!touched || !seemsOnline() || !isVisible() || !readSession() || performance.now() - last < spared) return;
    last = performance.now();
    touched = false;
    const local = await services.local();
    const sent = await services.wire.send(fleetCalls.seen, await reportOf(local), {
      hideLoading: true,
      ownWords: true,
    });
    if (!sent.ok) return;
    ({ order } = sent.value);
    await keepOwn(services, sent.value.own);
    await follow();
  };
  const run = (spared: number) => void beat(spared).catch(reportError);

  for (const kind of ['pointerdown', 'keydown'] as const)
    addEventListener(kind, () => (touched = true), { capture: true, passive: true });
  // Measured by whoever sends; read when a report is made.
  void services.local().then((local) => local.skew.subscribe(() => {}), reportError);
  setInterval(() => run(0), every);
  onVisible(() => {
    touched = true;
    run(least);
  });
  onNetworkChange((online) => {
    if (online) run(least);
    else if (order) void follow().catch(reportError);
  });
  useUpdate.subscribe(({ stage }, before) => {
    if (stage === 'ready' && before.stage !== 'ready') run(0);
  });
  run(0);
}

/** What holds for this device alone. What is on it stays, whatever is ordered: a pause keeps it, and so does the end of a service worker. */
async function keepOwn(services: Services, own: DeviceOrders | undefined): Promise<void> {
  // A server of before says nothing of it.
  if (!own) return;
  const wasPaused = isPausedHere();
  noteOwnOrders(own);
  const { message } = own;
  useUpdate.setState({ message: message && !isPutAway(message.id) ? message : null });
  if (own.kill) await removeServiceWorker();
  if (wasPaused && !own.pause) await (await services.local()).sync.kick('again');
}

async function standingOf(services: Services, order: UpgradeOrder | null) {
  if (!order) return { online: seemsOnline(), newer: false, hindrance: '' };
  const served = await askServedBuild();
  const newer = served !== null && served !== buildId();
  const hindrance = newer && order.level === 'hard' ? await updateHindrance(services) : '';
  return {
    online: seemsOnline() && served !== null,
    newer: newer || useUpdate.getState().stage === 'ready',
    hindrance,
  };
}

/** Shows what the order comes to now, and has what is unsent sent. */
function tell(services: Services, order: UpgradeOrder | null, standing: Awaited<ReturnType<typeof standingOf>>): void {
  const how = obey(order, standing);
  const { told, putAway } = useUpdate.getState();
  if (!order || how === 'none' || (how === 'offer' && putAway === order.version_no)) {
    if (told) useUpdate.setState({ told: null });
    return;
  }
  if (how === 'urge') void services.local().then(({ sync }) => sync.kick('again'), reportError);
  const words =
    how === 'urge'
      ? `需要更新到 ${order.version_no}${standing.hindrance === '' ? '' : `。${standing.hindrance}`}`
      : how === 'offer'
        ? `有新版本 ${order.version_no}：${order.notes}`
        : order.notes;
  if (told?.how === how && told.words === words) return;
  useUpdate.setState({ told: { how, version: order.version_no, words, take: () => take(services) } });
}

/** As a person who presses 更新: loads the newest version that can be had, or says why that cannot be now. */
async function take(services: Services): Promise<void> {
  const hindrance = await updateHindrance(services);
  useUpdate.setState({ hindrance });
  if (hindrance !== '') return;
  const words = await renew({
    workers: serviceWorkers(),
    hindrance: () => Promise.resolve(''),
    reload: () => location.reload(),
  });
  useUpdate.setState({ hindrance: words });
}
