import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '#server/database/connect.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { exportWork } from '#server/tasks/exporter/export-work.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { everyKind, rowsSource } from '#tests/factories/task-sources.ts';

// A worker of tasks as a process of its own, whose exports hold as many rows as EXPORT_ROWS says and take EXPORT_PAUSE
// seconds for each, whatever the machine. Its process id goes to a file.

const {
  DATABASE_URL: url = '',
  FILES_DIR: folder = '',
  EXPORT_ROWS: rows = '1',
  EXPORT_PAUSE: pause = '0',
} = process.env;
const { db, close } = await connect({ url });
const files = await openFileStore(join(folder, 'store'));
const log = createLog({ level: 'fatal' });
const waited = { heading: '停顿', value: sql`pg_sleep(${sql.lit(Number(pause))})::text`, shape: 'text' } as const;
const works = [exportWork(everyKind(rowsSource(sql.lit(Number(rows)), Number(pause) > 0 ? [waited] : [])))];
const stop = await startWorker({ db, url, files, clock: systemClock, log, works });
appendFileSync(join(folder, 'pids'), `${process.pid}\n`);
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());

async function end(): Promise<void> {
  await stop();
  await close();
  process.exit(0);
}
