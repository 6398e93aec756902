import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Clock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { copyOfData } from './copy-of-data.ts';
import { maintaining } from './database.ts';
import { makeDemoData } from './make-demo-data.ts';

export interface DemoDatabase extends Database {
  readonly files: FileStore;
  /** What the load said. */
  readonly said: readonly string[];
  /** Stands at the moment at which the company was made. */
  readonly clock: Clock;
  /** Closes it and takes it away: what `beforeAll` hands back, since a hook that another one asks for is never run. */
  readonly end: () => Promise<void>;
}

/** A copy of the run's demo company (`makeDemoData`) for one test file, which ends it. */
export async function demoDatabase(): Promise<DemoDatabase> {
  const kept = process.env['DEMO_DATA'] ?? join(inject('postgres').scratch, 'demo');
  const { said, at } = await maintaining(async (client) => {
    // The other files wait for the one that makes it. The lock goes with the connection, however that ends.
    await client.query("select pg_advisory_lock(hashtext('demo company'))");
    return await makeDemoData(kept);
  });
  const { dataDir, remove } = copyOfData(kept);
  const config = readConfig({ DATA_DIR: dataDir });
  const opened = await openDatabase(config, createLog({ level: 'warn' }));
  const end = async (): Promise<void> => {
    await opened.close();
    remove();
  };
  const files = await openFileStore(config.filesDir);
  return { ...opened.database, files, said, clock: { now: () => new Date(at) }, end };
}
