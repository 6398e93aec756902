import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf, reasonOf, StartupError } from './startup-error.ts';

/** A file that is being written and that nobody can open yet. */
export interface Draft {
  /** What it will be found by once it is there. */
  readonly id: string;
  /** Where to write it; the file does not exist yet. */
  readonly path: string;
  /** Makes it a file of the store: durable first, then there, whole. */
  commit(): Promise<{ id: string; size: number }>;
  /** Throws it away; also what has been written of it. */
  discard(): Promise<void>;
}

/** A file of the store: bytes, and a stream of them from `from` on. */
export interface StoredFile {
  readonly size: number;
  read(from?: number): Readable;
}

/**
 * Files of the product under opaque ids: exports, imports, attachments. What they are called and who may have them stands in
 * the tables that name the id. A port (design §5): a folder that all nodes share, or another store behind the same words.
 */
export interface FileStore {
  /** A new file; of a restored backup, under the id that it had. */
  draft(id?: string): Promise<Draft>;
  /** Undefined where there is no such file, or the id is none. */
  find(id: string): Promise<StoredFile | undefined>;
  /** Removes a file; one that is not there is no error. */
  remove(id: string): Promise<void>;
  /** Throws away drafts that nobody has written to since, and answers how many: those of processes that were killed. */
  sweepDrafts(before: Date): Promise<number>;
}

/** A store in a folder; the folder is made when it is not there. A StartupError where nothing can be written. */
export async function openFileStore(folder: string): Promise<FileStore> {
  const drafts = join(folder, 'drafts');
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    await access(drafts, constants.W_OK);
  } catch (error) {
    throw new StartupError(`cannot write files to ${folder}: ${reasonOf(error)}; set FILES_DIR to another folder`);
  }
  // Few enough in one folder for any file system.
  const placeOf = (id: string): string => join(folder, id.slice(0, 2), id);
  return {
    async draft(id = randomBytes(16).toString('hex')) {
      if (!ids.test(id)) throw new Error(`no id of a file: ${id}`);
      const path = join(drafts, id);
      return {
        id,
        path,
        async commit() {
          const { size } = await durable(path);
          await mkdir(join(folder, id.slice(0, 2)), { recursive: true, mode: 0o700 });
          await rename(path, placeOf(id));
          await durable(join(folder, id.slice(0, 2)));
          return { id, size };
        },
        discard: () => rm(path, { force: true }),
      };
    },
    async find(id) {
      if (!ids.test(id)) return undefined;
      try {
        const { size } = await stat(placeOf(id));
        return { size, read: (from = 0) => createReadStream(placeOf(id), { start: from }) };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(id) {
      if (ids.test(id)) await rm(placeOf(id), { force: true });
    },
    async sweepDrafts(before) {
      let swept = 0;
      for (const name of await readdir(drafts)) {
        const path = join(drafts, name);
        const { mtime } = await stat(path).catch(() => ({ mtime: undefined }));
        if (mtime === undefined || mtime >= before) continue;
        await rm(path, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

const ids = /^[0-9a-f]{32}$/;

async function durable(path: string): Promise<{ size: number }> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
    return await handle.stat();
  } finally {
    await handle.close();
  }
}
