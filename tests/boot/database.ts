import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { clientSettings, connect, type Database } from '#server/database/connect.ts';

/**
 * A database of its own with every migration applied, for one test file of the pg project; call it at the top of the file or in
 * `beforeAll`. It is closed and dropped after the file's last test.
 */
export async function testDatabase(): Promise<Database & { url: string }> {
  return await copyOf('template_of_tests');
}

/** The same without any migration. */
export async function emptyDatabase(): Promise<Database & { url: string }> {
  return await copyOf('template1');
}

async function copyOf(template: string): Promise<Database & { url: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { maintenanceUrl } = inject('postgres');
  await maintain(`create database ${name} template ${template}`);
  const url = maintenanceUrl.replace(/\/postgres$/, `/${name}`);
  const database = await connect({ url, max: 10 });
  let open = true;
  const close = async (): Promise<void> => {
    if (!open) return;
    open = false;
    await database.close();
    await maintain(`drop database ${name} with (force)`);
  };
  afterAll(close);
  return { ...database, url, close };
}

async function maintain(statement: string): Promise<void> {
  const client = new Client(clientSettings(inject('postgres').maintenanceUrl));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
