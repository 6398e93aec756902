import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { removeSocketDirectory } from './cluster-directories.ts';
import { isAlive, postgresIn, signal, until } from './processes.ts';

/**
 * Stops what a killed server left running on a cluster directory and waits for the last of its processes (reference/reliability M1:
 * PostgreSQL does not start while one lives), then removes the stale socket directory and, when its process number now belongs
 * to a stranger, postmaster.pid. The caller holds the lock of the data directory, so no live server of ours is using it.
 */
export async function stopLeftover(directory: string, log: Log): Promise<void> {
  const { pid, sockets } = readPidFile(directory);
  const left = (): number[] => postgresIn(directory, pid);
  if (left().length > 0) {
    log.warn({ pid }, 'stopping the PostgreSQL that an earlier, killed server left running');
    if (!(await endAll(left, pid))) {
      throw new StartupError(
        `a PostgreSQL left over from an earlier run does not stop (processes ${left().join(', ')})`,
      );
    }
  }
  if (sockets !== undefined) removeSocketDirectory(sockets);
  // PostgreSQL itself deals with the file of a dead process, and needs it to see whether shared memory is still in use. A number
  // that was given to another process since would only make it refuse.
  if (pid !== undefined && isAlive(pid)) rmSync(join(directory, 'postmaster.pid'), { force: true });
}

/** Fast shutdown through the first process; without one, its orphans end by themselves or are told to at once. */
async function endAll(left: () => number[], pid: number | undefined): Promise<boolean> {
  const over = (): boolean => left().length === 0;
  if (pid !== undefined && left().includes(pid)) {
    signal(pid, 'SIGINT');
    if (await until(over, 60_000)) return true;
  } else if (await until(over, 5_000)) return true;
  for (const each of left()) signal(each, 'SIGQUIT');
  if (await until(over, 10_000)) return true;
  for (const each of left()) signal(each, 'SIGKILL');
  return await until(over, 5_000);
}

function readPidFile(directory: string): { pid: number | undefined; sockets: string | undefined } {
  const file = join(directory, 'postmaster.pid');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const pid = Number(lines[0]);
  return {
    pid: Number.isSafeInteger(pid) && pid > 0 ? pid : undefined,
    sockets: lines[4] === '' ? undefined : lines[4],
  };
}
