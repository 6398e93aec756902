import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { mountEverything, syncAccess } from './application.ts';
import { ensureFirstAdmin } from './areas/access/first-admin.ts';
import { keepServedBuild } from './areas/fleet/keep-served-build.ts';
import { mountMetrics } from './areas/ops/metrics.ts';
import { readKillSwitches } from './areas/shell/kill-switches.ts';
import { noticeInbox } from './areas/shell/notice-inbox.ts';
import { mountFiles } from './areas/tasks/mount-files.ts';
import { areas } from './areas.ts';
import { type OpenedDatabase, openDatabase } from './database/open.ts';
import { prepareSchema } from './database/roles.ts';
import { callerOf } from './identity/caller-of.ts';
import { createIdentity } from './identity/create-identity.ts';
import { forgetOldIdentity } from './identity/forget-old.ts';
import { Passwords } from './identity/passwords.ts';
import { checkVault } from './identity/second-factor.ts';
import { Vault } from './identity/vault.ts';
import { takeDueTransitions } from './kit/due-transitions.ts';
import { forgetKeptLists } from './kit/kept-lists.ts';
import { forgetOperations } from './kit/operations.ts';
import { sealAudit } from './ledger/audit-seals.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { openFileStore } from './platform/file-store.ts';
import { serveFrontEnd } from './platform/front-end.ts';
import { createHttp } from './platform/http.ts';
import type { KeptBuilds } from './platform/kept-builds.ts';
import { limitCalls } from './platform/limit-calls.ts';
import { createLog, type Log } from './platform/log.ts';
import { readSecretKey } from './platform/secret-key.ts';
import { codeOf, StartupError } from './platform/startup-error.ts';
import { startTimer, type TimerHouse } from './platform/timers.ts';
import { mountPush } from './push/mount.ts';
import { demoAccounts } from './seed/accounts.ts';
import { seedDemo, seedSteps } from './seed/main.ts';
import { keepWorker } from './tasks/keep-worker.ts';
import { mountDownload } from './tasks/mount-download.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Starts the whole product: database, migrations, demo company, calls, web application. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  say('Opening the database …');
  const opened = await openDatabase(config, log);
  try {
    await serve(config, opened, log);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function serve(config: Config, opened: OpenedDatabase, log: Log): Promise<void> {
  const { db } = opened.database;
  await prepareSchema(opened, log);
  await syncAccess(db, config.secondApplication.entries);
  const passwords = new Passwords();
  const vault = new Vault(readSecretKey(process.env, config.dataDir));
  await checkVault(db, vault);
  const steps = seedSteps(areas);
  const files = await openFileStore(config.filesDir);
  const demo =
    config.demo && (await seedDemo({ db, clock: systemClock, files, password: config.demoPassword, steps, log: say }));
  const first = await ensureFirstAdmin(db, passwords);
  const app = await createHttp(config, log);
  const identity = createIdentity({ db, clock: systemClock });
  const { pool, reserved } = opened.database;
  mountMetrics(app, { db, pools: { main: pool, reserved }, dataDir: config.dataDir, token: config.metricsToken });
  await limitCalls(app, { callerOf: (request) => callerOf(identity, request) });
  const registry = mountEverything(app, { db, clock: systemClock, log, passwords, vault, identity });
  await mountPush(app, { db, url: opened.url, identity, clock: systemClock, log, inbox: noticeInbox(db) });
  const timers = areas.flatMap((area) => [...(area.timers ?? []), ...(area.timersOf?.({ registry }) ?? [])]);
  const house: TimerHouse = { db, clock: systemClock, files, log };
  for (const timer of timers) if (timer.atStart) await timer.run(house, new AbortController().signal);
  await mountFiles(app, { db, identity, clock: systemClock, log, files });
  mountDownload(app, { db, identity, clock: systemClock, log, files });
  let keptBuilds: KeptBuilds = new Map();
  await serveFrontEnd(app, {
    killSwitches: () => readKillSwitches(db),
    ev2: config.secondApplication.address,
    keptBuilds: () => keptBuilds,
  });
  await listen(app, config);
  // Beside whoever is served already. Without it nothing can be taken back, and all else works.
  const keeping = keepServedBuild({ db, directory: join(config.dataDir, 'builds') }).then(
    (kept) => {
      keptBuilds = kept;
    },
    (error: unknown) => log.error({ err: error }, 'the build that is served could not be kept'),
  );
  const stopForgetting = startTimer({ name: '清理过期记录', everyMs: hour, log }, () => forget(opened, log));
  const stopAreas = timers.map(({ name, everyMs, run }) =>
    startTimer({ name, everyMs, log }, (signal) => run(house, signal)),
  );
  const stopSealing = startTimer({ name: '封存操作记录', everyMs: minute, log }, async (signal) => {
    await sealAudit(db, signal);
  });
  const stopWorker = keepWorker({ entry: new URL('./worker.ts', import.meta.url), databaseUrl: opened.url, log });
  const stopDue = startTimer({ name: '到期单据', everyMs: dueEvery, log }, async (signal) => {
    await takeDueTransitions({ db, clock: systemClock, log }, registry, signal);
  });
  // Before anybody learns that there is something to stop.
  const stop = stopped();
  greet(app, config, { first, demo });
  // `npm start` starts a server again that was open once (keep-server.mjs).
  // A launcher that has gone is told nothing; the process ends by itself.
  if (process.connected) process.send?.('open');
  await stop;
  say('Stopping …');
  await keeping;
  await Promise.all([stopForgetting(), stopSealing(), stopWorker(), stopDue(), ...stopAreas.map((stop) => stop())]);
  await close(app);
  await opened.close();
}

const minute = 60_000;
const hour = 60 * minute;
/** A price comes into force within so many milliseconds of its time. */
const dueEvery = 1000;
/** Answers under way have so many milliseconds to end: a download that stands still must not keep us running. */
const patience = 5000;

async function close(app: FastifyInstance): Promise<void> {
  const hard = setTimeout(() => app.server.closeAllConnections(), patience);
  await app.close();
  clearTimeout(hard);
}

async function forget({ database: { db } }: OpenedDatabase, log: Log): Promise<void> {
  const now = systemClock.now();
  const [count] = await Promise.all([
    forgetOperations(db, limits.opDays),
    forgetOldIdentity(db, now),
    forgetKeptLists(db, now),
  ]);
  log.info({ count }, 'forgot old operation ids, sessions and guesses');
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `port ${config.port} is in use; set PORT to another`,
      EACCES: `port ${config.port} needs more rights; set PORT above 1023`,
      EADDRNOTAVAIL: `HOST ${config.host} is not an address of this machine`,
      ENOTFOUND: `HOST ${config.host} is not known`,
    };
    const reason = reasons[codeOf(error) ?? ''];
    if (!reason) throw error;
    throw new StartupError(`cannot listen: ${reason}`);
  }
}

