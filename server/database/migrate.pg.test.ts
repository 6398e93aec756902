import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/boot/database.ts';
import { createLog } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { connect } from './connect.ts';
import { migrateFrom } from './migrate.ts';

const { db, pool, url } = await emptyDatabase();
const log = createLog({ level: 'silent' });
const root = mkdtempSync(join(tmpdir(), 'migrate-test-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(root, 'case-'));
  await pool.query('drop schema public cascade; create schema public');
});

test('refuses a gap, a double number and a strange name before it touches anything', async () => {
  write('0001-one.sql', 'create table one ()');
  write('0003-three.sql', 'create table three ()');
  await expect(run()).rejects.toThrow('0003-three.sql comes where number 2 is expected');
  renameSync(join(folder, '0003-three.sql'), join(folder, '0001-uno.sql'));
  await expect(run()).rejects.toThrow('0001-uno.sql comes where number 2 is expected');
  renameSync(join(folder, '0001-uno.sql'), join(folder, '2-two.sql'));
  await expect(run()).rejects.toThrow('2-two.sql is not named NNNN-name.sql');
  expect(await tables()).toEqual([]);
});

test('refuses an applied file that was changed or is gone', async () => {
  write('0001-one.sql', 'create table one ()');
  write('0002-two.sql', 'create table two ()');
  await run();
  write('0002-two.sql', 'create table two (id int)');
  await expect(run()).rejects.toThrow('0002-two.sql was changed after it had been applied');
  rmSync(join(folder, '0002-two.sql'));
  await expect(run()).rejects.toThrow('the database already has 0002-two.sql');
});

test('a file that fails leaves nothing of itself, and what came before it stays', async () => {
  write('0001-one.sql', 'create table one ()');
  write('0002-two.sql', 'create table two (); select 1/0; create table three ()');
  const error: unknown = await run().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect(error).toHaveProperty('message', 'migrations: 0002-two.sql failed: division by zero');
  expect(await tables()).toEqual(['one', 'schema_migration']);
  write('0002-two.sql', 'create table two ()');
  await run();
  expect(await tables()).toEqual(['one', 'schema_migration', 'two']);
});

test('a file is applied and recorded together or not at all', async () => {
  write(
    '0001-one.sql',
    "create table one (); insert into schema_migration (number, name, sha256) values (1, 'in the way', '')",
  );
  await expect(run()).rejects.toThrow('0001-one.sql failed');
  expect(await tables()).toEqual(['schema_migration']);
});

test('applies in order, many statements to a file, once; line ends do not count', async () => {
  write('0001-one.sql', 'create table one (id int);\ninsert into one values (1);\n');
  write('0002-two.sql', 'insert into one select id + 1 from one;');
  await run();
  write('0001-one.sql', 'create table one (id int);\r\ninsert into one values (1);\r\n');
  await run();
  expect((await pool.query('select id from one order by id')).rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test('two processes at once do the work once', async () => {
  write('0001-one.sql', 'create table one (id int); select pg_sleep(0.3)');
  write('0002-two.sql', 'insert into one values (1)');
  const other = await connect({ url, max: 2 });
  await Promise.all([run(), migrateFrom({ db: other.db, log, folder }), run()]);
  await other.close();
  expect((await pool.query('select id from one')).rows).toEqual([{ id: 1 }]);
});

test('the lock is given back after a failure', async () => {
  write('0001-one.sql', 'select 1/0');
  await expect(run()).rejects.toThrow(StartupError);
  // Of this database: other tests hold locks of theirs in the same cluster.
  const { rows } = await pool.query(`
    select count(*)::int as held from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  expect(rows).toEqual([{ held: 0 }]);
});

test('no files and no folder are no error', async () => {
  await run();
  await migrateFrom({ db, log, folder: join(folder, 'none') });
  expect(await tables()).toEqual(['schema_migration']);
});

function run(): Promise<void> {
  return migrateFrom({ db, log, folder });
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map((row) => row.name);
}
