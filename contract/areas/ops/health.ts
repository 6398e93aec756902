import { query } from '../../kit/call.ts';

/** One job that a process does on its own, again and again. */
export interface JobState {
  name: string;
  every_seconds: number;
  last_at: string | null;
  /** Null: went well, or never ran. */
  last_problem: string | null;
}

/** What a company lives by and nobody misses until it is too late. Ages in seconds, at the time of the answer. */
export interface Upkeep {
  /** Exports and imports that wait or run, and how long the oldest of them is there. */
  tasks: { unfinished: number; age: number };
  /** The last backup with the data directory of the process that answers; null: none. */
  backup: { at: string; age: number } | null;
  /** The last run over the invariants that came to its end; null: none. */
  check: { at: string; age: number; broken: number; unfinished: number } | null;
}

/** Ages from which somebody should look (docs/operations.md): a backup and a run of the invariants are due once a day. */
export const upkeepLimits = { tasks: 600, backup: 100_000, check: 100_000 } as const;

/** How the process that answers and its database are doing. Sizes in bytes, times ISO. */
export interface Health {
  process: { build: string; node: string; started_at: string; memory: number; sockets: number | null };
  database: {
    version: string;
    size: number;
    connections: number;
    connections_most: number;
    /** Age of the longest transaction that is open now, seconds. */
    oldest_transaction: number;
    migrations: number;
    last_migration: string;
    last_migration_at: string;
    latency_milliseconds: number;
  };
  disk: { free: number; size: number } | null;
  upkeep: Upkeep;
  jobs: JobState[];
}

export const healthCall = query<Record<string, never>, Health>({
  service: 'erp',
  path: '/v1/Index/health',
  access: 'Index:healthView',
  timeout: 'default',
});
