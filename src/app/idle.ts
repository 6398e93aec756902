/** Runs something once the page has loaded and has nothing better to do; after 3 s at the latest. */
export function whenIdle(run: () => void): void {
  const soon = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 3000 });
    else setTimeout(run, 300);
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}
