/** What this needs of the browser; handed in by tests. */
export interface Renewal {
  /** Null where there are no service workers. */
  workers: Pick<ServiceWorkerContainer, 'getRegistration'> | null;
  /** Why a newer version cannot be taken now, for a person; empty when it can. */
  hindrance(): Promise<string>;
  reload(): void;
}

/**
 * Loads the page anew, in the newest version that can be had. A service worker answers every load with the page it
 * holds, so one that waits is taken first, after an update that may still find one. Answers why that cannot be done
 * now, for a person, and then changes nothing; empty when the page is on its way.
 */
export async function renew({ workers, hindrance, reload }: Renewal): Promise<string> {
  const registration = await workers?.getRegistration();
  const waiting = registration ? await newestOf(registration) : null;
  if (waiting) {
    const words = await hindrance();
    if (words !== '') return words;
    const taken = settled(waiting, (state) => state === 'activated' || state === 'redundant');
    waiting.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  }
  reload();
  return '';
}

async function newestOf(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  // Where the server cannot be reached, what waits already is the newest there is.
  await registration.update().catch(() => {});
  const { installing } = registration;
  if (installing) await settled(installing, (state) => state !== 'installing' && state !== 'parsed');
  return registration.waiting;
}

function settled(worker: ServiceWorker, enough: (state: ServiceWorkerState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!enough(worker.state)) return;
      worker.removeEventListener('statechange', look);
      resolve();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}
