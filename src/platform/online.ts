/** The browser's opinion of the network: a hint. Only an answer of the server proves anything. */
export function seemsOnline(): boolean {
  return navigator.onLine;
}

/** Tells when the browser changes its opinion. The answer ends it. */
export function onNetworkChange(changed: (online: boolean) => void): () => void {
  const up = () => changed(true);
  const down = () => changed(false);
  addEventListener('online', up);
  addEventListener('offline', down);
  return () => {
    removeEventListener('online', up);
    removeEventListener('offline', down);
  };
}

/** True while somebody may be looking at this page. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Tells when the page comes into view, also out of a freeze or the back-forward cache. */
export function onVisible(shown: () => void): () => void {
  const look = () => {
    if (isVisible()) shown();
  };
  document.addEventListener('visibilitychange', look);
  document.addEventListener('resume', look);
  addEventListener('pageshow', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    document.removeEventListener('resume', look);
    removeEventListener('pageshow', look);
  };
}

/** Tells when the page comes into view or goes out of it. The answer ends it. */
export function onVisibleChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Asks the browser to wake the service worker under this tag when the network is back (Chromium only). A hint on top
 * of the page's own timers: false where there is no such thing or it was refused.
 */
export async function askWakeUp(tag: string): Promise<boolean> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = (await container?.getRegistration()) as (ServiceWorkerRegistration & WithSync) | undefined;
  if (!registration?.sync) return false;
  try {
    await registration.sync.register(tag);
    return true;
  } catch {
    // Refused by a permission or a setting: the page's timers do the work.
    return false;
  }
}

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}
