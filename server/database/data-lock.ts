import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import { isAlive, startMark } from './processes.ts';

/**
 * Makes the data directory if need be and takes it for this process; `release` gives it back. A lock left by a dead process is
 * taken over. Throws a StartupError when it cannot be written or when another live process on this machine holds it.
 */
export function lockDataDirectory(dataDir: string): { release(): void } {
  const lock = join(dataDir, 'server.lock');
  const own: Holder = { pid: process.pid, mark: startMark(process.pid) };
  const draft = `${lock}.${process.pid}`;
  try {
    makeDirectory(dataDir);
    writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  } catch (error) {
    throw new StartupError(`cannot write to the data directory ${dataDir}: ${reasonOf(error)}`);
  }
  try {
    takeLock({ lock, draft, dataDir });
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release: () => {
      if (sameHolder(readHolder(lock), own)) rmSync(lock, { force: true });
    },
  };
}

/** With the directories above it. Not Node's `recursive`: Node 20 loops for ever where the system says ENOENT, as below /proc. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o750 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The process and the moment it started: a process number alone may have been given to another process since. */
interface Holder {
  pid: number;
  mark: string;
}

function takeLock(options: { lock: string; draft: string; dataDir: string }): void {
  const { lock, draft, dataDir } = options;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (linked(draft, lock)) return;
    const holder = readHolder(lock);
    if (holder !== undefined && isAlive(holder.pid) && startMark(holder.pid) === holder.mark) {
      throw new StartupError(`the data directory ${dataDir} is in use by another server (process ${holder.pid})`);
    }
    putAside({ lock, aside: `${draft}.old`, stale: holder });
  }
  throw new StartupError(`the data directory ${dataDir} is being taken by several servers at once; start one`);
}

/** A link appears whole or not at all, and never over an existing file. */
function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new StartupError(`cannot write ${lock}: ${reasonOf(error)}`);
  }
}

/** Moves a stale lock away; if another starter was quicker and the moved file is its live lock, puts that back. */
function putAside(options: { lock: string; aside: string; stale: Holder | undefined }): void {
  const { lock, aside, stale } = options;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (!sameHolder(readHolder(aside), stale)) linked(aside, lock);
  rmSync(aside, { force: true });
}

function readHolder(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StartupError(`cannot read ${path}: ${reasonOf(error)}`);
  }
  // A power cut can leave the file empty or torn; then nobody holds it.
  const [, pid, mark] = /^\{"pid":(\d+),"mark":"([^"]*)"\}$/.exec(text) ?? [];
  return pid === undefined || mark === undefined ? undefined : { pid: Number(pid), mark };
}

function sameHolder(one: Holder | undefined, other: Holder | undefined): boolean {
  return one?.pid === other?.pid && one?.mark === other?.mark;
}

/** Does a live server hold this data directory? */
export function heldDirectory(dataDir: string): boolean {
  const holder = readHolder(join(dataDir, 'server.lock'));
  return holder !== undefined && isAlive(holder.pid) && startMark(holder.pid) === holder.mark;
}
