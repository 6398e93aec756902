import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '#server/platform/log.ts';

/** The process that works at tasks, and whom it works for. */
export interface KeptWorker {
  /** The file that it runs. */
  readonly entry: URL;
  /** Where the database is; the settings are otherwise those of this process. */
  readonly databaseUrl: string;
  readonly log: Log;
}

const waits = { least: 1000, most: 60_000 } as const;
/** A worker that has lived this long was well; the next wait is the shortest again. Milliseconds. */
const well = 60_000;
/** Milliseconds in which a worker that was asked to stop puts back what it has under way. */
const patience = 8000;

/**
 * Keeps one worker process running beside this one, so that no export ever holds up a call: started again when it dies,
 * after 1 s first and up to a minute later. The answer stops it and waits for it; when this process dies, it stops by itself.
 */
export function keepWorker(kept: KeptWorker): () => Promise<void> {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const keep = async (): Promise<void> => {
    let wait: number = waits.least;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      child = startOne(kept);
      const why = await endOf(child);
      if (stopping.signal.aborted) return;
      if (performance.now() - begun > well) wait = waits.least;
      kept.log.error({ ...why, wait }, 'the worker of tasks ended and is started again');
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, waits.most);
    }
  };
  const keeping = keep();
  return async () => {
    stopping.abort();
    child?.kill('SIGTERM');
    const hard = setTimeout(() => child?.kill('SIGKILL'), patience);
    await keeping;
    clearTimeout(hard);
  };
}

/** How a worker ended, or why it could not begin. */
async function endOf(child: ChildProcess): Promise<object> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return { code, signal };
  } catch (error) {
    return { err: error };
  }
}

function startOne({ entry, databaseUrl }: KeptWorker): ChildProcess {
  // The channel tells the worker when we are gone, however we went.
  return spawn(process.execPath, ['--max-old-space-size=512', '--import', 'tsx', fileURLToPath(entry)], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
