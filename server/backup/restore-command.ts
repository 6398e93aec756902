import { sql } from 'kysely';
import { openDatabase } from '../database/open.ts';
import { prepareSchema } from '../database/roles.ts';
import { brokenInvariants, invariants } from '../ledger/invariants.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { openFileStore } from '../platform/file-store.ts';
import { createLog } from '../platform/log.ts';
import { percentLine } from '../platform/percent-line.ts';
import { StartupError } from '../platform/startup-error.ts';
import { restoreBackup } from './restore-backup.ts';

const { at: progress, say } = percentLine(process.stdout);

/**
 * `npm run restore -- <folder>`: puts a backup into the empty database of the settings, brings its schema up to this version
 * and asks the books whether they are right. Exit code 1 when it was not done, or when the books are not right.
 */
async function main(): Promise<number> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new StartupError('name the backup: npm run restore -- <folder>');
  const log = createLog({ level: 'warn' });
  const started = performance.now();
  const config = readConfig(process.env);
  const opened = await openDatabase(config, log);
  try {
    const { db } = opened.database;
    const { made_at } = await restoreBackup({
      url: opened.ownerUrl,
      folder,
      files: await openFileStore(config.filesDir),
      now: systemClock.now(),
      progress,
    });
    await prepareSchema(opened, log);
    await sql`analyze`.execute(db);
    const broken = await brokenInvariants(db);
    say(`The company of ${made_at} is back (${((performance.now() - started) / 1000).toFixed(1)} s).`);
    for (const { name, rows } of broken) say(`Not right: ${name}: ${JSON.stringify(rows)}`);
    say(`${invariants().length} invariants checked, ${broken.length} broken.`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
