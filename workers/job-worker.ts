import { type Remote, releaseProxy, wrap } from 'comlink';

/** A dedicated worker: started on first need, let go when it has had nothing to do for a while. */
export interface JobWorker<T> {
  /**
   * Runs a job in the worker. Rejects with the signal's reason when it is aborted, with `WorkerFailed` when the worker
   * could not be started or broke down. An aborted job is stopped at once by ending the worker, unless another runs there.
   */
  run<R>(job: (remote: Remote<T>) => Promise<R>, signal?: AbortSignal): Promise<R>;
  /** Ends the worker now; jobs that still run are rejected. */
  end(): void;
}

/** The worker could not be started (out of coverage, build replaced) or broke down: what it should do is not done. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** Makes the way to one worker; `start` creates it. After `idle` milliseconds without a job it is let go. */
export function createJobWorker<T>(start: () => Worker, idle = letGoAfter): JobWorker<T> {
  let open: { worker: Worker; remote: Remote<T>; fail: (why: Error) => void; failed: Promise<never> } | null = null;
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function opened() {
    if (open) return open;
    const worker = started(start);
    let fail: (why: Error) => void = () => undefined;
    const failed = new Promise<never>((_done, reject) => {
      fail = reject;
    });
    // Whoever runs a job hears of it in the race; without one there is nobody to tell.
    failed.catch(() => undefined);
    worker.addEventListener('error', (event) => end(new WorkerFailed(event.message || 'the worker did not start')));
    open = { worker, remote: wrap<T>(worker), fail, failed };
    return open;
  }

  function end(why: Error = new WorkerFailed('the worker was ended')): void {
    clearTimeout(timer);
    const ended = open;
    open = null;
    if (!ended) return;
    (ended.remote as { [releaseProxy](): void })[releaseProxy]();
    ended.worker.terminate();
    ended.fail(why);
  }

  return {
    async run(job, signal) {
      signal?.throwIfAborted();
      clearTimeout(timer);
      running += 1;
      const cut = abortOf(signal);
      try {
        const { remote, failed } = opened();
        return await Promise.race([job(remote), failed, cut.aborted]);
      } finally {
        cut.forget();
        running -= 1;
        if (running === 0 && signal?.aborted) end();
        else if (running === 0 && idle < Number.POSITIVE_INFINITY) timer = setTimeout(() => end(), idle);
      }
    },
    end: () => end(),
  };
}

function started(start: () => Worker): Worker {
  try {
    return start();
  } catch (problem) {
    throw new WorkerFailed(problem instanceof Error ? problem.message : String(problem));
  }
}

/** A worker costs memory while it waits, and a tenth of a second to start. */
const letGoAfter = 60_000;

/** Rejects when the signal is aborted; never without one. */
function abortOf(signal: AbortSignal | undefined): { aborted: Promise<never>; forget(): void } {
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_done, reject) => {
    stop = () => reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', stop, { once: true });
  });
  return { aborted, forget: () => signal?.removeEventListener('abort', stop) };
}
