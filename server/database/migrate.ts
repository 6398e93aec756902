import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { Log } from '../platform/log.ts';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';

/** The advisory lock that every change of the schema holds ("schema" in ASCII, cut to what an int8 and a number both hold). */
export const schemaLock = 0x73636865;

/** Brings the database up to `migrations/`; two processes that start at once do it once. Throws as `migrateFrom`. */
export async function migrate(db: Kysely<unknown>, log: Log): Promise<void> {
  await migrateFrom({ db, log, folder });
}

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

/** The migrations of this version, oldest first. */
export const migrationFiles = (): Migration[] => readMigrations(folder);

/**
 * Applies the files `NNNN-name.sql` of a folder in order, each in its own transaction, and records them with their SHA-256 in
 * `schema_migration`. A gap, an applied file that has changed or is gone, or a statement that fails throws a StartupError.
 */
export async function migrateFrom(options: { db: Kysely<unknown>; log: Log; folder: string }): Promise<void> {
  const files = readMigrations(options.folder);
  await options.db.connection().execute(async (session) => {
    await holdSchemaLock(session, options.log);
    try {
      await applyMissing({ session, log: options.log, files });
    } finally {
      await sql`select pg_advisory_unlock(${schemaLock})`.execute(session);
    }
  });
}

/** One file of the schema's history; `text` may hold many statements, `sha256` is that of the text, hexadecimal. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** Makes the table in which a database keeps what has been applied to it. */
export const migrationTable = `
    create table if not exists schema_migration (
      number     integer primary key,
      name       text not null,
      sha256     text not null,
      applied_at timestamptz not null default now()
    )`;

function readMigrations(folder: string): Migration[] {
  const migrations = namesIn(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readMigration(folder, name));
  for (const [index, { number, name }] of migrations.entries()) {
    if (number !== index + 1) throw new StartupError(`migrations: ${name} comes where number ${index + 1} is expected`);
  }
  return migrations;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // A build without a single migration has no folder: version control keeps no empty ones.
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readMigration(folder: string, name: string): Migration {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (number === undefined) throw new StartupError(`migrations: ${name} is not named NNNN-name.sql`);
  // A checkout may have changed the line ends; the content is still the same.
  const text = readFileSync(`${folder}/${name}`, 'utf8').replaceAll('\r\n', '\n');
  return { number: Number(number), name, text, sha256: createHash('sha256').update(text).digest('hex') };
}

async function holdSchemaLock(session: Kysely<unknown>, log: Log): Promise<void> {
  const first = await sql<{ held: boolean }>`select pg_try_advisory_lock(${schemaLock}) as held`.execute(session);
  if (first.rows[0]?.held === true) return;
  log.info('waiting for another process that is changing the database schema');
  await sql`select pg_advisory_lock(${schemaLock})`.execute(session);
}

async function applyMissing(options: { session: Kysely<unknown>; log: Log; files: Migration[] }): Promise<void> {
  const { session, log, files } = options;
  await sql.raw(migrationTable).execute(session);
  const applied = await sql<{ number: number; name: string; sha256: string }>`
    select number, name, sha256 from schema_migration order by number`.execute(session);
  for (const [index, row] of applied.rows.entries()) mustMatch(row, files[index]);
  for (const file of files.slice(applied.rows.length)) {
    await applyOne(session, file);
    log.info({ migration: file.name }, 'database schema changed');
  }
}

function mustMatch(row: { number: number; name: string; sha256: string }, file: Migration | undefined): void {
  if (file === undefined) {
    throw new StartupError(
      `migrations: the database already has ${row.name}, which this version does not know; start a newer version`,
    );
  }
  if (row.number !== file.number || row.sha256 !== file.sha256) {
    throw new StartupError(
      `migrations: ${file.name} was changed after it had been applied as ${row.name}; undo the change and add a new file`,
    );
  }
}

async function applyOne(session: Kysely<unknown>, file: Migration): Promise<void> {
  try {
    await session.transaction().execute(async (tx) => {
      // Without parameters the driver sends the text as it is, so one file may hold many statements.
      await sql.raw(file.text).execute(tx);
      await sql`insert into schema_migration (number, name, sha256) values (${file.number}, ${file.name}, ${file.sha256})`.execute(
        tx,
      );
    });
  } catch (error) {
    throw new StartupError(`migrations: ${file.name} failed: ${reasonOf(error)}`);
  }
}