interface Greeting {
  first: { username: string; password: string } | undefined;
  demo: boolean;
}

function greet(app: FastifyInstance, config: Config, { first, demo }: Greeting): void {
  const { port } = app.server.address() as AddressInfo;
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  say(`\nThe back office is open at ${config.tls ? 'https' : 'http'}://${host}:${port}`);
  if (first)
    say(
      `Sign in once as "${first.username}" with the password "${first.password}"; it must be changed then and is not shown again.`,
    );
  if (demo) {
    const names = demoAccounts.map((account) => account.username).join(' ');
    say(`Demo accounts: ${names}`);
    say(`Their password: ${process.env.DEMO_PASSWORD ? 'the one in DEMO_PASSWORD' : config.demoPassword}`);
  }
  if (!config.tls && config.host !== '127.0.0.1')
    say(
      'Without HTTPS, tablets cannot count offline: set TLS_CERT and TLS_KEY, or put a proxy in front (docs/operations.md).',
    );
  say('Press Ctrl-C to stop.');
}

/** Resolves when the process is asked to stop. */
function stopped(): Promise<void> {
  return new Promise((resolve) => {
    // Ctrl-C arrives twice, from the terminal and from the parent; the first one counts.
    const stop = (): void => {
      // A listener of 'disconnect' keeps the channel open, and an open channel would keep us running after everything is closed.
      if (process.connected) process.disconnect();
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.on('SIGHUP', stop);
    // The parent of `npm start` is gone: nobody could stop us any more.
    process.on('disconnect', stop);
    // It may have gone while we were still starting.
    if (process.send && !process.connected) stop();
  });
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
