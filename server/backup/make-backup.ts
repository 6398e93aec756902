import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../platform/file-store.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { writeFiles } from './backup-files.ts';
import { checkBackup } from './check-backup.ts';
import { digesting } from './digest.ts';
import { type Manifest, type TableEntry, tableFile, writeManifest } from './manifest.ts';
import { type Progress, progressPart } from './progress-part.ts';
import { copyOut, openCopier, readSequences, readTables, type Table } from './read-schema.ts';

/** What a backup is made of and where it goes. */
export interface BackupOrder {
  readonly url: string;
  readonly folder: string;
  /** Where uploaded files stand. */
  readonly files: FileStore;
  readonly now: Date;
  progress: Progress;
}

/**
 * Writes a backup of a database and its uploaded files at one instant, while people go on working in it, and reads it again to be sure of it. The
 * folder appears when it is whole. A StartupError, and no folder, when it is there already or cannot be written, or the database fails.
 */
export async function makeBackup({ url, folder, files: store, now, progress }: BackupOrder): Promise<Manifest> {
  if (existsSync(folder)) throw new StartupError(`${folder} is there already; name another folder`);
  const draft = `${folder}.partial`;
  makeFolder(draft);
  const client = await openCopier(url);
  try {
    // One snapshot for all tables; nobody waits for it and it waits for nobody.
    await client.query('begin isolation level repeatable read read only');
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select number, name, sha256 from schema_migration order by number',
    );
    const tables: TableEntry[] = [];
    const found = await readTables(client);
    const sizes = new Map(found.map(({ name, bytes }) => [name, bytes]));
    const written = progressPart(progress, { from: 0, to: 60, sizes });
    for (const table of found) {
      tables.push(await writeTable(client, draft, table));
      await written(table.name);
    }
    const files = await writeFiles(client, store, draft);
    const sequences = await readSequences(client);
    const manifest: Manifest = { format: 1, made_at: now.toISOString(), migrations, tables, files, sequences };
    await client.query('commit');
    writeManifest(draft, manifest);
    await checkBackup(draft, progress, { from: 60, to: 99 });
    renameSync(draft, folder);
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`no backup was made: ${reasonOf(error)}`);
  } finally {
    await client.end();
  }
}

function makeFolder(draft: string): void {
  try {
    mkdirSync(dirname(draft), { recursive: true });
    // What a killed backup left is nobody's.
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    throw new StartupError(`cannot write ${draft}: ${reasonOf(error)}`);
  }
}

async function writeTable(client: Client, folder: string, table: Table): Promise<TableEntry> {
  const through = digesting();
  // Opened before the rows are asked for: a file that is still being opened when the database fails would appear in a folder
  // that is just being removed.
  const file = await open(tableFile(folder, table.name), 'wx', 0o600);
  const rows = client.query(copyTo(copyOut(table)));
  await pipeline(rows, through, createGzip({ level: 6 }), file.createWriteStream({ flush: true }));
  return { name: table.name, columns: [...table.columns], ...through.digest() };
}
