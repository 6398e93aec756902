import { createReadStream, statSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { checkFiles } from './backup-files.ts';
import { digesting } from './digest.ts';
import { type Manifest, readManifest, type TableEntry, tableFile } from './manifest.ts';
import { type Progress, progressPart } from './progress-part.ts';

/** Reads a backup from end to end and compares it with its list; a StartupError names the first file that is not as it was written. */
export async function checkBackup(
  folder: string,
  progress: Progress = () => undefined,
  part = { from: 0, to: 99 },
): Promise<Manifest> {
  const manifest = readManifest(folder);
  const checked = progressPart(progress, { ...part, sizes: sizesOf(folder, manifest) });
  for (const table of manifest.tables) {
    await checkTable(folder, table);
    await checked(table.name);
  }
  await checkFiles(folder, manifest.files);
  return manifest;
}

/** The bytes of a backup's tables, packed; what is not there has none, and is told when it is read. */
export function sizesOf(folder: string, { tables }: Manifest): Map<string, number> {
  return new Map(
    tables.map(({ name }) => [name, statSync(tableFile(folder, name), { throwIfNoEntry: false })?.size ?? 0]),
  );
}

async function checkTable(folder: string, table: TableEntry): Promise<void> {
  const file = tableFile(folder, table.name);
  const through = digesting();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    await pipeline(createReadStream(file), createGunzip(), through, nowhere);
  } catch (error) {
    throw new StartupError(`the backup is damaged: ${file}: ${reasonOf(error)}`);
  }
  const { sha256, rows } = through.digest();
  if (sha256 !== table.sha256 || rows !== table.rows)
    throw new StartupError(`the backup is damaged: ${file} is not what was written`);
}
