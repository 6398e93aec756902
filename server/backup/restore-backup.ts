import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Migration, migrationFiles, migrationTable } from '../database/migrate.ts';
import type { FileStore } from '../platform/file-store.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { restoreFiles } from './backup-files.ts';
import { checkBackup, sizesOf } from './check-backup.ts';
import { digesting } from './digest.ts';
import { type Manifest, type TableEntry, tableFile } from './manifest.ts';
import { type Progress, progressPart } from './progress-part.ts';
import { copyIn, copyOut, openCopier, readTables } from './read-schema.ts';
import { withSchemaAtRest } from './schema-at-rest.ts';

/** Which backup goes into which database. */
export interface RestoreOrder {
  readonly url: string;
  readonly folder: string;
  /** Where uploaded files go. */
  readonly files: FileStore;
  readonly now: Date;
  progress: Progress;
}

/**
 * Puts a backup into an empty database, in one transaction: the schema as it was then, every row, every reference checked
 * again, and each table compared with what was backed up. Sessions are over: everybody signs in anew. A StartupError, and an
 * empty database as before, when the backup is damaged or from a version that this one does not know, or the database is not empty.
 */
export async function restoreBackup({ url, folder, files: store, now, progress }: RestoreOrder): Promise<Manifest> {
  const manifest = await checkBackup(folder, progress, { from: 0, to: 20 });
  const sizes = sizesOf(folder, manifest);
  const history = historyOf(manifest);
  const client = await openCopier(url);
  let takeBack = async (): Promise<void> => undefined;
  try {
    await client.query('begin');
    await refuseUsed(client);
    await makeSchema(client, history);
    const taken = progressPart(progress, { from: 20, to: 70, sizes });
    await withSchemaAtRest(client, async () => {
      for (const table of manifest.tables) {
        await readInto(client, folder, table);
        await taken(table.name);
      }
    });
    for (const { table, column, last_value, is_called } of manifest.sequences)
      await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
        table,
        column,
        last_value,
        is_called,
      ]);
    await compare(client, manifest, progressPart(progress, { from: 70, to: 99, sizes }));
    await client.query('update session set ended_at = $1 where ended_at is null', [now]);
    takeBack = await restoreFiles(client, store, { folder, entries: manifest.files });
    await client.query('commit');
    return manifest;
  } catch (error) {
    await takeBack();
    if (error instanceof StartupError) throw error;
    throw new StartupError(`nothing was restored: ${reasonOf(error)}`);
  } finally {
    // Whatever was not committed goes with the connection.
    await client.end();
  }
}

/** The migrations that make the backup's schema: the same files, as far as they had come. */
function historyOf({ migrations }: Manifest): Migration[] {
  const files = migrationFiles();
  return migrations.map(({ number, name, sha256 }, index) => {
    const file = files[index];
    if (!file) throw new StartupError(`the backup has ${name}, which this version does not know; use a newer version`);
    if (file.number !== number || file.sha256 !== sha256)
      throw new StartupError(
        `the backup was made with another ${name} than this version has; use the version it was made with`,
      );
    return file;
  });
}

async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as used`,
  );
  if (rows[0]?.used)
    throw new StartupError(
      'the database is not empty; restore into a new one (another DATA_DIR, or an empty DATABASE_URL)',
    );
}

async function makeSchema(client: Client, history: readonly Migration[]): Promise<void> {
  await client.query(migrationTable);
  for (const { number, name, text, sha256 } of history) {
    await client.query(text);
    // Each was written for a transaction of its own: what it set aside is gone by the next.
    await client.query('discard temp');
    await client.query('insert into schema_migration (number, name, sha256) values ($1, $2, $3)', [
      number,
      name,
      sha256,
    ]);
  }
}

async function readInto(client: Client, folder: string, table: TableEntry): Promise<void> {
  // Rows that the schema brings along are in the backup too.
  await client.query(`delete from "${table.name}"`);
  await pipeline(
    createReadStream(tableFile(folder, table.name)),
    createGunzip(),
    client.query(copyFrom(copyIn(table))),
  );
}

async function compare(client: Client, manifest: Manifest, compared: (table: string) => Promise<void>): Promise<void> {
  const tables = await readTables(client);
  for (const table of tables) {
    const through = digesting();
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(client.query(copyTo(copyOut(table))), through, nowhere);
    const { sha256 } = through.digest();
    if (sha256 !== manifest.tables.find((one) => one.name === table.name)?.sha256)
      throw new StartupError(`${table.name} did not come back as it was; nothing was restored`);
    await compared(table.name);
  }
}
