import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { clientSettings, connect, type Database } from '#server/database/connect.ts';

/**
 * A database of its own with every migration applied, for one test file of the pg project; call it at the top of the file or in
 * `beforeAll`. It is closed and dropped after the file's last test.
 */
export async function testDatabase(): Promise<Database & { url: string }> {
  return await copyOf(migrated);
}

/** The same without any migration. */
export async function emptyDatabase(): Promise<Database & { url: string }> {
  return await copyOf('template1');
}

/** The database of the run that has every migration and nothing else. */
export const migrated = 'template_of_tests';

/** A database of its own for one test file, as one of the run's databases is that nobody uses. */
export async function copyOf(template: string): Promise<Database & { url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Half of the time that PostgreSQL's own way takes, which keeps a record of every page.
  await maintain(`create database ${name} template ${template} strategy file_copy`);
  const url = urlOf(name);
  const database = await connect({ url, max: 10 });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await database.close();
    // Nobody waits for it: what is left when the run ends goes with the cluster.
    maintain(`drop database ${name} with (force)`).catch(() => undefined);
  };
  afterAll(close);
  return { ...database, url, close };
}

/** The address of a database of the run. */
export function urlOf(name: string): string {
  return inject('postgres').maintenanceUrl.replace(/\/postgres$/, `/${name}`);
}

/** Does something with a connection to the maintenance database of the run. */
export async function maintaining<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(clientSettings(inject('postgres').maintenanceUrl));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const maintain = async (statement: string): Promise<unknown> =>
  await maintaining(async (client) => await client.query(statement));
