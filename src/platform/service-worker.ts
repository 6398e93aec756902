/** The browser's service workers; null where there are none (no HTTPS, an old browser, a private window). */
export function serviceWorkers(): ServiceWorkerContainer | null {
  return (navigator.serviceWorker as ServiceWorkerContainer | undefined) ?? null;
}
