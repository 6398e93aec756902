import { openDatabase } from '../database/open.ts';
import { readConfig } from '../platform/config.ts';
import { openFileStore } from '../platform/file-store.ts';
import { createLog } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { lastSeal } from './audit-seals.ts';
import { brokenInvariants, invariants } from './invariants.ts';
import { filesInvariant, filesMissing } from './missing-files.ts';

/** `npm run invariants`: prints what is wrong with the books, nothing when nothing is; exit code 1 when something is. */
async function main(): Promise<number> {
  const config = readConfig(process.env);
  const { database, close } = await openDatabase(config, createLog({ level: 'warn' }));
  try {
    const missing = await filesMissing(database.db, await openFileStore(config.filesDir));
    const broken = await brokenInvariants(database.db);
    if (missing.length > 0) broken.push({ name: filesInvariant, rows: missing });
    for (const { name, rows } of broken) {
      process.stdout.write(`${name}\n`);
      for (const row of rows) process.stdout.write(`  ${JSON.stringify(row)}\n`);
    }
    process.stderr.write(`${invariants().length + 1} invariants checked, ${broken.length} broken\n`);
    const seal = await lastSeal(database.db);
    if (seal) process.stderr.write(`the audit trail is sealed up to row ${seal.up_to}: seal ${seal.id} ${seal.hash}\n`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
