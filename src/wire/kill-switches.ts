/** What operations may pull for every device at once, without a new release (reference pwa §1.5, decision 0012). */
export interface KillSwitches {
  /** The service worker is to go, with its caches. */
  kill: boolean;
  /** Nothing kept on a device is to be sent for now. */
  pauseDrain: boolean;
}

/** Asks `/version.json`; null when nobody tells: no network, a portal's page in its place, no answer within 3 s. */
export async function askKillSwitches(): Promise<KillSwitches | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    return response.ok ? readKillSwitches(await response.json()) : null;
  } catch {
    // Nothing is known, so nothing changes.
    return null;
  }
}

/** The kill switches of a parsed `/version.json`; only a plain true pulls one. */
export function readKillSwitches(answer: unknown): KillSwitches {
  const on = (name: string) => typeof answer === 'object' && answer !== null && Reflect.get(answer, name) === true;
  return { kill: on('killSw'), pauseDrain: on('pauseDrain') };
}

/**
 * Makes the question whether sending is paused: asked at most once a minute, 5 s after nobody told; in between and
 * without the network what was told last holds, at first that it is not. `ask` and `now` (milliseconds) for tests.
 */
export function pauseWatch({
  ask = askKillSwitches,
  now = () => performance.now(),
}: {
  ask?: typeof askKillSwitches;
  now?: () => number;
} = {}): () => Promise<boolean> {
  let paused = false;
  let next = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  const look = async () => {
    const told = await ask();
    if (told) paused = told.pauseDrain;
    next = now() + (told ? untilNext : untilAgain);
    asking = null;
  };
  return async () => {
    if (!asking && now() >= next) asking = look();
    await asking;
    return paused;
  };
}

/** Milliseconds. */
const patience = 3_000;
const untilNext = 60_000;
const untilAgain = 5_000;

/** The build that the server has now; null when nobody tells. */
export async function askServedBuild(): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    const answer: unknown = response.ok ? await response.json() : null;
    const build: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'build') : null;
    return typeof build === 'string' && build !== '' ? build : null;
  } catch {
    // Nothing is known, so nothing changes.
    return null;
  }
}
