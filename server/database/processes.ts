import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../platform/startup-error.ts';

/** Is there a process of this number? One that belongs to someone else counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Sends a signal; a process that has just ended is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/**
 * A text that differs between two processes which had the same number one after the other; empty when there is no such process, or
 * only a dead one that its parent has not buried (which `isAlive` cannot tell from a living one).
 */
export function startMark(pid: number): string {
  if (process.platform !== 'linux') return psColumn(pid, 'lstart=');
  const stat = readProc(`/proc/${pid}/stat`);
  const boot = readProc('/proc/sys/kernel/random/boot_id');
  // Fields 3 (state) and 22 of stat, counted after the command name, which may itself hold blanks and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  const state = fields[0] ?? 'X';
  const started = fields[19];
  return started === undefined || 'XZ'.includes(state) ? '' : `${boot?.trim() ?? ''} ${started}`;
}

/**
 * The PostgreSQL processes of a cluster: those that work in its directory, as each of them does. Elsewhere than on Linux only
 * `candidate` is looked at.
 */
export function postgresIn(directory: string, candidate: number | undefined): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => workingDirectory(pid) === directory && readProc(`/proc/${pid}/comm`)?.trim() === 'postgres');
  }
  const ours = candidate !== undefined && isAlive(candidate) && psColumn(candidate, 'command=').includes(directory);
  return ours ? [candidate] : [];
}

/** Asks `check` every 20 ms until it says yes or the time (ms) is over; answers whether it did. */
export async function until(check: () => boolean, limit: number): Promise<boolean> {
  const end = performance.now() + limit;
  while (!check()) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    return gone(error);
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return gone(error);
  }
}

/** Processes end while one looks at them, and those of others may not be looked at: neither is ours to report. */
function gone(error: unknown): undefined {
  if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return undefined;
  throw error;
}

function psColumn(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', column], { encoding: 'utf8' }).trim();
  } catch (error) {
    // ps ends with status 1 when there is no such process.
    if (typeof error === 'object' && error !== null && 'status' in error && error.status === 1) return '';
    throw error;
  }
}
