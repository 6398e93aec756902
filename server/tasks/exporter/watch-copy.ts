import { sql } from 'kysely';
import type { TaskTools } from '../work.ts';

/** Watches a COPY from outside: what PostgreSQL says it has copied, against what the planner expected. */
export interface CopyWatch {
  begin(estimate: number): void;
  end(): void;
}

/** Says the progress of the COPY of a backend every second. A look that fails is only a look: the next one says more. */
export function watchCopy({ db, log, progress }: TaskTools, backend: number): CopyWatch {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: (estimate) => {
      timer = setInterval(() => {
        sql<{ copied: number }>`select tuples_processed as copied from pg_stat_progress_copy where pid = ${backend}`
          .execute(db)
          // A look that comes when all is copied finds nothing, and says nothing.
          .then(({ rows: [copy] }) => copy && progress((99 * copy.copied) / estimate))
          .catch((error: unknown) => log.debug({ err: error }, 'the progress of an export could not be read'));
      }, everyMs);
    },
    end: () => clearInterval(timer),
  };
}

const everyMs = 1000;
