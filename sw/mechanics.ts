import { PrecacheController } from 'workbox-precaching';
import { askKillSwitches, type KillSwitches } from '#src/wire/kill-switches.ts';
import { isAsset, mayKeep, maySpend, retained, toWarm } from './policy.ts';

/** The realm, as a service worker's. */
export const worker = self as unknown as ServiceWorkerGlobalScope;

/** The shell and the warehouse mode: all of it or nothing, kept at install. */
export const shell = new PrecacheController({ cacheName: 'shell' });

const previous = 'previous-generation';
const routes = `routes-${__BUILD__}`;
const { origin } = worker.location;

/** Holds the assets that the coming build lacks for the tabs that still run the old one; one generation (reference pwa §1.4 no. 2). */
export async function keepPreviousGeneration(coming: readonly string[]): Promise<void> {
  const names = (await caches.keys()).filter(
    (name) => name === 'shell' || (name.startsWith('routes-') && name !== routes),
  );
  if (names.length === 0) return;
  await caches.delete(previous);
  const held = await caches.open(previous);
  for (const name of names) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).map((request) => request.url);
    for (const url of retained(kept, coming, origin)) {
      const response = await cache.match(url);
      if (response) await held.put(url, response);
    }
  }
}

/** Forgets the further screens of other builds; what old tabs need of them stands in the previous generation. */
export async function dropOtherRoutes(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('routes-') && name !== routes) await caches.delete(name);
}

/** An asset that is not of the shell: kept here, kept of the last build, or from the network, and then kept if it is one. */
export async function assetOf(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept =
    (await (await caches.open(routes)).match(pathname)) ?? (await (await caches.open(previous)).match(pathname));
  return kept ?? (await fetchAsset(pathname));
}

/** Keeps the screens of these areas, four at a time, where the connection can spare it. What cannot be had is left. */
export async function warm(areas: readonly string[]): Promise<void> {
  const { connection } = worker.navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (!maySpend(connection)) return;
  const parts = await readJson('/warm.json');
  const held = new Set(
    [...shell.getCachedURLs(), ...(await (await caches.open(routes)).keys()).map((request) => request.url)].map(
      (url) => new URL(url, origin).pathname,
    ),
  );
  const files = toWarm(parts, areas, held);
  for (let at = 0; at < files.length; at += atOnce) {
    await Promise.allSettled(files.slice(at, at + atOnce).map(fetchAsset));
  }
}

/**
 * Looks whether operations have pulled a kill switch (reference pwa §1.5), at most once an hour unless `now`; without an
 * answer what was told last holds. A killed worker goes with its caches and keeps nothing any more; the databases, and
 * so every scan, stay.
 */
export async function checkKillSwitches({ now = false } = {}): Promise<KillSwitches> {
  if (!now && Date.now() - checkedAt < hour) return killSwitches;
  checkedAt = Date.now();
  killSwitches = (await askKillSwitches()) ?? killSwitches;
  if (killSwitches.kill) {
    await worker.registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  }
  return killSwitches;
}

/** Whether a request asks for an asset of ours. */
export function asksForAsset(url: URL): boolean {
  return isAsset(url, origin);
}

async function fetchAsset(pathname: string): Promise<Response> {
  const response = await fetch(pathname, { cache: 'default', credentials: 'same-origin' });
  const { status, type, headers } = response;
  if (!killSwitches.kill && mayKeep({ status, type, contentType: headers.get('content-type') })) {
    // A full device serves the file and keeps nothing.
    await (await caches.open(routes)).put(pathname, response.clone()).catch(() => {});
  }
  return response;
}

/** A small file of the server, never from a cache; null without network or when it is not what it should be. */
async function readJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    // No network, or a portal's page in its place: nothing is known, so nothing changes.
    return null;
  }
}

const atOnce = 4;
const hour = 3_600_000;
let checkedAt = 0;
let killSwitches: KillSwitches = { kill: false, pauseDrain: false };
