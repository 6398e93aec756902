import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { StartupError } from '../platform/startup-error.ts';

/** An account of the operating system that PostgreSQL runs as. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom PostgreSQL must run as: nobody in particular when we are an ordinary user; when we are root, which PostgreSQL refuses,
 * the account `postgres` if the machine has one, else `nobody`.
 */
export function databaseUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(readAccount);
  const user = ['postgres', 'nobody']
    .map((name) => accounts.find((account) => account?.name === name))
    .find((account) => account !== undefined);
  if (user === undefined) {
    throw new StartupError(
      'PostgreSQL does not run as root and this machine has neither a user "postgres" nor "nobody"; start as another user',
    );
  }
  return user;
}

/** Can this user enter and list the directory, permissions of everything above it included? Asked of the system, so ACLs count. */
export function canEnter(user: OsUser | undefined, directory: string): boolean {
  const ids = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const answer = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', directory], { cwd: '/', ...ids });
  if (answer.error !== undefined) throw answer.error;
  return answer.status === 0;
}

function readAccount(line: string): OsUser | undefined {
  const [name = '', , uid = '', gid = ''] = line.split(':');
  // Also leaves out ids below zero, which macOS gives to nobody and spawn does not take.
  return /^\d+$/.test(uid) && /^\d+$/.test(gid) && uid !== '0'
    ? { name, uid: Number(uid), gid: Number(gid) }
    : undefined;
}
