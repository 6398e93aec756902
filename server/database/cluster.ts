import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { giveTo, makeSocketDirectory } from './cluster-directories.ts';
import { canEnter, type OsUser } from './os-user.ts';
import { signal, until } from './processes.ts';

/** Where a PostgreSQL cluster lives, with which programs and as whom it runs. */
export interface ClusterPlace {
  /** The directory of `initdb` and `postgres`. */
  readonly binaries: string;
  /** The cluster's own directory, an absolute path without links. */
  readonly directory: string;
  readonly user: OsUser | undefined;
}

export interface RunningCluster {
  readonly pid: number;
  /** The directory of its unix socket, the only door it has. */
  readonly sockets: string;
  /** Settles when PostgreSQL has ended, with a word on how. */
  readonly ended: Promise<string>;
  /** Fast shutdown: open transactions are rolled back, everything is written; waits for the end. */
  stop(): Promise<void>;
}

/** The user that owns everything in a cluster of ours. */
export const clusterOwner = 'back_office';

/** The address of a database in a running cluster, for its owner unless another role is named. */
export function clusterUrl(options: { sockets: string; password: string; database: string; user?: string }): string {
  return `postgres://${options.user ?? clusterOwner}:${options.password}@${encodeURIComponent(options.sockets)}/${options.database}`;
}

/** Makes a new cluster that sorts Chinese by pinyin (design §11), asks for a password (scram) and checks its pages; whole or not at all. */
export async function initCluster(place: ClusterPlace, password: string): Promise<void> {
  const draft = `${place.directory}.new`;
  const secrets = makeSocketDirectory(place.user);
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    giveTo(place.user, draft);
    const passwordFile = join(secrets, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(place.user, passwordFile);
    await runInitdb({ ...place, directory: draft }, passwordFile);
    renameSync(draft, place.directory);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot make the database in ${place.directory}: ${reasonOf(error)}`);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

/** Starts PostgreSQL on an existing cluster and waits until it takes connections, crash recovery included. */
export async function startCluster(options: {
  place: ClusterPlace;
  settings: Readonly<Record<string, string>>;
  logFile: string;
  /** The socket directory of an earlier start, to keep its address; otherwise a new one is made. */
  sockets?: string;
  /** Told every 10 s while recovery takes its time. */
  onWaiting?: (seconds: number) => void;
}): Promise<RunningCluster> {
  const { place, logFile } = options;
  const sockets = options.sockets ?? makeSocketDirectory(place.user);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const postmaster = launch({ place, sockets, settings: options.settings, log });
  closeSync(log);
  const ended = endOf(postmaster);
  const pid = postmaster.pid;
  const ready =
    pid !== undefined &&
    (await untilReady({ postmaster, pid, directory: place.directory, onWaiting: options.onWaiting }));
  if (!ready) {
    rmSync(sockets, { recursive: true, force: true });
    throw new StartupError(
      `the built-in PostgreSQL did not start: ${lastComplaint(logFile, logStart) ?? (await ended)}`,
    );
  }
  // Whoever leaves without stop() at least asks for the shutdown; the next start waits for its end.
  const lastWish = (): void => signal(pid, 'SIGINT');
  process.once('exit', lastWish);
  postmaster.once('exit', () => process.off('exit', lastWish));
  return {
    pid,
    sockets,
    ended,
    stop: async () => {
      if (postmaster.exitCode === null && postmaster.signalCode === null) await shutDown(postmaster, pid);
      await ended;
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** The last line of a PostgreSQL log that says why it gave up, from a byte position on. */
export function lastComplaint(logFile: string, from = 0): string | undefined {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n');
  return lines.map((line) => /(?:FATAL|PANIC): +(.*)$/.exec(line)?.[1]).findLast((text) => text !== undefined);
}

async function runInitdb(place: ClusterPlace, passwordFile: string): Promise<void> {
  const initdb = spawn(
    join(place.binaries, 'initdb'),
    [
      '-D',
      ownName(place),
      '--no-instructions',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=zh-Hans-CN',
      '--locale=C.UTF-8',
      `--username=${clusterOwner}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ],
    { ...processOptions(place), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [complaint, [code]] = await Promise.all([text(initdb.stderr), once(initdb, 'close')]);
  if (code === 0) return;
  const line = complaint.split('\n').find((each) => /error|fatal/i.test(each)) ?? complaint.split('\n', 1)[0] ?? '';
  throw new StartupError(`cannot make the database in ${place.directory}: ${line.replace(/^\S*initdb: error: /, '')}`);
}

function launch(options: {
  place: ClusterPlace;
  sockets: string;
  settings: Readonly<Record<string, string>>;
  log: number;
}): ChildProcess {
  const { place, sockets, log } = options;
  const settings = {
    ...options.settings,
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: '5432',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(place.binaries, 'postgres'), ['-D', ownName(place), ...flags], {
    ...processOptions(place),
    stdio: ['ignore', log, log],
    // Its own process group: Ctrl-C in the terminal is for us, who then stop it in good order.
    detached: true,
  });
}

/**
 * How the programs name the cluster directory. Where their user cannot enter the directories above it (a checkout in root's home),
 * Linux lets them reach it as their working directory, which is set while we are still root.
 */
function ownName(place: ClusterPlace): string {
  const byName = place.user === undefined || process.platform !== 'linux' || canEnter(place.user, place.directory);
  return byName ? place.directory : '/proc/self/cwd';
}

function processOptions(place: ClusterPlace) {
  const ids = place.user === undefined ? {} : { uid: place.user.uid, gid: place.user.gid };
  // Nothing of our environment: it holds passwords, and PG* variables would change what the programs do.
  return { cwd: place.directory, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' }, ...ids };
}

function endOf(postmaster: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    postmaster.once('error', (error) => resolve(reasonOf(error)));
    postmaster.once('exit', (code, killedBy) =>
      resolve(killedBy === null ? `it ended with code ${code}` : `it was ended by ${killedBy}`),
    );
  });
}

async function untilReady(options: {
  postmaster: ChildProcess;
  pid: number;
  directory: string;
  onWaiting: ((seconds: number) => void) | undefined;
}): Promise<boolean> {
  const { postmaster, pid, directory, onWaiting } = options;
  const over = (): boolean => postmaster.exitCode !== null || postmaster.signalCode !== null;
  for (let seconds = 10; !(await until(() => over() || saysReady(directory, pid), 10_000)); seconds += 10)
    onWaiting?.(seconds);
  return !over();
}

/** PostgreSQL writes its state in the eighth line of postmaster.pid; pg_ctl looks there too. */
function saysReady(directory: string, pid: number): boolean {
  const file = join(directory, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

async function shutDown(postmaster: ChildProcess, pid: number): Promise<void> {
  const over = (): boolean => postmaster.exitCode !== null || postmaster.signalCode !== null;
  signal(pid, 'SIGINT');
  if (await until(over, 60_000)) return;
  // Immediate shutdown: nothing acknowledged is lost, the next start replays the log.
  signal(pid, 'SIGQUIT');
  if (await until(over, 10_000)) return;
  throw new Error(`PostgreSQL (${basename(postmaster.spawnfile)}, process ${pid}) does not stop`);
}
