/**
 * A text as an address inside this application, or null (specification §4 with reference reliability §2: `r` must not
 * lead elsewhere). It has to start with one slash; a second slash, a backslash or a control character anywhere would be
 * read by a browser as another host.
 */
export function innerAddress(text: string | null | undefined, origin: string = location.origin): string | null {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text) || text.includes('\\') || hasControl(text)) return null;
  const url = URL.canParse(text, origin) ? new URL(text, origin) : null;
  // `/.//host` is on this origin, but without its dots it would be another host.
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}

/** Where to go after signing in (specification §4): `r`, else the page before, else the dashboard. Never back to a sign-in page. */
export function addressAfterSignIn(from: { r: string | null; previous: string | null; origin?: string }): string {
  const { r, previous, origin } = from;
  return (
    [r, previous].map((text) => innerAddress(text, origin)).find((address) => address && !isSignIn(address)) ?? home
  );
}

/** The sign-in address that leads back to this one. */
export function signInAddress(back: string): string {
  return back === '' || isSignIn(back) ? '/login/login' : `/login/login?r=${encodeURIComponent(back)}`;
}

/** An address of the old hash routing (`/#/shops/addShop`) as today's; null for anything else (amendments F). */
export function oldAddress(hash: string, origin: string = location.origin): string | null {
  return hash.startsWith('#/') ? innerAddress(hash.slice(1), origin) : null;
}

/** The landing page. */
export const home = '/dashboard/index';

/** The first screen of the warehouse mode. */
export const handHome = '/hand';

function isSignIn(address: string): boolean {
  return address.startsWith('/login/');
}

function hasControl(text: string): boolean {
  return Array.from(text).some((letter) => letter < ' ' || letter === '\u007f');
}
