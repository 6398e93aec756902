/** The browser's service workers; null where there are none (no HTTPS, an old browser, a private window). */
export function serviceWorkers(): ServiceWorkerContainer | null {
  return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
}

/** The build of the service worker that answers this page's next load; null where none does or it does not say within 1 s. */
export async function activeBuild(): Promise<string | null> {
  const active = (await serviceWorkers()?.getRegistration())?.active;
  if (!active) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (build: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof build === 'string' ? build : null);
    };
    const timer = setTimeout(() => end(null), patience);
    port1.addEventListener('message', ({ data }) => end(data?.build));
    port1.start();
    active.postMessage({ type: 'GET_VERSION' }, [port2]);
  });
}

/** Takes our service worker away with all caches of this origin. The databases, and so every scan, stay (decision 0012). */
export async function removeServiceWorker(): Promise<void> {
  const registration = await serviceWorkers()?.getRegistration();
  // It serves this page until the next load: told to look, it keeps nothing anew meanwhile.
  registration?.active?.postMessage({ type: 'CHECK' });
  await registration?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Milliseconds. */
const patience = 1_000;
