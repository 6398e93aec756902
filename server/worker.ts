import { setPriority } from 'node:os';
import { connect } from './database/connect.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openFileStore } from './platform/file-store.ts';
import { createLog } from './platform/log.ts';
import { StartupError } from './platform/startup-error.ts';
import { startWorker } from './tasks/worker.ts';
import { works } from './works.ts';

/** The process that works at tasks beside a server (decision 0020); it ends when it is asked to, or when its server is gone. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel });
  if (config.databaseUrl === undefined)
    throw new StartupError('the worker of tasks needs the DATABASE_URL of its server');
  // People who wait for an answer come before files.
  setPriority(10);
  const url = config.databaseUrl;
  const database = await connect({ url, log });
  const files = await openFileStore(config.filesDir);
  const stop = await startWorker({ db: database.db, url, files, clock: systemClock, log, works });
  await asked();
  await stop();
  await database.close();
}

/** Resolves when the process is asked to stop. Ctrl-C in the terminal reaches it as well as its server, which then asks. */
function asked(): Promise<void> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', () => undefined);
    process.on('disconnect', resolve);
    // It may have gone while this was still starting.
    if (process.send && !process.connected) resolve();
  });
}

try {
  await main();
  if (process.connected) process.disconnect();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
