import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { reasonOf, StartupError } from '../platform/startup-error.ts';

/**
 * What a backup is: a folder with this list and one file for each table, the text of COPY, compressed. Nothing in it belongs
 * to one version of PostgreSQL, so a company moves with it from the built-in database to another and between versions.
 */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The schema the tables are in: what had been applied, oldest first. */
  migrations: z.array(z.strictObject({ number: z.int(), name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string()),
      rows: z.int(),
      /** Of the text before it was compressed, hexadecimal. */
      sha256: z.string(),
    }),
  ),
  /** Uploaded files, by their ids in the file store; a backup of an older version has none. */
  files: z.array(z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/), sha256: z.string() })).default([]),
  /** Where the numbers of a table's ids go on. */
  sequences: z.array(
    z.strictObject({ table: z.string(), column: z.string(), last_value: z.string(), is_called: z.boolean() }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableEntry = Manifest['tables'][number];
export type FileEntry = Manifest['files'][number];

/** The file of a table in a backup. */
export const tableFile = (folder: string, table: string): string => join(folder, `${table}.copy.gz`);

const manifestFile = (folder: string): string => join(folder, 'backup.json');

/** Writes the list, last of all: a folder without it is no backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
    flag: 'wx',
  });
}

/** Reads the list of a backup; a StartupError says why a folder is none. */
export function readManifest(folder: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(manifestFile(folder), 'utf8'));
  } catch (error) {
    throw new StartupError(`${folder} is not a backup: ${reasonOf(error)}`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartupError(
    `${folder} is not a backup that this version reads: ${issue?.path.join('.')} ${issue?.message}`,
  );
}
