import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import type { BilingualMessage } from './bilingual-message.ts';

/** Bytes of a sheet, which may be read more than once. A file of the file store is one. */
export interface SheetSource {
  readonly size: number;
  read(from?: number): Readable;
}

/** One record of a sheet. `row` counts as a spreadsheet does: the heading is row 1. `broken` says why its cells cannot be trusted. */
export interface SheetRecord {
  readonly row: number;
  readonly cells: readonly string[];
  readonly broken?: BilingualMessage;
}

/** A file on the disk; one that cannot be read throws a StartupError with the reason. */
export function fileSource(path: string): SheetSource {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new StartupError(`cannot read ${path}: it is not a file`);
    return { size: found.size, read: (from = 0) => createReadStream(path, { start: from, highWaterMark: 262_144 }) };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}
