import { closeCodes } from '#contract/areas/shell/push.ts';
import { delays } from '#contract/kit/limits.ts';

/** Codes after which a connection stays closed (specification §4, §9). */
export const normalCodes: readonly number[] = [1000, 1001, 1005];

/** How an attempt or a connection ended. */
export interface Ending {
  /** The close code; 1006 where nothing was ever closed, because nothing was open. */
  readonly code: number;
  /** It had been open. Otherwise this is the `error` before the opening, after which the 3-second retry holds. */
  readonly opened: boolean;
  /** Endings in a row before this one, without a connection that lasted in between. */
  readonly failures: number;
}

/** A connection that was open this long has worked: the next ending begins anew with the shortest interval. Milliseconds. */
export const steadyAfter = 10_000;

/**
 * Milliseconds until the next attempt, null for never (specification §4, §9): 1000 ms, doubled with each failure up to
 * 60000 ms, at least 3000 ms when the connection did not even open, spread by a fifth to both sides so that a restarted
 * server is not run down. No interval is longer than 60000 ms: what would be, falls as much below it. A person with more
 * connections than are allowed does not push the others out in a circle: that one waits longest.
 */
export function reconnectDelay({ code, opened, failures }: Ending, random: () => number): number | null {
  if (normalCodes.includes(code)) return null;
  const { reconnectLeast, reconnectMost, reconnectRetry } = delays;
  const grown = Math.min(reconnectLeast * 2 ** Math.min(failures, 16), reconnectMost);
  const least = code === closeCodes.elsewhere ? reconnectMost : opened ? reconnectLeast : reconnectRetry;
  const spread = Math.max(grown, least) * (0.8 + 0.4 * random());
  return Math.round(spread > reconnectMost ? 2 * reconnectMost - spread : spread);
}
