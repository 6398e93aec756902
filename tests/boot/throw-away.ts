import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterPlace,
  clusterUrl,
  initCluster,
  type RunningCluster,
  startCluster,
} from '#server/database/cluster.ts';
import { embeddedBinaries } from '#server/database/embedded-binaries.ts';
import { databaseUser } from '#server/database/os-user.ts';
import { postgresIn, signal, until } from '#server/database/processes.ts';

export interface ThrowAwayCluster {
  readonly urlOf: (database: string) => string;
  /** A directory that is removed with it. */
  readonly root: string;
  /** kill -9 of PostgreSQL and its children at once; waits until the last is gone. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `kill`, at the same address, crash recovery included. */
  readonly restart: () => Promise<void>;
  /** Stops it and removes everything; throws when PostgreSQL had ended, or one of its processes crashed, without `kill`. */
  readonly remove: () => Promise<void>;
}

/**
 * A PostgreSQL for tests in the temporary directory: the built-in one, or the one in TEST_POSTGRES (a directory with initdb).
 * Everything that guards data is on unless it is `hasty`; only a crash is not repaired silently (reference/reliability R14).
 */
export async function throwAwayCluster({ hasty = false } = {}): Promise<ThrowAwayCluster> {
  const user = databaseUser();
  const root = realpathSync(mkdtempSync(join(hasty ? quickPlace() : tmpdir(), 'back-office-test-')));
  // When we are root PostgreSQL runs as another user, who must get through to its cluster (15 takes only a plain path).
  chmodSync(root, 0o711);
  const place = {
    binaries: process.env['TEST_POSTGRES'] ?? embeddedBinaries(user),
    directory: join(root, 'postgres'),
    user,
  };
  const password = randomBytes(16).toString('hex');
  try {
    await initCluster(place, password);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
  const logFile = join(root, 'postgres.log');
  const settings = hasty ? { ...guarded, ...unguarded } : guarded;
  let running = await start({ place, root, logFile, settings });
  const { sockets } = running.cluster;
  return {
    urlOf: (database) => clusterUrl({ sockets, password, database }),
    root,
    kill: async () => {
      running.expectEnd();
      await killAll(place.directory, running.cluster);
    },
    restart: async () => {
      running.watchdog.dismiss();
      rmSync(logFile);
      running = await start({ place, root, logFile, settings, sockets });
    },
    remove: async () => {
      const crash = running.crash();
      await running.cluster.stop();
      running.watchdog.dismiss();
      rmSync(root, { recursive: true, force: true });
      if (crash !== undefined) throw new Error(`PostgreSQL crashed under test: ${crash}`);
    },
  };
}

/** Where nothing reaches a disk, if there is room: a database is 2,000 small files, which take half a second of processor on a disk. */
function quickPlace(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

const guarded = {
  shared_buffers: '64MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  restart_after_crash: 'off',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** For a cluster that ends with the run whatever happens: what it holds need not outlive a power cut. */
const unguarded = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  shared_buffers: '256MB',
};

async function start(options: {
  place: ClusterPlace;
  root: string;
  logFile: string;
  settings: Readonly<Record<string, string>>;
  sockets?: string;
}) {
  const { root, logFile, ...where } = options;
  const cluster = await startCluster({ ...where, logFile });
  let expected = false;
  let ended: string | undefined;
  void cluster.ended.then((how) => {
    ended = how;
  });
  return {
    cluster,
    watchdog: cleanUpAfterUs(cluster.pid, [root, cluster.sockets]),
    expectEnd: () => {
      expected = true;
    },
    crash: () => (expected ? undefined : (crashIn(logFile) ?? ended)),
  };
}

function crashIn(logFile: string): string | undefined {
  return /^.*(?:terminated by signal|PANIC:|TRAP:).*$/m.exec(readFileSync(logFile, 'utf8'))?.[0];
}

async function killAll(directory: string, cluster: RunningCluster): Promise<void> {
  for (const pid of postgresIn(directory, cluster.pid)) signal(pid, 'SIGKILL');
  const over = (): boolean => postgresIn(directory, cluster.pid).length === 0;
  if (!(await until(over, 10_000))) throw new Error('PostgreSQL survived kill -9');
  await cluster.ended;
}

/** A shell that waits for our death, however sudden, and then stops the cluster and removes it: killed test runs leave nothing. */
function cleanUpAfterUs(pid: number, paths: string[]): { dismiss(): void } {
  const script = 'read -r word; test "$word" = dismiss && exit; kill -INT "$1"; sleep 3; shift; rm -rf "$@"';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(pid), ...paths], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return { dismiss: () => shell.stdin.end('dismiss\n') };
}
