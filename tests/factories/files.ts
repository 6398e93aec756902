import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll } from 'vitest';
import type { FilePurpose } from '#contract/areas/tasks/files.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';

/** The smallest thing that begins like a picture. */
export const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(64)]);

/** A file store in a folder of its own, which goes after the file's last test. */
export async function testStore(): Promise<FileStore> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return await openFileStore(join(folder, 'store'));
}

interface Uploading {
  readonly store: FileStore;
  readonly by: { readonly id: number };
  readonly at: Date;
  readonly purpose?: FilePurpose;
  readonly name?: string;
  /** What the table says of it, where its bytes do not matter. */
  readonly size?: number;
  readonly ready?: boolean;
}

/** A file as an upload leaves it, straight into store and table; its id. */
export async function uploaded(
  db: Kysely<unknown>,
  { store, by, at, purpose = 'voucher', name = '凭证.png', size = png.length, ready = true }: Uploading,
): Promise<string> {
  const draft = await store.draft();
  writeFileSync(draft.path, png);
  await draft.commit();
  await sql`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, ready, created_at)
    values (${draft.id}, ${name}, 'png', ${size}, ${createHash('sha256').update(png).digest('hex')}, ${by.id}, ${purpose}, ${ready}, ${at.toISOString()})`.execute(
    db,
  );
  return draft.id;
}
