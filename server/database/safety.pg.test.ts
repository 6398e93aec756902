import { Client } from 'pg';
import { expect, test } from 'vitest';
import { ownCluster } from '#tests/boot/kill.ts';
import { connect } from './connect.ts';
import { checkSafety, type Facts, refusalFor } from './safety.ts';

const { url } = await ownCluster();
// Without our migrations, so without the extension they make.
await asOwner('create database bare');

test.each(['fsync', 'full_page_writes'])('refuses %s off', async (setting) => {
  await asOwner(`alter system set ${setting} = off`, 'select pg_reload_conf()');
  await expect.poll(() => complaintOf(url)).toContain(`${setting} is off`);
  await asOwner(`alter system reset ${setting}`, 'select pg_reload_conf()');
  await expect.poll(() => complaintOf(url)).toBe('none');
});

test('refuses synchronous_commit off, takes what still waits for this machine', async () => {
  await asOwner('alter database back_office set synchronous_commit = off');
  expect(await complaintOf(url)).toContain('synchronous_commit is off');
  await asOwner('alter database back_office set synchronous_commit = local');
  expect(await complaintOf(url)).toBe('none');
  await asOwner('alter database back_office reset synchronous_commit');
});

test('refuses a read-only database', async () => {
  await asOwner('alter database back_office set default_transaction_read_only = on');
  expect(await complaintOf(url)).toContain('read-only');
  await asOwner('alter database back_office reset default_transaction_read_only');
});

test('refuses an encoding that cannot hold Chinese', async () => {
  await asOwner("create database plain template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
  expect(await complaintOf(sibling('plain'))).toContain('SQL_ASCII');
});

test('warns of a locale that does not know Chinese letters', async () => {
  await asOwner("create database blind template template0 encoding 'UTF8' locale_provider libc locale 'C'");
  const database = await connect({ url: sibling('blind'), max: 1 });
  expect(await checkSafety(database.db)).toEqual([expect.stringContaining('LC_CTYPE')]);
  await database.close();
});

test('refuses a user who may not make pg_trgm', async () => {
  await asOwner("create role guest login password 'hush'");
  const guest = sibling('bare').replace(/\/\/[^@]*@/, '//guest:hush@');
  expect(await complaintOf(guest)).toMatch(/pg_trgm cannot be created: permission denied/);
});

test('refuses an old version and a build without ICU', () => {
  const good: Facts = {
    version: 150_000,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    read_only: 'off',
    encoding: 'UTF8',
    chinese: true,
  };
  expect(refusalFor(good)).toBeUndefined();
  expect(refusalFor({ ...good, version: 140_012 })).toContain('15 or newer is needed, this is 14');
  expect(refusalFor({ ...good, chinese: false })).toContain('zh-x-icu');
});

test('leaves nothing behind', async () => {
  const database = await connect({ url: sibling('bare'), max: 1 });
  expect(await checkSafety(database.db)).toEqual([]);
  const { rows } = await database.pool.query(
    "select count(*)::int as made from pg_extension where extname = 'pg_trgm'",
  );
  expect(rows).toEqual([{ made: 0 }]);
  await database.close();
});

async function complaintOf(address: string): Promise<string> {
  const database = await connect({ url: address, max: 1 });
  try {
    await checkSafety(database.db);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await database.close();
  }
}

function sibling(database: string): string {
  return url.replace(/back_office$/, database);
}

async function asOwner(...statements: string[]): Promise<void> {
  const client = new Client(sibling('postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
