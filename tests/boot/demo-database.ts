import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { syncAccess } from '#server/application.ts';
import { areas } from '#server/areas.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';
import { seedDemo, seedSteps } from '#server/seed/main.ts';
import { copyOf, maintaining, migrated, urlOf } from './database.ts';

export interface DemoDatabase extends Database {
  readonly url: string;
  /** The files of the company: of all copies alike, so nothing is written there. */
  readonly files: FileStore;
  /** What the load said. */
  readonly said: readonly string[];
}

/** When the demo company of the tests was made. */
export const demoClock = { now: () => new Date('2026-03-02T02:00:00.000Z') };

/** What every account of it signs in with. */
export const demoPassword = 'back-office-demo';

/**
 * A copy of the demo company for one test file: loading it takes a minute, so the first file of the run that asks for it does
 * that for all. It is closed and dropped after the file's last test.
 */
export async function demoDatabase(): Promise<DemoDatabase> {
  const folder = join(inject('postgres').scratch, 'demo-files');
  const lines = join(inject('postgres').scratch, 'demo-said.json');
  const files = await openFileStore(folder);
  await maintaining(async (client) => {
    // The other files wait for the one that loads it. The lock goes with the connection, however that ends.
    await client.query("select pg_advisory_lock(hashtext('demo company'))");
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [company]);
    if (rowCount) return;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft} template ${migrated}`);
    writeFileSync(lines, JSON.stringify(await load(draft, files)));
    // Whole or not at all.
    await client.query(`alter database ${draft} rename to ${company}`);
  });
  return { ...(await copyOf(company)), files, said: JSON.parse(readFileSync(lines, 'utf8')) as string[] };
}

const company = 'demo_company';
const draft = 'demo_company_draft';

async function load(name: string, files: FileStore): Promise<string[]> {
  const said: string[] = [];
  const { db, close } = await connect({ url: urlOf(name), max: 4 });
  try {
    await syncAccess(db);
    const log = (line: string): unknown => said.push(line);
    await seedDemo({ db, clock: demoClock, files, password: demoPassword, steps: seedSteps(areas), log });
  } finally {
    await close();
  }
  return said;
}
