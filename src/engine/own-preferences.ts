import { create } from 'zustand';
import { type Preferences, savePreferencesCall } from '#contract/areas/me/account.ts';
import { readSession } from '#src/platform/session.ts';
import { getStored, setStored } from '#src/platform/storage.ts';
import type { Failure } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';

/** What this browser knows of how a person likes the product. */
interface PreferencesState {
  /** As the server has told; null until it has. */
  readonly told: Preferences | null;
  /** Chosen here, and not known to have reached the server. */
  readonly unsent: Partial<Preferences>;
}

const fresh: PreferencesState = { told: null, unsent: {} };

/** The preferences of the person signed in; kept here with every choice, so that a page loaded anew has it. */
export const useOwnPreferences = create<PreferencesState>(() => fresh);

/** Takes up what is kept of the person signed in. */
export function beginPreferences(): void {
  const kept = getStored<PreferencesState & { uid: number }>(key);
  const known = kept.found === 'value' && kept.value.uid === readSession()?.uid ? kept.value : fresh;
  useOwnPreferences.setState({ told: known.told, unsent: known.unsent });
}

/** Takes what the server has told; what was chosen here and has not reached it stands above it. */
export function takePreferences(told: Preferences): void {
  keep({ told });
}

/** What holds now; null while nothing is known. */
export function preferencesNow({ told, unsent }: PreferencesState): Partial<Preferences> | null {
  return told || Object.keys(unsent).length > 0 ? { ...told, ...unsent } : null;
}

/** Takes a choice at once, then sends it. Resolves to what went wrong; a refused choice is taken back. */
export async function wishPreferences(wire: Pick<Wire, 'send'>, change: Partial<Preferences>): Promise<Failure | null> {
  keep({ unsent: { ...useOwnPreferences.getState().unsent, ...change } });
  return await sendPreferences(wire);
}

/** Sends what has not reached the server; what could not be sent waits for the next start or choice. */
export async function sendPreferences(wire: Pick<Wire, 'send'>): Promise<Failure | null> {
  const { unsent: sending } = useOwnPreferences.getState();
  if (Object.keys(sending).length === 0) return null;
  const sent = await wire.send(savePreferencesCall, sending, { hideLoading: true, ownWords: true });
  if (!sent.ok && sent.failure.kind !== 'refused') return sent.failure;
  const { unsent } = useOwnPreferences.getState();
  // What was chosen anew meanwhile is still to be sent.
  const left = Object.fromEntries(
    Object.entries(unsent).filter(([name, value]) => sending[name as keyof Preferences] !== value),
  );
  keep({ unsent: left, ...(sent.ok ? { told: sent.value } : {}) });
  return sent.ok ? null : sent.failure;
}

const key = 'own-preferences';

function keep(change: Partial<PreferencesState>): void {
  useOwnPreferences.setState(change);
  const uid = readSession()?.uid;
  if (uid !== undefined) setStored(key, { uid, ...useOwnPreferences.getState() });
}
