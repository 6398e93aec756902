/** A reason why the server cannot start, said in one line to the person who started it. `main` prints `message` and exits 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The words for a system error (`EACCES` → `permission denied`), for use inside a one-line message. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === undefined ? undefined : reasons[code];
  if (known !== undefined) return known;
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '') || code || 'unknown error';
}

/** The `code` of a Node or PostgreSQL error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'something else is already there',
  EISDIR: 'it is a directory',
  ENOENT: 'it does not exist',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'network unreachable',
};
