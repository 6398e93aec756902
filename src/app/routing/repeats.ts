import type { To } from 'react-router-dom';
import type { AppRouter } from './router.tsx';

/**
 * Repeated navigation to the address that is open, or being opened, is ignored without a word (specification §2).
 * Clicking the menu's current entry is no navigation: it reloads (src/app/office/reload.ts).
 */
export function ignoreRepeats(router: AppRouter): void {
  const navigate = router.navigate.bind(router);
  const once = async (to: To | number | null, ...rest: unknown[]): Promise<void> => {
    if (typeof to !== 'number' && isHere(router, to)) return;
    await (navigate as (...all: unknown[]) => Promise<void>)(to, ...rest);
  };
  router.navigate = once as typeof router.navigate;
}

function isHere(router: AppRouter, to: To | null): boolean {
  const target = absolute(to);
  if (target === null) return false;
  const { pathname, search, hash } = router.state.navigation.location ?? router.state.location;
  return target === pathname + search + hash;
}

/** The address as one text; null where it is relative, and so cannot be judged here. */
function absolute(to: To | null): string | null {
  if (typeof to === 'string') return to.startsWith('/') ? to : null;
  return to?.pathname?.startsWith('/') ? to.pathname + (to.search ?? '') + (to.hash ?? '') : null;
}
