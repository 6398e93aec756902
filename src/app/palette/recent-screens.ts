import { getStored, setStored } from '#src/platform/storage.ts';

/** Screens remembered as opened last. */
const mostRecent = 12;

/** Paths of the screens that this person opened last on this device, the latest first; forgotten when they sign out. */
export function recentScreens(uid: number): readonly string[] {
  const stored = getStored<unknown>(keyOf(uid));
  const paths = stored.found === 'value' ? stored.value : [];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

/** Notes that a screen was opened. */
export function noteScreen(uid: number, path: string): void {
  setStored(keyOf(uid), [path, ...recentScreens(uid).filter((one) => one !== path)].slice(0, mostRecent));
}

const keyOf = (uid: number): string => `recent-screens/${uid}`;
