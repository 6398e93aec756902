import { type Preferences, preferencesCall, preferencesKey } from '#contract/areas/me/account.ts';
import type { OwnViews } from '#contract/areas/me/list-views.ts';
import { CallFailed, read } from '#src/engine/failure.ts';
import {
  beginPreferences,
  preferencesNow,
  sendPreferences,
  takePreferences,
  useOwnPreferences,
  wishPreferences,
} from '#src/engine/own-preferences.ts';
import { awaitNoViews, beginViews, keepOwnViews, sendColumns, takeViews, useOwnViews } from '#src/engine/own-views.ts';
import { isTouched } from '#src/platform/device.ts';
import { onNetworkChange } from '#src/platform/online.ts';
import { setSilent } from '#src/platform/sound.ts';
import { whenIdle } from './idle.ts';
import { handHome, home } from './routing/return-address.ts';
import type { Services } from './services.ts';
import { useSession } from './session/sign-in-state.ts';
import { chooseTheme, type ThemeChoice } from './theme-choice.ts';

/**
 * Keeps this window as its person likes it: what is kept here holds at once, what the server tells whenever it does. How
 * they want their lists comes with it. Without the network what was known last stays.
 */
export function followPreferences(services: Services): void {
  keepOwnViews(services.wire);
  useOwnPreferences.subscribe((state) => apply(preferencesNow(state)));
  const begin = () => {
    beginPreferences();
    beginViews();
    if (!useSession.getState().session) return;
    if (useOwnViews.getState().awaited) {
      void readPreferences(services);
      setTimeout(awaitNoViews, patience);
    } else whenIdle(() => void readPreferences(services));
  };
  begin();
  useSession.subscribe((now, before) => {
    if (now.session?.uid !== before.session?.uid) begin();
  });
  onNetworkChange((online) => {
    if (online) void sendColumns();
  });
}

/**
 * Where this person wants to begin; else, with a tablet in the hand, the warehouse mode for whoever counts there; else, and
 * where that is not known in time, the landing page.
 */
export async function startPage(services: Services): Promise<string> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const [wanted, counts] = await Promise.all([
    Promise.race([readPreferences(services), late]),
    Promise.race([isTouched() ? countsStock(services) : false, late]),
  ]);
  return wanted?.start || (counts ? handHome : home);
}

/** False where it cannot be had. Loaded by tablets alone. */
async function countsStock(services: Services): Promise<boolean> {
  try {
    return await (await import('./menu/counts-stock.ts')).countsStock(services);
  } catch (problem) {
    if (!(problem instanceof CallFailed)) reportError(problem);
    return false;
  }
}

/** Takes a wish for light or dark at once, and keeps it for the next device. */
export async function wishTheme(services: Services, theme: ThemeChoice): Promise<void> {
  chooseTheme(theme);
  if (!useSession.getState().session) return;
  await wishPreferences(services.wire, { theme });
}

/** Undefined where they cannot be had: the product goes on as it is. */
async function readPreferences(services: Services): Promise<Partial<Preferences> | undefined> {
  try {
    return await services.queries.fetchQuery({
      queryKey: preferencesKey,
      queryFn: async ({ signal }) => {
        await sendPreferences(services.wire);
        const uid = useSession.getState().session?.uid;
        const answer: unknown = await read(services.wire, preferencesCall, { input: {}, signal });
        const { preferences, views } = (answer ?? {}) as { preferences?: Preferences; views?: OwnViews };
        // Another server that speaks the specification need not know of this call.
        if (!preferences || uid !== useSession.getState().session?.uid)
          throw new CallFailed({ kind: 'unreadable', status: 200 });
        takePreferences(preferences);
        if (views) takeViews(views);
        return preferences;
      },
      staleTime: 10_000,
      retry: false,
    });
  } catch (problem) {
    if (!(problem instanceof CallFailed)) reportError(problem);
    return preferencesNow(useOwnPreferences.getState()) ?? undefined;
  } finally {
    awaitNoViews();
  }
}

function apply(wanted: Partial<Preferences> | null): void {
  if (!wanted) return;
  const { theme, density, sound } = wanted;
  if (theme) chooseTheme(theme);
  if (density) document.documentElement.dataset['density'] = density;
  if (sound !== undefined) setSilent(!sound);
}

/** How long the way in waits for them, milliseconds. */
const patience = 800;
