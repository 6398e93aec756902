import { Refusal } from '#contract/kit/errors.ts';
import { openDatabase } from '../database/open.ts';
import { prepareSchema } from '../database/roles.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { percentLine } from '../platform/percent-line.ts';
import { StartupError } from '../platform/startup-error.ts';
import { SheetError } from '../sheets/sheet-error.ts';
import { readArguments } from './arguments.ts';
import { reportPath } from './report.ts';
import { runImport } from './run-import.ts';

const { at: progress, say } = percentLine(process.stdout);

/** `npm run import -- goods|opening-stock|orders <file>`: exit code 0 when it was done, 1 when something stood in the way. */
async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const started = performance.now();
  const opened = await openDatabase(config, log);
  try {
    const { db } = opened.database;
    await prepareSchema(opened, log);
    const report = asked.report ?? reportPath({ file: asked.file, kind: asked.kind, dataDir: config.dataDir });
    const done = await runImport({ db, clock: systemClock, log, say, progress }, asked, report);
    say(`${((performance.now() - started) / 1000).toFixed(1)} s`);
    return done ? 0 : 1;
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof StartupError || error instanceof SheetError || error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
