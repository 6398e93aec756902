/**
 * Runs something once the page has loaded, its first screen stands, and it has nothing better to do; after 3 s more at the
 * latest.
 */
export function whenIdle(run: () => void): void {
  const soon = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 3000 });
    else setTimeout(run, 300);
  };
  const loaded = () => {
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { once: true });
  };
  if (held) void held.then(loaded);
  else loaded();
}

let held: Promise<void> | null = null;

/** Nothing is idle until this has resolved: what comes beside the first screen must not take its line and its processor. */
export function holdIdle(until: Promise<void>): void {
  const over = until.finally(() => {
    if (held === over) held = null;
  });
  held = over;
}
