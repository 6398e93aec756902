import { chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { canEnter, type OsUser } from './os-user.ts';

/**
 * A new private directory, short enough for a unix socket's path (107 bytes with the socket's name), that `user` can enter and own.
 * Throws a StartupError when no directory for temporary files will do.
 */
export function makeSocketDirectory(user: OsUser | undefined): string {
  const parent = [tmpdir(), '/tmp', '/run'].find((path) => fits(path) && canEnter(user, path));
  if (parent === undefined)
    throw new StartupError(`no directory for temporary files can be used by PostgreSQL (tried ${tmpdir()} and /tmp)`);
  try {
    const directory = mkdtempSync(join(parent, prefix));
    giveTo(user, directory);
    return directory;
  } catch (error) {
    throw new StartupError(`cannot make a directory in ${parent}: ${reasonOf(error)}`);
  }
}

/** Removes a directory of `makeSocketDirectory` that a killed process left; any other path is left alone. */
export function removeSocketDirectory(directory: string): void {
  const ours = basename(directory).startsWith(prefix) && ['/tmp', '/run', tmpdir()].includes(dirname(directory));
  if (ours) rmSync(directory, { recursive: true, force: true });
}

/** Makes `user` the owner of a path and of everything in it; does nothing when we are not root. */
export function giveTo(user: OsUser | undefined, path: string): void {
  if (user === undefined) return;
  const { uid, gid } = user;
  chownSync(path, uid, gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) giveTo(user, join(path, entry.name));
  }
}

const prefix = 'back-office-';
const longestSocketName = '/.s.PGSQL.5432.lock';

function fits(parent: string): boolean {
  return Buffer.byteLength(join(parent, `${prefix}XXXXXX`)) + longestSocketName.length <= 103;
}
