import { query } from '../../kit/call.ts';

/** One job that a process does on its own, again and again. */
export interface JobState {
  name: string;
  every_seconds: number;
  last_at: string | null;
  /** Null: went well, or never ran. */
  last_problem: string | null;
}

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
  jobs: JobState[];
}

export const healthCall = query<Record<string, never>, Health>({
  service: 'erp',
  path: '/v1/Index/health',
  access: 'Index:healthView',
  timeout: 'default',
});
