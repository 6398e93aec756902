import type { IncomingHttpHeaders } from 'node:http';

/**
 * Does a connection come from a page of this very server (reference reliability S18)? A browser always says where a page
 * is from, and no page can make it lie; who says nothing is no browser of ours. A proxy in front must pass `Host` on.
 */
export function isOwnOrigin({ origin, host }: Pick<IncomingHttpHeaders, 'origin' | 'host'>): boolean {
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
  const page = new URL(origin);
  // Written with the page's scheme, so that a port that goes without saying is left out on both sides.
  const own = `${page.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === page.host && /^https?:$/.test(page.protocol);
}
