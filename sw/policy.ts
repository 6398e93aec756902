/** What the service worker decides, without doing it: pure, so that it can be tested anywhere. */

/** Navigations that are not the application's: they go to the network and are never answered with its page. */
export const notOurPages: readonly RegExp[] = [
  /^\/(?:api|download|erp|assets|ev2)(?:\/|$)/,
  /^\/(?:sw\.js|version\.json|config\.json|warm\.json|build\.json)$/,
];

/** A file with a hash in its name: the same for ever, so that any kept copy is the right one. */
export function isAsset(url: URL, origin: string): boolean {
  return url.origin === origin && /^\/assets\/[^/]+$/.test(url.pathname);
}

/** Whether an answer may be kept under an asset's name: never a page or an error in its place (reference pwa §1.4 no. 3). */
export function mayKeep({
  status,
  type,
  contentType,
}: {
  status: number;
  type: string;
  contentType: string | null;
}): boolean {
  return (
    status === 200 && type === 'basic' && /^(?:text|application)\/(?:javascript|css|wasm)\b/.test(contentType ?? '')
  );
}

/** Which kept assets the new build no longer has: they are held for the tabs that still run the old one. */
export function retained(kept: readonly string[], coming: readonly string[], origin: string): string[] {
  const known = new Set(coming.map((url) => new URL(url, origin).pathname));
  return kept.filter((url) => isAsset(new URL(url), origin) && !known.has(new URL(url).pathname));
}

/** Files of the wanted areas, each once, that are not held already. `parts` is the build's `/warm.json`. */
export function toWarm(parts: unknown, wanted: readonly string[], held: ReadonlySet<string>): string[] {
  if (typeof parts !== 'object' || parts === null) return [];
  const files = wanted.flatMap((area): unknown[] => {
    const list: unknown = Reflect.get(parts, area);
    return Array.isArray(list) ? list : [];
  });
  const paths = files.filter((file): file is string => typeof file === 'string' && /^assets\/[\w.-]+$/.test(file));
  return [...new Set(paths.map((path) => `/${path}`))].filter((path) => !held.has(path));
}

/** Whether the connection can spare what nobody has asked for yet. A browser that says nothing is taken for a good one. */
export function maySpend(connection: { saveData?: boolean; effectiveType?: string } | undefined): boolean {
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
}

/** What a page may say to the service worker; null for anything else. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const type: unknown = Reflect.get(data, 'type');
  if (type === 'SKIP_WAITING' || type === 'GET_VERSION' || type === 'CHECK') return { type };
  if (type !== 'WARM') return null;
  const areas: unknown = Reflect.get(data, 'areas');
  return Array.isArray(areas) ? { type, areas: areas.filter((area) => typeof area === 'string') } : null;
}

/** `WARM`: keep the screens of these areas, when idle. `CHECK`: look whether operations want this worker gone. */
export type Message = { type: 'SKIP_WAITING' | 'GET_VERSION' | 'CHECK' } | { type: 'WARM'; areas: string[] };
