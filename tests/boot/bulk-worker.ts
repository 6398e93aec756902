import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { bulk } from '#server/works.ts';

// A worker of batches as a process of its own. Its process id goes to a file once it works.

const { DATABASE_URL: url = '', FILES_DIR: folder = '' } = process.env;
const { db, close } = await connect({ url });
const files = await openFileStore(folder);
const log = createLog({ level: 'fatal' });
const stop = await startWorker({ db, url, files, clock: systemClock, log, works: [bulk] });
appendFileSync(join(folder, 'pids'), `${process.pid}\n`);
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());

async function end(): Promise<void> {
  await stop();
  await close();
  process.exit(0);
}
