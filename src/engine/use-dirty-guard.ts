import { useEffect } from 'react';
import { useBlocker } from 'react-router-dom';
import { guardPage } from '#src/platform/leave-page.ts';
import { usePage } from './page-context.ts';

/** A way out of a page that was held back because something on it is not saved. */
export interface HeldBack {
  leave(): void;
  stay(): void;
}

/** What is unsaved in the page in view. The router asks one blocker alone, the last that came, so each answers for all. */
const unsaved = new Set<symbol>();

/**
 * Guards unsaved changes: holds navigation inside the product back (the answer, to be asked about) and lets the
 * browser ask before the page is closed or reloaded. A page whose state is kept while others are looked at is not held.
 */
export function useDirtyGuard(dirty: boolean): HeldBack | null {
  const page = usePage();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      unsaved.size > 0 &&
      !page.mayLeave(to, historyAction === 'REPLACE') &&
      from.pathname + from.search !== to.pathname + to.search,
  );
  useEffect(() => {
    if (!dirty) return undefined;
    const one = Symbol();
    unsaved.add(one);
    page.setDirty(true);
    return () => {
      unsaved.delete(one);
      page.setDirty(unsaved.size > 0);
    };
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
