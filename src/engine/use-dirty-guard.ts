import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { guardPage } from '#src/platform/leave-page.ts';
import { usePage } from './page-context.ts';

/** A way out of a page that was held back because something on it is not saved. */
export interface HeldBack {
  leave(): void;
  stay(): void;
}

/**
 * Guards unsaved changes: holds navigation inside the product back (the answer, to be asked about) and lets the
 * browser ask before the page is closed or reloaded. A page whose state is kept while others are looked at is not held.
 */
export function useDirtyGuard(dirty: boolean): HeldBack | null {
  const page = usePage();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      dirty &&
      !page.mayLeave(to, historyAction === 'REPLACE') &&
      from.pathname + from.search !== to.pathname + to.search,
  );
  useEffect(() => {
    page.setDirty(dirty);
    return () => page.setDirty(false);
  }, [page, dirty]);
  useEffect(() => (dirty ? guardPage() : undefined), [dirty]);
  if (blocker.state !== 'blocked') return null;
  return {
    leave: () => {
      page.discard();
      blocker.proceed();
    },
    stay: () => {
      page.stay();
      blocker.reset();
    },
  };
}
