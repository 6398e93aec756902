import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncAccess } from '#server/application.ts';
import { areas } from '#server/areas.ts';
import { openDatabase } from '#server/database/open.ts';
import { prepareSchema } from '#server/database/roles.ts';
import { readConfig } from '#server/platform/config.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { seedDemo, seedSteps } from '#server/seed/main.ts';

/** What was said while the demo company of a data directory was made, and the moment that it takes for the present. */
export interface MadeDemo {
  readonly said: readonly string[];
  /** ISO. */
  readonly at: string;
}

/**
 * Makes the demo company in a data directory as the first start of the product does, unless it is there: it takes a minute and a half, so
 * whoever starts from it starts with a copy. A run makes it once for all its stages (DEMO_DATA); whoever writes a test keeps it between runs.
 */
export async function makeDemoData(directory: string): Promise<MadeDemo> {
  const paper = join(directory, 'demo.json');
  if (existsSync(paper)) return JSON.parse(readFileSync(paper, 'utf8')) as MadeDemo;
  // Whole or not at all.
  const draft = `${directory}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  // The database runs as a user of its own, who must get through.
  chmodSync(draft, 0o711);
  const made = await load(draft);
  writeFileSync(join(draft, 'demo.json'), JSON.stringify(made));
  renameSync(draft, directory);
  return made;
}

async function load(dataDir: string): Promise<MadeDemo> {
  const config = readConfig({ DATA_DIR: dataDir });
  const log = createLog({ level: 'warn' });
  const opened = await openDatabase(config, log);
  try {
    const { db } = opened.database;
    await prepareSchema(opened, log);
    await syncAccess(db);
    const files = await openFileStore(config.filesDir);
    const now = new Date();
    const said: string[] = [];
    const [clock, password] = [{ now: () => now }, config.demoPassword];
    await seedDemo({ db, clock, files, password, steps: seedSteps(areas), log: (line) => said.push(line) });
    return { said, at: now.toISOString() };
  } finally {
    await opened.close();
  }
}
