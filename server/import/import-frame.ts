import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

/** What an import stands on. `say` takes one line for the person who runs it. */
export interface ImportFrame {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
  say(line: string): void;
  /** Hears how far the work is, 0 to 99. */
  progress?(percent: number): void;
}
