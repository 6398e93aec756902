import { PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import {
  asksForAsset,
  assetOf,
  checkKillSwitches,
  dropOtherRoutes,
  keepPreviousGeneration,
  shell,
  warm,
  worker,
} from './mechanics.ts';
import { notOurPages, readMessage } from './policy.ts';

/** Answers the browser's events. Registered at once, as a service worker must. */
export function listen(): void {
  // The build looks for these very words.
  const entries = self.__WB_MANIFEST;
  shell.addToCacheList(entries);
  answerFetches();
  worker.addEventListener('install', (event) => event.waitUntil(install(event, entries.map(urlOf))));
  worker.addEventListener('activate', (event) => event.waitUntil(activate(event)));
  worker.addEventListener('message', (event) => event.waitUntil(handleMessage(event)));
  worker.addEventListener('sync', (event) => (event as SyncEvent).waitUntil(wakePages()));
}

/**
 * Whole files of the shell, the application's page for its own addresses, other hashed files. Everything else, all
 * calls of the server above all, is none of this worker's business: no answer of a call is ever kept here.
 */
function answerFetches(): void {
  registerRoute(new PrecacheRoute(shell, { cleanURLs: false }));
  const page = new NavigationRoute(shell.createHandlerBoundToURL('/index.html'), { denylist: [...notOurPages] });
  registerRoute(page);
  registerRoute(
    ({ url }) => asksForAsset(url),
    ({ request }) => assetOf(request),
  );
  worker.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.waitUntil(checkKillSwitches());
  });
}

/** Before anything of the old build is deleted, what its tabs may still ask for is set aside. Never takes over by itself. */
async function install(event: ExtendableEvent, coming: readonly string[]): Promise<void> {
  await keepPreviousGeneration(coming);
  await shell.install(event);
}

/** A worker that operations want gone claims no page: it has removed itself before. */
async function activate(event: ExtendableEvent): Promise<void> {
  if ((await checkKillSwitches({ now: true })).kill) return;
  await shell.activate(event);
  await dropOtherRoutes();
  await worker.clients.claim();
}

async function handleMessage(event: ExtendableMessageEvent): Promise<void> {
  const message = readMessage(event.data);
  if (!message) return;
  switch (message.type) {
    case 'SKIP_WAITING':
      return worker.skipWaiting();
    case 'GET_VERSION':
      return event.ports[0]?.postMessage({ build: __BUILD__ });
    case 'CHECK':
      return void (await checkKillSwitches({ now: true }));
    case 'WARM':
      return warm(message.areas);
  }
}

/** The network is back: any page of ours drains (reference pwa §1.8). With none open, the next one does so when it opens. */
async function wakePages(): Promise<void> {
  if ((await checkKillSwitches({ now: true })).pauseDrain) return;
  const [page] = await worker.clients.matchAll({ type: 'window' });
  page?.postMessage({ type: 'DRAIN' });
}

function urlOf(entry: string | { url: string }): string {
  return typeof entry === 'string' ? entry : entry.url;
}
