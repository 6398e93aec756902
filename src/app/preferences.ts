import { type Preferences, preferencesCall, preferencesKey, savePreferencesCall } from '#contract/areas/me/account.ts';
import { CallFailed, read } from '#src/engine/failure.ts';
import { setSilent } from '#src/platform/sound.ts';
import { bootMeta } from './boot-snapshot.ts';
import { whenIdle } from './idle.ts';
import { home } from './routing/return-address.ts';
import type { Services } from './services.ts';
import { useSession } from './session/sign-in-state.ts';
import { chooseTheme, type ThemeChoice } from './theme-choice.ts';

/**
 * Keeps this window as its person likes it: preferences are read once a person is here and applied whenever they change,
 * whoever changed them; the last ones known are in the boot snapshot. Without the network what was applied last stays.
 */
export function followPreferences(services: Services): void {
  let applied: Preferences | undefined;
  services.queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey.join() !== preferencesKey.join()) return;
    const wanted = query.state.data as Preferences | undefined;
    if (!wanted || wanted === applied) return;
    applied = wanted;
    apply(wanted);
  });
  const ask = () => {
    if (useSession.getState().session) whenIdle(() => void readPreferences(services));
  };
  ask();
  useSession.subscribe((now, before) => {
    if (now.session?.uid !== before.session?.uid) ask();
  });
}

/** Where this person wants to begin; the landing page where that is not known in time. */
export async function startPage(services: Services): Promise<string> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const wanted = await Promise.race([readPreferences(services), late]);
  return wanted?.start || home;
}

/** Takes a wish for light or dark at once, and keeps it for the next device. */
export async function wishTheme(services: Services, theme: ThemeChoice): Promise<void> {
  chooseTheme(theme);
  if (!useSession.getState().session) return;
  const sent = await services.wire.send(savePreferencesCall, { theme }, { quiet: true });
  if (!sent.ok) return;
  services.queries.setQueryData(preferencesKey, sent.value);
  await services.queries.invalidateQueries({ queryKey: ['preferences'] });
}

/** Undefined where they cannot be had: the product goes on as it is. */
async function readPreferences(services: Services): Promise<Preferences | undefined> {
  try {
    return await services.queries.fetchQuery({
      queryKey: preferencesKey,
      queryFn: async ({ signal }) => {
        const answer: unknown = await read(services.wire, preferencesCall, { input: {}, signal });
        const { preferences } = (answer ?? {}) as { preferences?: Preferences };
        // Another server that speaks the specification need not know of this call.
        if (!preferences) throw new CallFailed({ kind: 'unreadable', status: 200 });
        return preferences;
      },
      staleTime: 60_000,
      retry: false,
      meta: bootMeta,
    });
  } catch (problem) {
    if (!(problem instanceof CallFailed)) reportError(problem);
    return undefined;
  }
}

function apply({ theme, density, sound }: Preferences): void {
  chooseTheme(theme);
  document.documentElement.dataset['density'] = density;
  setSilent(!sound);
}

/** How long the way in waits for them, milliseconds. */
const patience = 800;
