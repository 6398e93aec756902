import { join } from 'node:path';
import { openDatabase } from '../database/open.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openFileStore } from '../platform/file-store.ts';
import { noteBackup } from '../platform/last-backup.ts';
import { createLog } from '../platform/log.ts';
import { percentLine } from '../platform/percent-line.ts';
import { StartupError } from '../platform/startup-error.ts';
import { makeBackup } from './make-backup.ts';

const { at: progress, say } = percentLine(process.stdout);

/** `npm run backup [-- <folder>]`: a backup beside the running server or without it; exit code 1 when there is none. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = performance.now();
  const now = systemClock.now();
  const folder =
    process.argv[2] ?? join(config.dataDir, 'backups', now.toISOString().slice(0, 19).replaceAll(':', '-'));
  const opened = await openDatabase(config, createLog({ level: 'warn' }));
  try {
    const store = await openFileStore(config.filesDir);
    const { tables, files } = await makeBackup({ url: opened.ownerUrl, folder, files: store, now, progress });
    noteBackup(config.dataDir, now);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(
      `${tables.length} tables, ${rows.toLocaleString('en')} rows, ${files.length} uploaded files, written and read again in ${seconds} s: ${folder}`,
    );
  } finally {
    await opened.close();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
