import { proxy } from 'comlink';
import { createJobWorker, WorkerFailed } from './job-worker.ts';
import type { PasteWorker } from './paste.worker.ts';
import {
  inlined,
  isLongPaste,
  type Matched,
  matchEntries,
  type OnPart,
  type PasteAsked,
  type PasteRead,
  readEntries,
} from './paste-entries.ts';

interface Job {
  signal?: AbortSignal | undefined;
  /** Told at most ten times a second, and not at all for a short text. */
  onPart?: OnPart | undefined;
}

/** Reads a pasted text (`readEntries`), a long one in the worker. Rejects only with the signal's reason. */
export function readPaste(text: string, asked: PasteAsked, { signal, onPart }: Job = {}): Promise<PasteRead> {
  const inline = () => readEntries(text, asked);
  if (!isLongPaste(text)) return Promise.resolve(inline());
  const tell = proxy((part: number) => onPart?.(part));
  return afterThisTask().then(() => withWorker((remote) => remote.read(text, asked, tell), { inline, signal }));
}

/** Matches entries to ids (`matchEntries`), many of them in the worker. Rejects only with the signal's reason. */
export function matchPaste(
  entries: readonly string[],
  known: readonly (readonly [name: string, id: number])[],
  { chosen, signal }: { chosen: readonly number[]; signal?: AbortSignal | undefined },
): Promise<Matched> {
  const inline = () => matchEntries(entries, known, chosen);
  if (entries.length <= inlined.lines) return Promise.resolve(inline());
  return withWorker((remote) => remote.match(entries, known, chosen), { inline, signal });
}

const worker = createJobWorker<PasteWorker>(
  () => new Worker(new URL('./paste.worker.ts', import.meta.url), { type: 'module', name: 'paste' }),
);

/** To take megabytes out of the clipboard and to hand them to a worker costs a moment each: the page may breathe between them. */
function afterThisTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function withWorker<R>(
  job: Parameters<typeof worker.run<R>>[0],
  { inline, signal }: { inline: () => R; signal: AbortSignal | undefined },
): Promise<R> {
  try {
    return await worker.run(job, signal);
  } catch (problem) {
    if (!(problem instanceof WorkerFailed)) throw problem;
    // Without network its file may not be at hand: a moment's wait is better than a paste that is lost.
    return inline();
  }
}
