import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';

/** A way out of a page that was held back because something on it is not saved. */
export interface HeldBack {
  leave(): void;
  stay(): void;
}

/**
 * Guards unsaved changes: holds navigation inside the product back (the answer, to be asked about) and lets the
 * browser ask before the page is closed or reloaded.
 */
export function useDirtyGuard(dirty: boolean): HeldBack | null {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => dirty && from.pathname + from.search !== to.pathname + to.search,
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return { leave: () => blocker.proceed(), stay: () => blocker.reset() };
}
