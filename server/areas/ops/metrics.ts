import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { systemClock } from '#server/platform/clock.ts';
import { notThere } from '#server/platform/http.ts';
import { lastBackup } from '#server/platform/last-backup.ts';
import { outcomeOf } from '#server/platform/outcome.ts';

/** What is watched, and who may look. */
export interface Watched {
  readonly db: Kysely<unknown>;
  /** Pools of connections by name. */
  readonly pools: Readonly<Record<string, Pool>>;
  readonly dataDir: string;
  /** Without one nobody may. */
  readonly token: string | undefined;
}

/**
 * Mounts `/metrics` in the text form of Prometheus: calls by name and outcome and how long they took, connections, live
 * connections, the queue of tasks, the age of the last backup, and the process itself (event loop, memory). It asks for the token of the
 * setting METRICS_TOKEN and is not there without one. No person, document or address is in it.
 */
export function mountMetrics(app: FastifyInstance, watched: Watched): void {
  const { token } = watched;
  if (token === undefined) {
    app.get('/metrics', (_request, reply) => notThere(reply));
    return;
  }
  const register = new Registry();
  collectDefaultMetrics({ register });
  watchCalls(app, register);
  watchPools(watched, register);
  watchBackups(watched, register);
  const ask = watchDatabase(watched, register);
  app.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, token)) return reply.code(401).send();
    await ask();
    return await reply.type(register.contentType).send(await register.metrics());
  });
}

function watchCalls(app: FastifyInstance, register: Registry): void {
  const labels = ['call', 'outcome'] as const;
  const registers = [register];
  const calls = new Counter({ name: 'calls_total', help: 'Calls by name and outcome', labelNames: labels, registers });
  const seconds = new Histogram({
    name: 'call_duration_seconds',
    help: 'How long calls took',
    labelNames: ['call'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 2, 10, 60],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const call = nameOf(request);
    calls.inc({ call, outcome: outcomeOf(request, reply.statusCode) });
    seconds.observe({ call }, reply.elapsedTime / 1000);
  });
}

// What is asked for at addresses that are not there must not become names: anybody can ask for many.
function nameOf({ routeOptions: { url } }: FastifyRequest): string {
  return url !== undefined && /^\/(api|download|erp)\//.test(url) ? url : 'other';
}

function watchPools({ pools }: Watched, register: Registry): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process by pool and state; waiting: calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

function watchBackups({ dataDir }: Watched, register: Registry): void {
  new Gauge({
    name: 'last_backup_age_seconds',
    help: 'Since the last backup from this data directory; NaN: there was none',
    registers: [register],
    collect() {
      const at = lastBackup(dataDir);
      this.set(at ? (systemClock.now().getTime() - at.getTime()) / 1000 : Number.NaN);
    },
  });
}

interface Counted {
  readonly sockets: number;
  readonly tasks: number;
  readonly age: number;
}

/** What all servers on one database share. Where it cannot be asked, `database_up` is 0 and the rest is left out. */
function watchDatabase({ db }: Watched, register: Registry): () => Promise<void> {
  const registers = [register];
  const up = new Gauge({ name: 'database_up', help: '1: the database answers', registers });
  const gauges: Record<keyof Counted, Gauge> = {
    sockets: new Gauge({ name: 'live_connections', help: 'Open live connections, of all servers', registers }),
    tasks: new Gauge({ name: 'tasks_unfinished', help: 'Exports and imports that wait or run', registers }),
    age: new Gauge({ name: 'task_queue_age_seconds', help: 'How long the oldest of them is there', registers }),
  };
  return async () => {
    try {
      const { rows } = await sql<Counted>`
        select (select count(*)::int from push_connection where opened_at is not null) as sockets, count(*)::int as tasks,
          coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
        from export_task where status = any(${[...unfinished]})`.execute(db);
      for (const [name, gauge] of Object.entries(gauges)) gauge.set(rows[0]?.[name as keyof Counted] ?? 0);
      up.set(1);
    } catch {
      // Whoever watches learns it from the figure; the log has it from whoever uses the database next.
      for (const gauge of Object.values(gauges)) gauge.reset();
      up.set(0);
    }
  };
}

function isToken(given: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${token}`));
}
