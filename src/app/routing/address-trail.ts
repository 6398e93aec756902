import { oldAddress } from './return-address.ts';
import type { AppRouter } from './router.tsx';

let previous: string | null = null;

/** The last address of this page outside the sign-in pages; null when there was none (specification §4, "previous page"). */
export function previousAddress(): string | null {
  return previous;
}

/** Follows the router, and sends an old `#/…` address that somebody pastes into an open page to today's. */
export function followAddresses(router: AppRouter): void {
  router.subscribe(({ location: { pathname, search } }) => {
    if (!pathname.startsWith('/login/')) previous = pathname + search;
  });
  addEventListener('hashchange', () => {
    const address = oldAddress(location.hash);
    if (address) void router.navigate(address, { replace: true });
  });
}

/** Rewrites an old `#/…` address before the router looks at it. */
export function takeOldAddress(): void {
  const address = oldAddress(location.hash);
  if (address) history.replaceState(null, '', address);
}
