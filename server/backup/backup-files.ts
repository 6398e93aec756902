import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import type { FileStore } from '../platform/file-store.ts';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { digesting } from './digest.ts';
import type { FileEntry } from './manifest.ts';

/** Where the uploaded files of a backup stand, as they are. */
const filesFolder = (folder: string): string => join(folder, 'files');
const fileOf = (folder: string, id: string): string => join(filesFolder(folder), id);

/**
 * Copies the uploaded files that the snapshot names. Their bytes never change, so they belong to the instant of the tables
 * whenever they are copied; one that was thrown away since then was used by nobody and is left out. Files of exports are
 * made anew by whoever wants them.
 */
export async function writeFiles(client: Client, store: FileStore, folder: string): Promise<FileEntry[]> {
  const { rows } = await client.query<{ id: string; sha256: string; used: boolean }>(
    `select file_id as id, sha256, doc_id is not null as used from stored_file where ready
     union all select f.file_id, f.sha256, p.unused_since is null from picture_file f join picture p on p.id = f.picture_id order by id`,
  );
  mkdirSync(filesFolder(folder), { mode: 0o700 });
  const entries: FileEntry[] = [];
  for (const { id, sha256, used } of rows) {
    const file = await store.find(id);
    if (!file && used) throw new StartupError(`the uploaded file ${id} is missing in the file store`);
    if (!file) continue;
    const through = digesting();
    await pipeline(
      file.read(),
      through,
      createWriteStream(fileOf(folder, id), { flags: 'wx', mode: 0o600, flush: true }),
    );
    if (through.digest().sha256 !== sha256) throw new StartupError(`the uploaded file ${id} is not what was uploaded`);
    entries.push({ id, sha256 });
  }
  return entries;
}

/** Reads the files of a backup and compares them with its list; a StartupError names the first that is not as it was. */
export async function checkFiles(folder: string, entries: readonly FileEntry[]): Promise<void> {
  for (const { id, sha256 } of entries) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    try {
      await copyTo(nowhere, fileOf(folder, id), sha256);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      throw new StartupError(`the backup is damaged: ${fileOf(folder, id)}: ${reasonOf(error)}`);
    }
  }
}

/** Reads a file of a backup into `target`; a StartupError when it is not as it was written. */
async function copyTo(target: Writable, path: string, sha256: string): Promise<void> {
  const through = digesting();
  await pipeline(createReadStream(path), through, target);
  if (through.digest().sha256 !== sha256)
    throw new StartupError(`the backup is damaged: ${path} is not what was written`);
}

/** Does the store have this file as it was uploaded? `changed`: under its id lies something else. */
async function standingOf(store: FileStore, { id, sha256 }: FileEntry): Promise<'missing' | 'changed' | 'there'> {
  const file = await store.find(id);
  if (!file) return 'missing';
  const through = digesting();
  await pipeline(file.read(), through, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return through.digest().sha256 === sha256 ? 'there' : 'changed';
}

/**
 * Puts the files of a backup into the store under their ids, also in the place of what has changed there since, and forgets
 * rows whose file the backup does not have. Answers what takes back the files that were not there before, should the rest
 * of the restore fail.
 */
export async function restoreFiles(
  client: Client,
  store: FileStore,
  { folder, entries }: { folder: string; entries: readonly FileEntry[] },
): Promise<() => Promise<void>> {
  const placed: string[] = [];
  const takeBack = async (): Promise<void> => {
    for (const id of placed) await store.remove(id);
  };
  try {
    for (const entry of entries) {
      const { id, sha256 } = entry;
      const standing = await standingOf(store, entry);
      if (standing === 'there') continue;
      const draft = await store.draft(id);
      try {
        await copyTo(createWriteStream(draft.path, { mode: 0o600 }), fileOf(folder, id), sha256);
        if (standing === 'missing') placed.push(id);
        await draft.commit();
      } finally {
        // What has become a file of the store is no draft any more.
        await draft.discard();
      }
    }
    await client.query('delete from stored_file where not (file_id = any($1::text[]))', [entries.map(({ id }) => id)]);
    await client.query(
      'delete from picture where unused_since is not null and id in (select picture_id from picture_file where not (file_id = any($1::text[])))',
      [entries.map(({ id }) => id)],
    );
    return takeBack;
  } catch (error) {
    await takeBack();
    throw error;
  }
}
